/** npm start: sets up, builds and publishes what changed, runs the server, and says when the app can be used. */
import { resolve } from 'node:path';
import { root, runProgram, say, setUp } from './setUp.mjs';
import { requireFree, startServer } from './startServer.mjs';

const dataDir = resolve(root, process.env.DATA_DIR ?? '.data');

await setUp();
await requireFree(dataDir);
if ((await runProgram('release/src/main.ts', ['install'], { env: { DATA_DIR: dataDir } })) !== 0) process.exit(1);
say('starting the server');
const server = await startServer(dataDir);
say(`ready: ${server.ready.url}`);
const { url, demo, exchange, operations } = server.ready;
const kind = exchange === 'practice' ? '\n  Exchange    for practice: no real money' : '';
const login = demo === undefined ? '' : `\n  Demo login  ${demo.account} / ${demo.password}`;
// On a database of one's own they are answered only where their login is named.
const operators = operations === undefined ? 'not answered here: docs/operators.md' : new URL('..', operations);
console.log(`\n  Tessera     ${url}${login}\n  Operators   ${operators}${kind}\n`);
process.exitCode = await server.ended;
