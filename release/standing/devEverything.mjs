/**
 * The exchange, and a watch over the browser's sources. A change is built (unminified), published and promoted like any
 * release, so that an open page swaps the remote in place without a reload; only a change of the host itself asks for one.
 * Development releases live in a data directory of their own.
 */
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { remotes } from './remotes.mjs';
import { root, runProgram, say } from './setUp.mjs';
import { startServer } from './startServer.mjs';

const quietMs = 250;

/** `only`: the one package that is watched. Answers the exit code. */
export async function devEverything(only) {
  process.env.NODE_ENV = 'development';
  const dataDir = resolve(root, process.env.DATA_DIR ?? '.data-dev');
  const release = (...words) => runProgram('release/src/main.ts', words, { env: { DATA_DIR: dataDir } });
  const publish = async () => {
    if (only === undefined) return release('install', '--now');
    if (only === 'host') return release('publish', 'host');
    const code = await release('publish', only, '--unproven');
    return code === 0 ? release('promote', only, '--now', '--unlock', '--unproven') : code;
  };

  const installed = await release('install', '--now');
  if (installed !== 0) return installed;
  const server = await startServer(dataDir);
  const { url, demo } = server.ready;
  say(`ready: ${url}${demo === undefined ? '' : `  (${demo.account} / ${demo.password})`}`);

  const folders = only === undefined ? ['shared', 'locales', 'host/src', ...remotes.map((name) => `remote-${name}/src`)] : [only === 'host' ? 'host/src' : `remote-${only}/src`];
  let timer;
  let publishing = Promise.resolve();
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (file === null || /(^|\/)(dist|node_modules)\//.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        publishing = publishing.then(publish).then((code) => say(code === 0 ? 'live' : 'not live: see above'));
      }, quietMs);
    });
  }
  const code = await server.ended;
  await publishing;
  return code;
}
