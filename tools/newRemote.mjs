/**
 * npm run new-remote <name>: a remote with one page that passes every check as it is (docs/guides/new-remote.md). Its files
 * come from release/templates; the few lists that cannot be read off the folders are completed. `-- --root <folder>` makes
 * it in another checkout.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root as ownRoot, setUp } from './setUp.mjs';

const templates = join(import.meta.dirname, '../release/templates');
const usage = 'Usage: npm run new-remote <name>   (a word of small letters, digits and hyphens: promo, copy-trading)';
const usageCode = 2;
const refusedCode = 3;

const { values, positionals } = parse();
const [name = ''] = positionals;
if (positionals.length !== 1 || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40) fail(usage, usageCode);
await setUp();
const root = resolve(values.root ?? ownRoot);
const folder = `remote-${name}`;
const taken = await whatIsTaken();
if (taken !== undefined) fail(`"${name}" cannot be the name of a new remote: ${taken}`, refusedCode);
writeRemote();
writeTexts();
completeLists();
console.log(`${folder} is made, with the page /pages/${name}/index.

  npm run dev -- --only ${name} --alone     look at it
  npm run release -- publish ${name}        prove it and put it into the store
  npm run release -- promote ${name}        show it to people`);

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: { root: { type: 'string' } } });
  } catch (error) {
    return fail(`${error.message}\n${usage}`, usageCode);
  }
}

/** Why the name is not free; undefined when it is. */
async function whatIsTaken() {
  if (existsSync(join(root, folder))) return `there is a folder ${folder} already`;
  if (existsSync(join(root, 'locales/en', `${name}.json`))) return `locales/en/${name}.json holds other texts already`;
  const { tsImport } = await import('tsx/esm/api');
  const { pages } = await tsImport(join(root, 'shared/src/federation/remoteNames.ts'), import.meta.url);
  const page = Object.keys(pages).find((path) => path.startsWith(`/pages/${name}/`));
  return page === undefined ? undefined : `the page ${page} belongs to remote-${pages[page]}`;
}

/** Every file of the template, with its names put in; "x.ts.template" becomes "x.ts". */
function writeRemote() {
  const places = { name, react: readJson('shared/package.json').dependencies.react, contract: spokenContract() };
  const filled = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, place) => places[place]);
  for (const path of filesUnder(join(templates, 'remote'))) {
    write(join(folder, relative(join(templates, 'remote'), path).replace(/\.template$/, '')), filled(readFileSync(path, 'utf8')));
  }
}

/** "1.1": what the host of this checkout speaks. */
function spokenContract() {
  const source = readFileSync(join(root, 'shared/src/federation/RemoteContract.ts'), 'utf8');
  return (
    /contractVersion = '(\d+\.\d+)/.exec(source)?.[1] ?? fail('shared/src/federation/RemoteContract.ts names no contractVersion')
  );
}

function writeTexts() {
  const files = filesUnder(join(templates, 'locales'));
  for (const path of files) write(join('locales', basename(path, '.json'), `${name}.json`), readFileSync(path, 'utf8'));
  const lines = files
    .map((path) => basename(path, '.json'))
    .map((language) => `  ${language}: () => import('../${language}/${name}.json'),`);
  const about =
    '/** One import per language, written out, so that the bundler makes one small chunk of each and a page loads only its own. */';
  write(`locales/load/${name}.ts`, [about, 'export const texts = {', ...lines, '};', ''].join('\n'));
}

/** The solution file of the compiler, and the workspace as npm would write it into its files. */
function completeLists() {
  edit('tsconfig.json', (text) =>
    text.replace(/(.*\{ "path": "remote-[^"]+" \},?\n)(?!.*\{ "path": "remote-)/, `$1    { "path": "${folder}" },\n`),
  );
  const manifest = readJson(`${folder}/package.json`);
  if (!readJson('package.json').workspaces.includes('remote-*')) edit('package.json', withWorkspace);
  edit('package-lock.json', (text) => {
    const lock = JSON.parse(text);
    lock.packages[''].workspaces = readJson('package.json').workspaces;
    lock.packages[`node_modules/${manifest.name}`] = { resolved: folder, link: true };
    lock.packages[folder] = { name: manifest.name, version: manifest.version, dependencies: manifest.dependencies };
    lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
    return `${JSON.stringify(lock, undefined, 2)}\n`;
  });
  const link = join(root, 'node_modules', manifest.name);
  if (existsSync(dirname(link)) && !existsSync(link)) symlinkSync(join('../..', folder), link);
}

function withWorkspace(text) {
  return text.replace(/(.*"remote-[^"]+",\n)(?!.*"remote-)/, `$1    "${folder}",\n`);
}

function filesUnder(top) {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function edit(path, change) {
  const before = readFileSync(join(root, path), 'utf8');
  const after = change(before);
  if (after === before) fail(`${path} has not the shape that new-remote knows: add ${folder} to it by hand`);
  write(path, after);
}
