/**
 * A remote alone on a page: src/standalone.tsx with a fake context instead of the host, every shared module bundled in.
 * For development only; what is released comes from remoteConfig.
 *
 * Use: `export default standaloneConfig(import.meta.dirname);` in <remote>/webpack.standalone.mjs, then
 * `npm run dev -- --only <remote> --alone`, which sets these variables:
 * PORT; TESSERA_API, the address of a running exchange to put behind the page; TESSERA_QUOTES_DIR, a folder with recorded
 * one-minute bars to play in place of invented ones.
 */
import { join } from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { tsImport } from 'tsx/esm/api';
import { baseConfig, describePackage } from './baseConfig.mjs';
import { recordedPrices } from './recordedPrices.mjs';

const { pages } = await tsImport('../src/federation/remoteNames.ts', import.meta.url);

export function standaloneConfig(folder) {
  const { PORT, TESSERA_API: exchange, TESSERA_QUOTES_DIR: quotesFolder } = process.env;
  const described = describePackage(folder);
  const about = { ...described, sha: 'alone', version: described.version.replace(described.sha, 'alone') };
  const remote = about.name.replace('remote-', '');
  const base = baseConfig(about, {
    uniqueName: `${about.name}_standalone`,
    policyName: 'tessera-standalone',
    publicPath: 'auto',
    isProduction: false,
  });
  const standalone = {
    remote,
    version: about.version,
    pages: [...about.pages, ...Object.keys(pages).filter((path) => pages[path] === remote)],
    hasExchange: exchange !== undefined,
    hasRecordings: quotesFolder !== undefined,
  };
  return {
    ...base,
    devtool: 'cheap-module-source-map',
    entry: { main: './src/standalone.tsx' },
    output: { ...base.output, path: join(folder, 'dist/standalone') },
    plugins: [
      ...base.plugins,
      new webpack.DefinePlugin({ 'process.env.TESSERA_STANDALONE': JSON.stringify(standalone) }),
      new HtmlWebpackPlugin({ title: about.name, meta: { viewport: 'width=device-width, initial-scale=1, viewport-fit=cover' } }),
    ],
    devServer: {
      host: 'localhost',
      port: PORT,
      hot: false,
      liveReload: true,
      client: { overlay: true, logging: 'warn' },
      proxy: exchange === undefined ? [] : [{ context: ['/api', '/socket'], target: exchange, ws: true, changeOrigin: true }],
      setupMiddlewares: (middlewares, { app }) => {
        if (quotesFolder !== undefined) {
          app.get('/quotes/:symbol', (request, answer) => {
            const prices = recordedPrices(quotesFolder, request.params.symbol);
            return prices === undefined ? answer.status(404).end() : answer.json(prices);
          });
        }
        return middlewares;
      },
    },
  };
}
