/** The operators' console: a page of its own without federation, so that it works when everything that is federated does not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseConfig } from '@tessera/shared/build/baseConfig';
import { buildMode, RecordInputs } from '@tessera/shared/build/buildInputs';
import { RefuseUnverifiedTags } from '@tessera/shared/build/RefuseUnverifiedTags';
import { unknownSha, VersionByContent } from '@tessera/shared/build/VersionByContent';
import { WriteBuildRecord } from '@tessera/shared/build/WriteBuildRecord';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';

const folder = import.meta.dirname;
const root = join(folder, '..');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const about = { root, folder, name: 'console', sha: unknownSha, version: `${manifest.version}+${unknownSha}`, pages: [] };
const isProduction = buildMode() === 'production';
/** Relative, so that the page works wherever the server puts it. */
const publicPath = '';
const base = baseConfig(about, { uniqueName: 'tessera_console', policyName: 'tessera-console', publicPath, isProduction });

export default {
  ...base,
  entry: { main: './src/main.tsx' },
  plugins: [
    ...base.plugins,
    new HtmlWebpackPlugin({
      template: './src/index.html',
      favicon: './src/icon.svg',
      scriptLoading: 'defer',
      minify: isProduction && { collapseWhitespace: true, removeComments: true },
    }),
    ...(isProduction ? [new RefuseUnverifiedTags()] : []),
    new WriteBuildRecord({
      schema: 1,
      kind: 'console',
      name: 'console',
      version: about.version,
      bundler: `webpack ${webpack.version}`,
    }),
    new VersionByContent(),
    new RecordInputs(about, 'console'),
  ],
};
