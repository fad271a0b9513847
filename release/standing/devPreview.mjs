/**
 * Shows the present sources of one remote in the production host, to whoever has the address: publishes them without the
 * conformance run into the store that RELEASE_STORE or DATA_DIR names, and asks the release tool for a preview ticket.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, root, runProgram, say } from './setUp.mjs';

const releaseTool = 'release/src/main.ts';
const refusedCode = 3;

/** `address`: where people open the app. Answers the exit code. */
export async function devPreview(remote, address) {
  if (ask('history', remote, '--limit', '1').length === 0) {
    fail(`${remote} was never promoted in this store, so no host knows its pages: publish and promote it once, then preview what comes next`, refusedCode);
  }
  say(`publishing remote-${remote}`);
  const { version } = ask('publish', remote, '--unproven');
  return runProgram(releaseTool, ['preview', remote, version, '--base', address]);
}

/** What a verb of the release tool answers; ends with its exit code when it is refused. */
function ask(...words) {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', join(root, releaseTool), ...words, '--json'], {
    cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(stdout);
}
