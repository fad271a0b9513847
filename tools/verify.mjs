/** npm run verify -- <proof, day, evidence or vectors>: checks what the exchange published, without its code (tools/verify/main.ts). */
import { runProgram, setUp } from './setUp.mjs';

await setUp();
process.exitCode = await runProgram('tools/verify/main.ts', process.argv.slice(2));
