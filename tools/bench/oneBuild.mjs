/**
 * The same sources as one webpack build: the host with all remotes bundled in, nothing federated. It is what the slow line is
 * compared with, so it does the same work: each page a chunk, texts by language and remote, and a first script that asks for the
 * files and answers of the page at once. Only the loader of remotes is another. Use: oneBuild.mjs <folder>.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { baseConfig, describePackage } from '@tessera/shared/build/baseConfig';
import { BlockingScript } from '@tessera/shared/build/BlockingScript';
import { remotes } from '../remotes.mjs';
import { root } from '../setUp.mjs';

const out = resolve(process.argv[2] ?? '');
mkdirSync(out, { recursive: true });

/** In place of host/src/remotes/createBrowserRemotes: every remote is a chunk of this build. */
const loader = join(out, 'bundledRemotes.js');
writeFileSync(
  loader,
  `import { BehaviorSubject } from ${JSON.stringify(join(root, 'shared/src/remote-kit/kernel/index.ts'))};
const modules = { ${remotes.map((name) => `${name}: () => import(/* webpackChunkName: "remote-${name}" */ ${JSON.stringify(join(root, `remote-${name}/src/remote.tsx`))})`).join(', ')} };
export function createBrowserRemotes() {
  const states = new Map(Object.keys(modules).map((name) => [name, new BehaviorSubject({ kind: 'idle' })]));
  const load = async (name) => {
    const state = states.get(name);
    if (state.value.kind !== 'idle') return;
    state.next({ kind: 'loading' });
    state.next({ kind: 'ready', module: await modules[name](), release: { version: 'one-build', entry: '/h5/none.js' } });
  };
  return {
    state: (name) => states.get(name), pages: new BehaviorSubject({}), running: new BehaviorSubject({ remotes: [] }),
    preview: new BehaviorSubject(undefined), leavePreview() {}, load, retry: load,
    warm: async () => undefined, keep: async () => undefined, mounted: () => () => undefined,
    crashed: () => true, chunkFailed() {}, isFree: () => true, pointerAnnounced() {}, start: () => () => undefined,
  };
}
`,
);

/** A language's texts of the host and of each remote are files of their own, as they are when federated. */
const textFolder = join(root, 'locales/load');
const owners = new Map(remotes.map((name) => [join(textFolder, `${name}.ts`), name]));
const textChunks = join(out, 'textChunks.cjs');
writeFileSync(
  textChunks,
  `const owners = ${JSON.stringify(Object.fromEntries(owners))};
module.exports = function (source) {
  return source.replaceAll('webpackChunkName: "text-', 'webpackChunkName: "text-' + (owners[this.resourcePath] ?? 'host') + '-');
};
`,
);

const about = { ...describePackage(join(root, 'host')), sha: '00000000', version: '0.0.0+00000000' };
const base = baseConfig(about, {
  uniqueName: 'tessera_one_build',
  policyName: 'tessera-host#webpack',
  publicPath: '/h5/',
  isProduction: true,
});
const compiler = webpack({
  ...base,
  entry: { main: './src/main.tsx' },
  output: { ...base.output, path: join(out, 'web'), clean: true },
  module: { rules: [...base.module.rules, { test: /\.ts$/, include: textFolder, enforce: 'pre', loader: textChunks }] },
  plugins: [
    ...base.plugins,
    new webpack.NormalModuleReplacementPlugin(/\/createBrowserRemotes$/, loader),
    new HtmlWebpackPlugin({ template: './src/index.html', scriptLoading: 'defer', minify: { collapseWhitespace: true } }),
    new BlockingScript('src/themeBeforePaint.ts', 'src/serviceWorker/forgetRefusedFiles.ts', 'src/fetchFirst.ts'),
  ],
});

const stats = await new Promise((done, fail) => compiler.run((error, built) => (error ? fail(error) : done(built))));
if (stats.hasErrors()) {
  console.error(stats.toString({ all: false, errors: true }));
  process.exit(1);
}

const web = join(out, 'web');
const names = readdirSync(web).filter((name) => /\.(js|css)$/.test(name));
const fileOf = (name) => {
  const integrity = `sha384-${createHash('sha384')
    .update(readFileSync(join(web, name)))
    .digest('base64')}`;
  return [`/h5/${name}`, integrity];
};
const main = new Set(stats.compilation.entrypoints.get('main').getFiles());
const filesOf = (chunk) =>
  (stats.compilation.namedChunkGroups.get(chunk)?.getFiles() ?? [])
    .filter((name) => /\.(js|css)$/.test(name) && !main.has(name))
    .map(fileOf);
const textsOf = (owner) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const language = new RegExp(`^text-${owner}-(\\w+)\\.`).exec(name)?.[1];
      return language === undefined || !name.endsWith('.js') ? [] : [[language, fileOf(name)]];
    }),
  );
const chunkNames = [...stats.compilation.namedChunkGroups.keys()].filter((name) => name.startsWith('pages.'));
const { pages } = await import('@tessera/shared/federation');
const first = {
  pages,
  texts: textsOf('host'),
  remotes: Object.fromEntries(
    remotes.map((name) => [
      name,
      {
        base: '/h5/',
        files: filesOf(`remote-${name}`),
        texts: textsOf(name),
        pages: Object.fromEntries(chunkNames.map((chunk) => [`/${chunk.replaceAll('.', '/')}`, filesOf(chunk)])),
      },
    ]),
  ),
};
const escaped = JSON.stringify(first).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const html = readFileSync(join(web, 'index.html'), 'utf8');
const start = html.indexOf('<script');
writeFileSync(
  join(web, 'index.html'),
  `${html.slice(0, start)}<meta name="tessera-first" content="${escaped}">${html.slice(start)}`,
);
for (const name of names) writeFileSync(join(web, `${name}.br`), brotliCompressSync(readFileSync(join(web, name))));
