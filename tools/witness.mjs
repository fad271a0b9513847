/** npm run witness: a countersigning witness for somebody else's exchange (server/src/witness/countersigner/main.ts). */
import { runProgram, setUp } from './setUp.mjs';

await setUp();
process.exitCode = await runProgram('server/src/witness/countersigner/main.ts', process.argv.slice(2));
