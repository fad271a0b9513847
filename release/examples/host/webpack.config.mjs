/**
 * A host of its own: it provides what remotes share, and learns at run time where they are. `npm run build` writes `dist`; `npm start`
 * serves it and passes Tessera's paths on to TESSERA (http://localhost:8080 unless set), as a gateway does in production.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { contractVersion, sharedModules } from '@tessera/shared/federation';

const require = createRequire(import.meta.url);
/** Fetched only by pages that ask for them. */
const lazy = ['@tessera/shared/forms', '@tessera/shared/charts'];

/** The facades go by the version of the contract, which their names are part of. */
function versionOf(module) {
  if (module.startsWith('@tessera/')) return contractVersion;
  return JSON.parse(readFileSync(require.resolve(`${module.split('/')[0]}/package.json`), 'utf8')).version;
}

const shared = Object.fromEntries(
  sharedModules.map((module) => {
    const version = versionOf(module);
    return [
      module,
      { singleton: true, strictVersion: true, version, requiredVersion: `^${version}`, eager: !lazy.includes(module) },
    ];
  }),
);

export default {
  mode: 'production',
  target: ['web', 'es2022'],
  entry: './src/main.ts',
  output: { path: join(import.meta.dirname, 'dist'), filename: '[name].[contenthash:8].js', clean: true, publicPath: 'auto' },
  resolve: { extensions: ['.ts', '.js'] },
  module: {
    rules: [
      { test: /\.ts$/, loader: 'ts-loader', options: { transpileOnly: true } },
      {
        test: /\.css$/,
        use: [
          MiniCssExtractPlugin.loader,
          // The style sheets of the shared parts give their class names as one object.
          {
            loader: 'css-loader',
            options: { modules: { auto: /\.module\.css$/, namedExport: false, exportLocalsConvention: 'as-is' } },
          },
        ],
      },
    ],
  },
  plugins: [
    new ModuleFederationPlugin({ name: 'another_host', shared, shareStrategy: 'loaded-first', dts: false, manifest: false }),
    new MiniCssExtractPlugin({ ignoreOrder: true }),
    new HtmlWebpackPlugin({ title: 'Another host', meta: { viewport: 'width=device-width, initial-scale=1' } }),
  ],
  devServer: {
    proxy: [{ context: ['/api', '/socket', '/r', '/pointer'], target: process.env.TESSERA ?? 'http://localhost:8080', ws: true }],
  },
  performance: false,
  stats: 'errors-warnings',
};
