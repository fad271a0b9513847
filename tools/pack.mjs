/**
 * npm run pack [folder]: one package for teams outside of this repository, `tessera-shared-<contract version>.tgz`, made below .cache
 * unless a folder is named. It is `@tessera/shared` as the remotes here know it, transpiled: the types of the host-remote contract, the
 * three facades with what is behind them, the API client and the stream of prices, the base styles, and the examples of docs/guides.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { fail, root, runCompiler, setUp } from './setUp.mjs';

const sources = join(root, 'shared/src');
const types = join(root, 'shared/dist/types');
const locales = join(root, 'locales');
/** Only once on a page: anyone who installs the package brings them. */
const broughtAlong = ['react', 'react-dom'];
/** Doors that only this repository's own tests and builds use. */
const closed = /^\.\/(build|ui\/gallery$|testing$)/;

await setUp();
await runCompiler(['-b', 'shared']);
const { transformSync } = await import('@swc/core');
const folder = resolve(process.argv[2] ?? join(root, '.cache/packages'));
const staging = mkdtempSync(join(tmpdir(), 'tessera-pack-'));
try {
  writeSources();
  writeTexts();
  cpSync(join(root, 'shared/build/sourceHash.mjs'), join(staging, 'build/sourceHash.mjs'));
  for (const name of readdirSync(join(root, 'release/examples')))
    cpSync(join(root, 'release/examples', name), join(staging, 'examples', name), { recursive: true, filter: isSource });
  cpSync(join(root, 'NOTICE'), join(staging, 'NOTICE'));
  writeFileSync(join(staging, 'package.json'), JSON.stringify(manifest(), undefined, 2));
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: staging, encoding: 'utf8' });
  console.log(join(folder, JSON.parse(packed)[0].filename));
} finally {
  rmSync(staging, { recursive: true, force: true });
}

function manifest() {
  const { name, type, sideEffects, exports, dependencies } = readJson('shared/package.json');
  const version = /contractVersion = '(\d+\.\d+\.\d+)'/.exec(read('shared/src/federation/RemoteContract.ts'))?.[1];
  if (version === undefined) fail('shared/src/federation/RemoteContract.ts names no contractVersion');
  const isBrought = ([each]) => broughtAlong.includes(each);
  return {
    name,
    version,
    type,
    license: 'UNLICENSED',
    sideEffects,
    exports: Object.fromEntries([
      ...Object.entries(exports).flatMap(([door, path]) => (closed.test(door) ? [] : [[door, doorOf(path)]])),
      ['./build/sourceHash', './build/sourceHash.mjs'],
    ]),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter((each) => !isBrought(each))),
    peerDependencies: Object.fromEntries(
      Object.entries(dependencies)
        .filter(isBrought)
        .map(([each, exact]) => [each, `^${exact}`]),
    ),
  };
}

function doorOf(path) {
  const built = path.replace('./src/', './lib/');
  if (built.endsWith('.css')) return { types: './lib/styles.d.ts', default: built };
  return { types: built.replace(/\.tsx?$/, '.d.ts'), default: built.replace(/\.tsx?$/, '.js') };
}

/** Scripts without types, declarations beside them, and style sheets as they are. Every import names a file with its ending. */
function writeSources() {
  write(join(staging, 'lib/styles.d.ts'), 'export {};\n');
  for (const path of filesUnder(sources).filter(isOfPackage)) {
    const [target, name] = [join(staging, 'lib', path), join(sources, path)];
    if (!/\.tsx?$/.test(path)) write(target, readFileSync(name));
    else if (path.endsWith('.d.ts')) write(target, readFileSync(name));
    else {
      const script = target.replace(/\.tsx?$/, '.js');
      write(script, withEndings(transpiled(name), path));
      const declared = path.replace(/\.tsx?$/, '.d.ts');
      write(join(staging, 'lib', declared), withEndings(read(join(types, declared)), path));
    }
  }
}

/** What stands in the texts of the shared parts; each loader imports its languages by their files. */
function writeTexts() {
  for (const path of filesUnder(locales).filter((each) => /^(load|[a-z]{2})\//.test(each))) {
    const target = join(staging, 'locales', path);
    if (path.endsWith('.json')) write(target, readFileSync(join(locales, path)));
    else {
      write(target.replace(/\.ts$/, '.js'), transpiled(join(locales, path)));
      const name = /export const (\w+)/.exec(read(join(locales, path)))?.[1];
      const languages = 'Readonly<Record<string, () => Promise<{ readonly default: object }>>>';
      write(target.replace(/\.ts$/, '.d.ts'), `export declare const ${name}: ${languages};\n`);
    }
  }
}

function transpiled(name) {
  const syntax = { syntax: 'typescript', tsx: name.endsWith('x') };
  const options = { parser: syntax, transform: { react: { runtime: 'automatic' } }, target: 'es2022' };
  return transformSync(read(name), { filename: name, swcrc: false, configFile: false, jsc: options }).code;
}

/** `./Button` -> `./Button.js`, `../domain/errors` -> `../domain/errors/index.js`; texts lie in the package itself. */
function withEndings(text, path) {
  const here = dirname(join(sources, path));
  const up = relative(dirname(join(staging, 'lib', path)), join(staging, 'locales'));
  return text
    .replace(/((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+|\.{1,2})(['"])/g, (_, before, to, after) => {
      if (/\.(css|json|svg)$/.test(to)) return `${before}${to}${after}`;
      const found = ['.ts', '.tsx', '/index.ts', '.d.ts'].find((ending) => existsSync(join(here, `${to}${ending}`)));
      if (found === undefined) fail(`${path} imports ${to}, which is no source`);
      return `${before}${to}${found === '/index.ts' ? '/index' : ''}.js${after}`;
    })
    .replace(/(['"])@tessera\/locales\/([^'"]+)(['"])/g, (_, before, to, after) => {
      return `${before}${up}/${to}${extname(to) === '' ? '.js' : ''}${after}`;
    });
}

function isOfPackage(path) {
  return !/\.test\.tsx?$/.test(path) && !/^(testkit|design\/ui\/gallery)\//.test(path);
}

function isSource(path) {
  return !/(^|[\\/])(dist|node_modules)([\\/]|$)/.test(relative(root, path));
}

function filesUnder(top) {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(top, join(entry.parentPath, entry.name)));
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function read(path) {
  return readFileSync(resolve(root, path), 'utf8');
}

function readJson(path) {
  return JSON.parse(read(path));
}
