/** npm run release -- <verb>: the release tool (release/src/main.ts lists the verbs and exit codes). */
import { runProgram, setUp } from './setUp.mjs';

await setUp();
process.exitCode = await runProgram('release/src/main.ts', process.argv.slice(2));
