/**
 * Runs the server as a child of this command and waits for its ready.json. Signals are passed on; the server has a process
 * group of its own, so that a Ctrl-C in the terminal reaches it once, through here, and not twice. The channel between the
 * two closes when this command dies of kill -9, which tells the server to stop as well.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverProgram } from '../server/build/serverProgram.mjs';
import { passSignals } from './passSignals.mjs';
import { fail, root, runProgram } from './setUp.mjs';

const readyTimeMs = 180_000;
const lookMs = 100;

const settings = (dataDir) => ({ PORT: process.env.PORT ?? '8080', DATA_DIR: dataDir });

/**
 * Ends this command when the server could not start because another is on the data directory or its port is taken; it says so itself. To be
 * asked before anything in the directory is changed: a server that runs there serves what is published.
 */
export async function requireFree(dataDir) {
  if ((await runProgram('server/src/mayStart.ts', [], { env: settings(dataDir) })) !== 0) process.exit(1);
}

/** Answers what ready.json says, and a promise of the exit code. */
export async function startServer(dataDir, env = {}) {
  const readyPath = join(dataDir, 'ready.json');
  // Not above: on a fresh clone this file is read before the packages are installed.
  const { buildServer } = await import('../server/build/buildServer.mjs');
  await buildServer();
  const child = spawn(process.execPath, serverProgram, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...settings(dataDir), ...env },
  });
  passSignals(child);
  let exitCode;
  const ended = new Promise((done) => {
    child.once('exit', (code) => done((exitCode = code ?? 1)));
    child.once('error', (error) => {
      console.error(error);
      done((exitCode = 1));
    });
  });
  let ready;
  for (let waitedMs = 0; (ready = readyOf(readyPath, child.pid)) === undefined; waitedMs += lookMs) {
    if (exitCode !== undefined) process.exit(exitCode || 1);
    if (waitedMs > readyTimeMs) {
      child.kill('SIGTERM');
      fail(`The server was not ready within ${readyTimeMs / 1000} s; its own words are above.`);
    }
    await new Promise((next) => setTimeout(next, lookMs));
  }
  return { ready, ended, child };
}

/** What a server of this process said. A file of another, which may be running on the same folder, is left as it is. */
function readyOf(path, pid) {
  if (!existsSync(path)) return undefined;
  const ready = JSON.parse(readFileSync(path, 'utf8'));
  return ready.pid === pid ? ready : undefined;
}
