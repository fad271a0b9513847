/** Two small remotes over a shared folder, built by webpack with the plugins that real builds have: whom does a change release? */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { areInputsUnchanged, RecordInputs } from '@tessera/shared/build/buildInputs';
import { SteadyNames } from '@tessera/shared/build/SteadyNames';
import { SteadyStyleOrder } from '@tessera/shared/build/SteadyStyleOrder';
import { unknownSha, VersionByContent } from '@tessera/shared/build/VersionByContent';
import { WriteBuildRecord } from '@tessera/shared/build/WriteBuildRecord';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { SteadyFederationEntry } from '@tessera/shared/build/SteadyFederationEntry';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Compiler, type Module } from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';

const remotes = ['chart', 'ticket'] as const;
const sources = {
  'package.json': '{}',
  'package-lock.json': '{ "packages": {} }',
  'tsconfig.base.json': '{}',
  'shared/button.js': `/* The one button. */ export const button = (label) => '<button>' + label + '</button>';\n`,
  'shared/index.js': `export { button } from './button.js';\nexport { gesture } from './gesture.js';\n`,
  'shared/gesture.js': `export const gesture = 'pan';\n`,
  'shared/package.json': '{ "sideEffects": false, "type": "module" }',
  'words/de.json': '{ "sell": "Verkaufen" }',
  'chart/main.js': `import { button, gesture } from '../shared/index.js';\nconsole.log(button(gesture));\n`,
  'ticket/main.js': `import { button } from '../shared/index.js';\nimport('../words/de.json').then(({ sell }) => console.log(button(sell)));\n`,
};

let root: string;
beforeAll(() => {
  // Where temporary folders are links, webpack would name files by another path than we.
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-versions-')));
  for (const [path, text] of Object.entries(sources)) write(path, text);
});
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

const outputOf = (name: string) => join(root, name, 'dist/web');

/** As the tool does it: a build whose inputs are those of the last one is not made again. */
async function versionOf(name: string): Promise<string> {
  if (!areInputsUnchanged(root, join(root, name))) await build(name);
  return (JSON.parse(readFileSync(join(outputOf(name), 'build.json'), 'utf8')) as { version: string }).version;
}

async function build(name: string, fileName = '[name].[contenthash:8].js'): Promise<void> {
  const folder = join(root, name);
  const global = `${name}_${unknownSha}`;
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: { main: './main.js' },
    output: {
      path: outputOf(name),
      filename: fileName,
      uniqueName: global,
      publicPath: 'auto',
      crossOriginLoading: 'anonymous',
      clean: true,
    },
    plugins: [
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
      new WriteBuildRecord({ name, version: `0.1.0+${unknownSha}`, global }, 'main'),
      new VersionByContent(),
      new RecordInputs({ root, folder }, 'remote'),
    ],
  });
  await run(compiler);
}

const run = (compiler: Compiler) =>
  new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      const fault = error ?? stats?.compilation.errors[0];
      compiler.close(() => (fault === undefined ? resolve() : reject(fault)));
    });
  });
const versions = async () => [await versionOf('chart'), await versionOf('ticket')];
const unchanged = () => remotes.map((name) => areInputsUnchanged(root, join(root, name)));

/** What a change releases, and what it makes build again; it is taken back afterwards. */
async function releasedBy(path: keyof typeof sources | 'server/app.js', from: string, to: string) {
  const before = await versions();
  const text = (sources as Record<string, string | undefined>)[path] ?? '';
  expect(text).toContain(from);
  write(path, text.replace(from, to));
  const built = remotes.filter((_, index) => unchanged()[index] !== true);
  const after = await versions();
  // A chunk that the change left alone lies there under the same name, with the digits of the build before.
  expect(remotes.flatMap((name) => outputFiles(name).unverified)).toEqual([]);
  write(path, text);
  return { built, released: remotes.filter((_, index) => after[index] !== before[index]) };
}

/** Files of the output, and those whose integrity nobody in it names. */
function outputFiles(name: string) {
  const files = readdirSync(outputOf(name)).map((file) => [file, readFileSync(join(outputOf(name), file))] as const);
  const all = files.map(([, bytes]) => bytes.toString()).join('');
  const lazy = files.filter(([file]) => file.endsWith('.js') && !file.startsWith('main'));
  const unverified = lazy.filter(([, bytes]) => !all.includes(createHash('sha384').update(bytes).digest('base64')));
  return { all, lazy, unverified: unverified.map(([file]) => file) };
}

test('what is built says its version wherever it is named, and every integrity is of the files as they are', async () => {
  const version = await versionOf('ticket');
  const sha = version.split('+')[1] ?? '';
  expect(sha).toMatch(/^[0-9a-f]{8}$/);
  const { all, lazy, unverified } = outputFiles('ticket');
  expect(all).not.toContain(unknownSha);
  expect(all).toContain(`webpackChunkticket_${sha}`);
  expect(JSON.parse(readFileSync(join(outputOf('ticket'), 'build.json'), 'utf8'))).toMatchObject({ global: `ticket_${sha}` });
  expect(lazy).toHaveLength(1);
  expect(unverified).toEqual([]);
});

test('the same sources give the same versions, and nothing has to be built to know it', async () => {
  const before = await versions();
  expect(unchanged()).toEqual([true, true]);
  for (const name of remotes) await build(name);
  expect(await versions()).toEqual(before);
});

test.each([
  ['a word in German', 'words/de.json', 'Verkaufen', 'Abstoßen', ['ticket'], ['ticket']],
  ['a gesture of the chart', 'shared/gesture.js', 'pan', 'zoom', ['chart'], ['chart']],
  ['the button that both have', 'shared/button.js', '<button>', '<button type=button>', ['chart', 'ticket'], ['chart', 'ticket']],
  ['a comment in it', 'shared/button.js', 'The one', 'The only', ['chart', 'ticket'], []],
  ['a shared function that nobody calls', 'shared/gesture.js', 'export', 'export const spare = 1; export', ['chart'], []],
  ['a page of one remote', 'ticket/main.js', 'sell }', 'sell = 1 }', ['ticket'], ['ticket']],
  ['the settings of a build', 'package.json', '{}', '{ "browserslist": [] }', ['chart', 'ticket'], []],
  ['a file that no remote has', 'server/app.js', '', 'listen()', [], []],
] as const)('%s releases those whose bytes it changes', async (_, path, from, to, built, released) => {
  expect(await releasedBy(path, from, to)).toEqual({ built, released });
});

test('files that carry the version in their names: no name stands for the bytes of two builds', async () => {
  const filesNow = async () => {
    await build('ticket', `[name].${unknownSha}.js`);
    const scripts = readdirSync(outputOf('ticket')).filter((file) => file.endsWith('.js'));
    return new Map(scripts.map((file) => [file, readFileSync(join(outputOf('ticket'), file), 'utf8')]));
  };
  const before = await filesNow();
  expect([...before.keys()].join()).not.toContain(unknownSha);
  expect([...before.values()].join()).not.toContain(unknownSha);
  write('shared/button.js', sources['shared/button.js'].replace('<button>', '<b>'));
  const after = await filesNow();
  write('shared/button.js', sources['shared/button.js']);
  expect([...after.keys()].filter((file) => before.has(file) && before.get(file) !== after.get(file))).toEqual([]);
  expect(outputFiles('ticket').unverified).toEqual([]);
});

test('a container built in another folder is the same release: what has the path of the packages in its name has a fixed id', async () => {
  const container = async (folder: string) => {
    write(`${folder}/app.js`, `export const app = 'market';\n`);
    const compiler = webpack({
      mode: 'production',
      context: join(root, folder),
      entry: {},
      output: { path: outputOf(folder), publicPath: 'auto', uniqueName: 'market' },
      plugins: [
        new SteadyFederationEntry(),
        new ModuleFederationPlugin({
          name: 'market',
          filename: 'remoteEntry.js',
          library: { type: 'global', name: 'market' },
          exposes: { './app': './app.js' },
          dts: false,
          manifest: false,
          virtualRuntimeEntry: true,
        }),
      ],
      optimization: { moduleIds: 'deterministic', minimize: false },
    });
    await run(compiler);
    return readFileSync(join(outputOf(folder), 'remoteEntry.js'), 'utf8');
  };
  const here = await container('market');
  for (const id of ['federation', 'container']) expect(here).toMatch(new RegExp(`^/\\*\\*\\*/ "?${id}"?$`, 'm'));
  expect(await container('elsewhere')).toBe(here);
});

/** Whichever is read first: two pages in one chunk, each with a style. */
test.each([
  ['bar.css', 'ring.css'],
  ['ring.css', 'bar.css'],
])('the sheet has one order, also when %s is read before %s', async (first, second) => {
  write(
    'loans/main.js',
    `import(/* webpackChunkName: "loans" */ './home.js');\nimport(/* webpackChunkName: "loans" */ './orders.js');\n`,
  );
  write('loans/home.js', `import './ring.css';\n`);
  write('loans/orders.js', `import './bar.css';\n`);
  write('loans/ring.css', '.ring {}');
  write('loans/bar.css', '.bar {}');
  const reader = new EventEmitter();
  const isRead = once(reader, first);
  const compiler = webpack({
    mode: 'production',
    context: join(root, 'loans'),
    entry: './main.js',
    output: { path: outputOf('loans') },
    module: {
      rules: [{ test: /\.css$/, use: [MiniCssExtractPlugin.loader, createRequire(import.meta.url).resolve('css-loader')] }],
    },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].css' }), new SteadyStyleOrder()],
    optimization: {
      minimize: false,
      splitChunks: { cacheGroups: { styles: { name: 'styles', enforce: true, type: 'css/mini-extract' } } },
    },
  });
  compiler.hooks.thisCompilation.tap('order', (compilation, { normalModuleFactory }) => {
    compilation.hooks.succeedModule.tap('order', (module: Module) => {
      if (module.type === 'css/mini-extract' && module.identifier().includes(first)) reader.emit(first);
    });
    normalModuleFactory.hooks.beforeResolve.tapPromise('order', async ({ request }) => {
      if (request === `./${second}`) await isRead;
    });
  });
  await run(compiler);
  const sheet = readFileSync(join(outputOf('loans'), 'styles.css'), 'utf8');
  expect(sheet.match(/\.\w+(?= \{)/g)).toEqual(['.bar', '.ring']);
});

test('a comment moves no short name: the minifier counts no letters of hashes that are not there yet', async () => {
  const scripts = new Set<string>();
  for (const comment of ['', '// 1', '// 2', '// 3', '// 4', '// 5', '// 6', '// 7']) scripts.add(await namingScript(comment));
  expect(scripts.size).toBe(1);
});

/** A script that loads another one and has more functions than there are names of one letter; `comment` stands in the other one. */
async function namingScript(comment: string): Promise<string> {
  const functions = Array.from(
    { length: 200 },
    (_, index) => `function one${index}(given) { return given(one${(index + 1) % 200}) }`,
  );
  write('naming/main.js', [...functions, `one0(import('./later.js'));`].join('\n'));
  write('naming/later.js', `${comment}\nexport const later = 1;\n`);
  const compiler = webpack({
    mode: 'production',
    context: join(root, 'naming'),
    entry: { main: './main.js' },
    output: { path: outputOf('naming'), filename: 'main.js', chunkFilename: 'later.[contenthash:8].js', clean: true },
    optimization: { minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, parallel: false })] },
    plugins: [new SteadyNames()],
  });
  await run(compiler);
  const script = readFileSync(join(outputOf('naming'), 'main.js'), 'utf8');
  const [later] = readdirSync(outputOf('naming')).filter((name) => name.startsWith('later'));
  expect(script).toContain(/later\.([0-9a-f]{8})\.js/.exec(later ?? '')?.[1]);
  return script;
}
