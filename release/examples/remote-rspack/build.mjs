/**
 * Builds this remote with Rspack: a federation container whose global, chunk registry and chunk hashes are this build's
 * own, which takes React from the host and carries none, and the build.json that `release publish --from` reads.
 *
 * Use: node build.mjs [output folder]
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { sourceHash } from '@tessera/shared/build/sourceHash';

const folder = import.meta.dirname;
const require = createRequire(import.meta.url);
const name = 'rspack';
const sha = sourceHash(folder);
const { version: packageVersion } = require('./package.json');
/** Of this build alone: two releases can be on one page at a time. */
const global = `${name}_${sha}`;

const versionOf = (module) => JSON.parse(readFileSync(require.resolve(`${module.split('/')[0]}/package.json`), 'utf8')).version;
const fromHost = (module) => [
  module,
  { singleton: true, strictVersion: true, requiredVersion: `^${versionOf(module)}`, import: false },
];

const record = {
  schema: 1,
  kind: 'remote',
  name,
  version: `${packageVersion}+${sha}`,
  bundler: `rspack ${rspack.rspackVersion}`,
  entry: 'remoteEntry.js',
  type: 'global',
  global,
  contract: '^1.0',
  pages: [`/pages/${name}/index`],
  openPages: [`/pages/${name}/index`],
};

/** `preload`: the files of the exposed module, which the first visit needs right after the entry. */
class WriteBuildRecord {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('WriteBuildRecord', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'WriteBuildRecord', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const app = [...compilation.chunks].find((chunk) => chunk.name === 'app');
          const preload = [...(app?.files ?? [])].filter((file) => file.endsWith('.js'));
          compilation.emitAsset('build.json', new rspack.sources.RawSource(JSON.stringify({ ...record, preload }, undefined, 2)));
        },
      );
    });
  }
}

const compiler = rspack({
  mode: 'production',
  context: folder,
  entry: {},
  target: ['web', 'es2022'],
  devtool: false,
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } }, target: 'es2022' },
        },
        type: 'javascript/auto',
      },
    ],
  },
  output: {
    path: resolve(process.argv[2] ?? join(folder, 'dist/web')),
    clean: true,
    uniqueName: global,
    publicPath: 'auto',
    filename: '[name].[contenthash:8].js',
    chunkFilename: '[name].[contenthash:8].js',
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: 8000,
    trustedTypes: { policyName: 'tessera-remote#webpack' },
  },
  plugins: [
    new ModuleFederationPlugin({
      name: global,
      filename: 'remoteEntry.js',
      library: { type: 'global', name: global },
      exposes: { './app': { import: './src/remote.tsx', name: 'app' } },
      shared: Object.fromEntries(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'].map(fromHost)),
      shareStrategy: 'loaded-first',
      dts: false,
      manifest: false,
      dev: false,
      experiments: { optimization: { target: 'web', disableRemote: true, disableSnapshot: true } },
    }),
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
    new WriteBuildRecord(),
  ],
  stats: 'errors-warnings',
});

compiler.run((error, stats) => {
  if (error !== null || stats.hasErrors()) {
    console.error(error ?? stats.toString('errors-only'));
    process.exitCode = 1;
  } else {
    console.log(`${record.name} ${record.version}: ${compiler.outputPath}`);
  }
  compiler.close(() => undefined);
});
