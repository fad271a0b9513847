/** npm run ops -- <verb>: the operators' commands of the exchange (server/src/ops/main.ts lists them). */
import { runProgram, setUp } from './setUp.mjs';

await setUp();
process.exitCode = await runProgram('server/src/ops/main.ts', process.argv.slice(2));
