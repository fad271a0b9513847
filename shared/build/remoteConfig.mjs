/**
 * The build of a remote: one container that exposes './app' (src/remote.tsx) and shares nothing of its own. The container's
 * window global, the chunk registry and the class names carry the build's hash, so that two releases of one remote can live
 * side by side on one page: that is what makes a rollback without a reload possible.
 *
 * Use: `export default remoteConfig(import.meta.dirname);` in <remote>/webpack.config.mjs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';
import { baseConfig, describePackage } from './baseConfig.mjs';
import { RefuseOwnCopies } from './RefuseOwnCopies.mjs';
import { remoteScope } from './sharedScope.mjs';
import { buildMode, RecordInputs } from './buildInputs.mjs';
import { SteadyFederationEntry } from './SteadyFederationEntry.mjs';
import { VersionByContent } from './VersionByContent.mjs';
import { WriteBuildRecord } from './WriteBuildRecord.mjs';

/** The one place where a remote names its contract range is its own source; the release repeats it so that it can be checked unloaded. */
function contractRange(folder) {
  const source = readFileSync(join(folder, 'src/remote.tsx'), 'utf8');
  const found = /export const contract(?::\s*string)? = '(\^\d+\.\d+(?:\.\d+)?)'/.exec(source);
  if (found === null) throw new Error(`${folder}/src/remote.tsx must contain: export const contract = '^1.0';`);
  return found[1];
}

/** The chunk of what is exposed: it is there before any page. */
const firstChunk = 'app';

/** Forms, and what a form judges its request by. */
const formParts =
  /[\\/](?:node_modules[\\/]zod|shared[\\/]src[\\/](?:domain[\\/]contract[\\/](?!shownAsset|linkPatterns)|remote-kit[\\/](?:step-up|react[\\/]useEndpointForm)))\b/;

/**
 * Each page is a chunk of its own (src/routes.tsx). What two of them need, and every style, is in the first chunk, so that a page is
 * one file more. Forms are the exception: they bring the schemas of all calls, which a page of figures does not need.
 * What the host provides is not taken out of the pages: it is asked for by the page that needs it.
 */
const partsOfPages = {
  default: false,
  defaultVendors: false,
  forms: {
    name: 'forms',
    chunks: 'async',
    minChunks: 2,
    priority: 1,
    enforce: true,
    test: ({ type, resource }) => /^javascript/.test(type) && formParts.test(resource ?? ''),
  },
  parts: { name: firstChunk, chunks: 'async', minChunks: 2, enforce: true, test: ({ type }) => /^javascript/.test(type) },
  styles: { name: firstChunk, chunks: 'async', enforce: true, type: 'css/mini-extract' },
};

export function remoteConfig(folder) {
  const about = describePackage(folder);
  const remote = about.name.replace('remote-', '');
  const global = `${remote}_${about.sha}`;
  const isProduction = buildMode() === 'production';
  const base = baseConfig(about, { uniqueName: global, policyName: 'tessera-remote#webpack', publicPath: 'auto', isProduction });
  return {
    ...base,
    entry: {},
    optimization: { ...base.optimization, splitChunks: { ...base.optimization.splitChunks, cacheGroups: partsOfPages } },
    plugins: [
      ...base.plugins,
      new SteadyFederationEntry(),
      new ModuleFederationPlugin({
        name: global,
        filename: 'remoteEntry.js',
        library: { type: 'global', name: global },
        exposes: { './app': { import: './src/remote.tsx', name: firstChunk } },
        shared: remoteScope(),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        dev: false,
        virtualRuntimeEntry: true,
        experiments: { optimization: { target: 'web', disableRemote: true, disableSnapshot: true } },
      }),
      new RefuseOwnCopies(),
      new WriteBuildRecord(
        {
          schema: 1,
          kind: 'remote',
          name: remote,
          version: about.version,
          bundler: `webpack ${webpack.version}`,
          entry: 'remoteEntry.js',
          type: 'global',
          global,
          contract: contractRange(folder),
          ...(about.pages.length === 0 ? {} : { pages: about.pages }),
          ...(about.openPages.length === 0 ? {} : { openPages: about.openPages }),
        },
        firstChunk,
      ),
      new VersionByContent(),
      new RecordInputs(about, 'remote'),
    ],
  };
}
