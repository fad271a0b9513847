/** One remote on a page of its own: webpack's dev server over <remote>/webpack.standalone.mjs. PORT is 8081 unless set. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, say } from './setUp.mjs';

/** `api`: the address of a running exchange to put behind the page. Answers the exit code. */
export function devAlone(remote, api) {
  const folder = join(root, `remote-${remote}`);
  if (!existsSync(join(folder, 'webpack.standalone.mjs')))
    fail(`remote-${remote} has no webpack.standalone.mjs; docs/guides/new-remote.md shows its two lines`);
  const port = process.env.PORT ?? '8081';
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: port,
    ...(api === undefined ? {} : { TESSERA_API: new URL(api).origin }),
  };
  const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');
  say(`building remote-${remote}`);
  const child = spawn(process.execPath, [webpack, 'serve', '--config', 'webpack.standalone.mjs'], {
    cwd: folder,
    env,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  let isReady = false;
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    if (isReady || !/compiled/.test(chunk)) return;
    isReady = true;
    say(`ready: http://localhost:${port}/  (remote-${remote} alone; a saved change reloads the page)`);
  });
  return new Promise((done, reject) => child.once('error', reject).once('close', (code) => done(code ?? 0)));
}
