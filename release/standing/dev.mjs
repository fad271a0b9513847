/**
 * npm run dev [-- --only trade]: the server, and a watch over the browser's sources. A change is built (unminified), published
 * and promoted like any release, so that an open page swaps the remote in place without a reload; only a change of the host
 * itself asks for one. Development releases live in a data directory of their own.
 */
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root, runProgram, say, setUp } from './setUp.mjs';
import { startServer } from './startServer.mjs';

const packages = ['host', 'market', 'trade', 'assets', 'account'];
const quietMs = 250;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
if (values.only !== undefined && !packages.includes(values.only)) fail(`--only takes one of: ${packages.join(', ')}`, 2);
process.env.NODE_ENV = 'development';
const dataDir = resolve(root, process.env.DATA_DIR ?? '.data-dev');

async function publishChanges() {
  const args = values.only === undefined ? ['install', '--now'] : ['publish', values.only];
  const code = await runProgram('release/src/main.ts', args, { env: { DATA_DIR: dataDir } });
  if (code === 0 && values.only !== undefined && values.only !== 'host') {
    await runProgram('release/src/main.ts', ['promote', values.only, '--now', '--unlock'], { env: { DATA_DIR: dataDir } });
  }
}

await setUp();
await runProgram('release/src/main.ts', ['install', '--now'], { env: { DATA_DIR: dataDir } });
const server = await startServer(dataDir);
const { url, demo } = server.ready;
say(`ready: ${url}${demo === undefined ? '' : `  (${demo.account} / ${demo.password})`}`);

let timer;
let publishing = Promise.resolve();
const folders = values.only === undefined ? ['shared/src', 'locales', 'host/src', ...packages.slice(1).map((name) => `remote-${name}/src`)] : [values.only === 'host' ? 'host/src' : `remote-${values.only}/src`];
for (const folder of folders) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (publishing = publishing.then(publishChanges)), quietMs);
  });
}
process.exit(await server.ended);
