/** Jest's global setup: plain JavaScript, because jest does not resolve our sources here. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../build/buildServer.mjs';

export default async function startTestCluster() {
  // For the tests that start servers.
  await buildServer();
  const here = dirname(fileURLToPath(import.meta.url));
  // The flag for jest's own modules would only make the child print a warning.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, ['--import', 'tsx', join(here, 'clusterProcess.ts')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (status) => reject(new Error(`the test cluster ended with status ${status}`)));
  });
  process.env.TESSERA_TEST_CLUSTER = connection;
  globalThis.tesseraTestCluster = child;
}
