/**
 * A remote alone on a page: src/standalone.tsx with a fake context instead of the host, every shared module bundled in.
 * For development only; what is released comes from remoteConfig.
 *
 * Use: `export default standaloneConfig(import.meta.dirname);` in <remote>/webpack.standalone.mjs, then
 * `npx webpack serve --config webpack.standalone.mjs` in the remote's folder.
 */
import { join } from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { baseConfig, describePackage } from './baseConfig.mjs';

export function standaloneConfig(folder) {
  const about = describePackage(folder);
  const base = baseConfig(about, { uniqueName: `${about.name}_standalone`, policyName: 'tessera-standalone', publicPath: 'auto', isProduction: false });
  return {
    ...base,
    entry: { main: './src/standalone.tsx' },
    output: { ...base.output, path: join(folder, 'dist/standalone') },
    plugins: [
      ...base.plugins,
      new HtmlWebpackPlugin({ title: about.name, meta: { viewport: 'width=device-width, initial-scale=1, viewport-fit=cover' } }),
    ],
    devServer: { hot: false, liveReload: true, client: { overlay: true } },
  };
}
