/**
 * The build of the host's workers: the service worker, the one that takes its place to switch it off, and the one that draws a day
 * again. Their names carry no hash: a browser knows a worker by its address and asks for it again. One file each, outside the federation: a worker shares nothing.
 */
import { baseConfig, describePackage } from './baseConfig.mjs';
import { buildMode, RecordInputs } from './buildInputs.mjs';

/** Files that the host's own build, which empties the folder, must leave alone. */
export const isWorkerFile = /^(serviceWorker(Off)?|redrawWorker)\.js/;

export function serviceWorkerConfig(folder) {
  const about = describePackage(folder);
  const isProduction = buildMode() === 'production';
  const { mode, context, resolve, module, output, optimization, performance, stats } = baseConfig(about, { isProduction });
  return {
    name: 'serviceWorker',
    mode,
    context,
    resolve,
    module,
    performance,
    stats,
    target: ['webworker', 'es2022'],
    devtool: false,
    entry: {
      serviceWorker: './src/serviceWorker/worker/serviceWorker.ts',
      serviceWorkerOff: './src/serviceWorker/worker/serviceWorkerOff.ts',
      redrawWorker: './src/evidence/redraw/worker/redrawWorker.ts',
    },
    output: { path: output.path, filename: '[name].js' },
    optimization: { minimizer: optimization.minimizer },
    plugins: [new RecordInputs(about, 'serviceWorker')],
  };
}
