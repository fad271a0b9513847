/**
 * The exchange, and a watch over the browser's sources. A change is built (unminified), published and promoted like any
 * release, so that an open page swaps the remote in place without a reload; only a change of the host itself asks for one.
 * Development releases live in a data directory of their own.
 */
import { readFileSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { remotes } from './remotes.mjs';
import { root, runProgram, say } from './setUp.mjs';
import { requireFree, startServer } from './startServer.mjs';

const quietMs = 250;

/** `only`: the one package that is watched, with the texts. Answers the exit code. */
export async function devEverything(only) {
  process.env.NODE_ENV = 'development';
  const dataDir = resolve(root, process.env.DATA_DIR ?? '.data-dev');
  const release = (...words) => runProgram('release/src/main.ts', words, { env: { DATA_DIR: dataDir } });
  const goLive = async (remote, ...options) => {
    const code = await release('publish', remote, '--unproven');
    return code === 0 ? release('promote', remote, '--now', '--unproven', ...options) : code;
  };
  const installAll = async () => {
    const code = await release('install', '--now');
    // One that is locked stays as it is, like those that install knows; the release tool says so.
    for (const remote of remotes.filter(bringsItsPages)) if (code === 0) await goLive(remote);
    return code;
  };
  const publish = () => {
    if (only === undefined) return installAll();
    return only === 'host' ? release('publish', 'host') : goLive(only, '--unlock');
  };

  await requireFree(dataDir);
  const installed = await installAll();
  if (installed !== 0) return installed;
  const server = await startServer(dataDir);
  const { url, demo } = server.ready;
  say(`ready: ${url}${demo === undefined ? '' : `  (${demo.account} / ${demo.password})`}`);

  const sources = ['host', ...remotes.map((name) => `remote-${name}`)].filter(
    (folder) => only === undefined || folder.replace('remote-', '') === only,
  );
  const folders = [...(only === undefined ? ['shared'] : []), 'locales', ...sources.map((folder) => `${folder}/src`)];
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

/** Such a remote is not in the host's own table, and `install` leaves it to its team. */
function bringsItsPages(remote) {
  const { tessera } = JSON.parse(readFileSync(join(root, `remote-${remote}`, 'package.json'), 'utf8'));
  return tessera?.pages !== undefined;
}
