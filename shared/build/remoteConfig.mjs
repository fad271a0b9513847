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
import { VersionByContent } from './VersionByContent.mjs';
import { WriteBuildRecord } from './WriteBuildRecord.mjs';

/** The one place where a remote names its contract range is its own source; the release repeats it so that it can be checked unloaded. */
function contractRange(folder) {
  const source = readFileSync(join(folder, 'src/remote.tsx'), 'utf8');
  const found = /export const contract(?::\s*string)? = '(\^\d+\.\d+(?:\.\d+)?)'/.exec(source);
  if (found === null) throw new Error(`${folder}/src/remote.tsx must contain: export const contract = '^1.0';`);
  return found[1];
}

export function remoteConfig(folder) {
  const about = describePackage(folder);
  const remote = about.name.replace('remote-', '');
  const global = `${remote}_${about.sha}`;
  const isProduction = buildMode() === 'production';
  const base = baseConfig(about, { uniqueName: global, policyName: 'tessera-remote#webpack', publicPath: 'auto', isProduction });
  return {
    ...base,
    entry: {},
    plugins: [
      ...base.plugins,
      new ModuleFederationPlugin({
        name: global,
        filename: 'remoteEntry.js',
        library: { type: 'global', name: global },
        exposes: { './app': { import: './src/remote.tsx', name: 'app' } },
        shared: remoteScope(),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        dev: false,
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
        'app',
      ),
      new VersionByContent(),
      new RecordInputs(about, 'remote'),
    ],
  };
}
