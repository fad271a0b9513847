/** The true program as a process of its own on a given database: to be asked over HTTP, and to be killed. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverProgram } from '../build/serverProgram.mjs';
import { connectionStringOf } from '../src/store/connectionString';
import type { DatabaseAddress } from '../src/store/database';
import { untilReady, type ReadyServer } from './untilReady';

export interface ServerProcess extends ReadyServer {
  readonly pid: number | undefined;
  /** Resolves when the process is gone; nothing gets a chance to tidy up. */
  kill(): Promise<void>;
  /** Asks it to stop, and waits. */
  stop(): Promise<void>;
}

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
    ROLES: 'api,realtime,feed,jobs,operators',
    LOG_LEVEL: 'error',
    FEED: 'simulated',
    SEED_DEMO_USER: 'false',
    RATE_LIMIT_FACTOR: '10000',
    // A start finds the seeds that the one before kept.
    SEED_DIR: join(tmpdir(), 'tessera-seeds', address.database ?? 'one'),
    SEED_KEY: 'the key of the seeds of servers under test',
    ACCOUNT_KEY: 'the key of the accounts of servers under test',
    ...settings,
  };
  const child = spawn(process.execPath, serverProgram, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await gone;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const ready = await untilReady(child, dataDir, () => 'its words stand above');
    return { ...ready, pid: child.pid, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}
