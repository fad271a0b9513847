/** npm start: sets up, builds and publishes what changed, runs the server, and says when the app can be used. */
import { resolve } from 'node:path';
import { root, runProgram, say, setUp } from './setUp.mjs';
import { startServer } from './startServer.mjs';

const dataDir = resolve(root, process.env.DATA_DIR ?? '.data');

await setUp();
if ((await runProgram('release/src/main.ts', ['install'], { env: { DATA_DIR: dataDir } })) !== 0) process.exit(1);
say('starting the server');
const server = await startServer(dataDir);
say(`ready: ${server.ready.url}`);
console.log(`\n  Tessera     ${server.ready.url}\n  Demo login  ${server.ready.demo.account} / ${server.ready.demo.password}\n`);
process.exitCode = await server.ended;
