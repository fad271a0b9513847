/**
 * The build of the host: the shell, and the only provider of every shared module. It names no remote: what to load is
 * learned from the signed pointer at run time. index.html holds no inline script or style, so that the strictest content
 * policy applies; the theme is set before the first paint by a tiny script of its own.
 *
 * Use: `export default [serviceWorkerConfig(import.meta.dirname), hostConfig(import.meta.dirname)];` in host/webpack.config.mjs.
 */
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { baseConfig, describePackage } from './baseConfig.mjs';
import { BlockingScript } from './BlockingScript.mjs';
import { InstallableApp } from './InstallableApp.mjs';
import { RefuseUnverifiedTags } from './RefuseUnverifiedTags.mjs';
import { isWorkerFile } from './serviceWorkerConfig.mjs';
import { contractVersion, hostScope } from './sharedScope.mjs';
import { buildMode, RecordInputs } from './buildInputs.mjs';
import { SteadyFederationEntry } from './SteadyFederationEntry.mjs';
import { VersionByContent } from './VersionByContent.mjs';
import { WriteBuildRecord } from './WriteBuildRecord.mjs';

/** Where the server serves the host. Hash routes keep every page at this one address. */
const publicPath = '/h5/';

export function hostConfig(folder) {
  const about = describePackage(folder);
  const isProduction = buildMode() === 'production';
  const base = baseConfig(about, {
    uniqueName: 'tessera_host',
    policyName: 'tessera-host#webpack',
    publicPath,
    isProduction,
    // All hosts lie at one address and are kept for ever: a name must never stand for the bytes of another build.
    fileName: `[name].${about.sha}`,
  });
  return {
    ...base,
    dependencies: ['serviceWorker'],
    entry: { main: './src/main.tsx' },
    output: { ...base.output, clean: { keep: isWorkerFile } },
    plugins: [
      ...base.plugins,
      new SteadyFederationEntry(),
      new ModuleFederationPlugin({
        name: 'tessera_host',
        shared: hostScope(),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        dev: false,
        virtualRuntimeEntry: true,
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
      new HtmlWebpackPlugin({
        template: './src/index.html',
        scriptLoading: 'defer',
        minify: isProduction && { collapseWhitespace: true, removeComments: true },
      }),
      new BlockingScript('src/themeBeforePaint.ts', 'src/serviceWorker/forgetRefusedFiles.ts', 'src/fetchFirst.ts'),
      new InstallableApp('src/install'),
      ...(isProduction ? [new RefuseUnverifiedTags()] : []),
      new WriteBuildRecord({
        schema: 1,
        kind: 'host',
        name: 'host',
        version: about.version,
        bundler: `webpack ${webpack.version}`,
        contract: contractVersion,
      }),
      new VersionByContent(isWorkerFile),
      new RecordInputs(about, 'host'),
    ],
  };
}
