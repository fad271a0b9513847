/**
 * Shows the present sources of one remote in the production host, to anyone who has the address: publishes them without the
 * conformance run into the store that RELEASE_STORE or DATA_DIR names, and asks the release tool for a preview ticket.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, runProgram, say } from './setUp.mjs';

const releaseTool = 'release/src/main.ts';

/** `address`: where people open the app. Answers the exit code. */
export async function devPreview(remote, address) {
  say(`publishing remote-${remote}`);
  const published = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(root, releaseTool), 'publish', remote, '--unproven', '--json'],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (published.status !== 0) return published.status ?? 1;
  const { version } = JSON.parse(published.stdout);
  return runProgram(releaseTool, ['preview', remote, version, '--base', address]);
}
