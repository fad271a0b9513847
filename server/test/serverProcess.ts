/** The true program as a process of its own on a given database: to be asked over HTTP, and to be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sleep } from '../src/platform/timers';
import { connectionStringOf } from '../src/store/connectionString';
import type { DatabaseAddress } from '../src/store/database';

export interface ServerProcess {
  /** Up to and with "/api/". */
  readonly apiUrl: string;
  readonly pid: number | undefined;
  /** Resolves when the process is gone; nothing gets a chance to tidy up. */
  kill(): Promise<void>;
  /** Asks it to stop, and waits. */
  stop(): Promise<void>;
}

const readyLimitMs = 60_000;

export async function startServerProcess(
  address: DatabaseAddress,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-server-'));
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: connectionStringOf(address),
    // One process: a kill takes all of it.
    ROLES: 'api,realtime,feed,jobs',
    LOG_LEVEL: 'error',
    FEED: 'simulated',
    SEED_DEMO_USER: 'false',
    RATE_LIMIT_FACTOR: '10000',
    ...settings,
  };
  const main = join(dirname(fileURLToPath(import.meta.url)), '../src/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await gone;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const apiUrl = await readyUrl(child, join(dataDir, 'ready.json'));
    return { apiUrl, pid: child.pid, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}

async function readyUrl(child: ChildProcess, readyFile: string): Promise<string> {
  for (const sinceMs = performance.now(); performance.now() - sinceMs < readyLimitMs;) {
    if (child.exitCode !== null) throw new Error(`the server ended with status ${child.exitCode}`);
    const text = await readFile(readyFile, 'utf8').catch(() => undefined);
    if (text !== undefined) return new URL('/api/', (JSON.parse(text) as { url: string }).url).href;
    await sleep(50);
  }
  throw new Error(`the server was not ready in ${readyLimitMs} ms`);
}
