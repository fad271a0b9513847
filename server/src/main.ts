/**
 * Starts the exchange: one port, and beside this process that of feed and deciding (worker.ts) and that of the operators (operators.ts), unless
 * ROLES says what this process does. Stops all gracefully on SIGTERM and SIGINT.
 */
import { fork as forkProgram } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { createApp } from './app';
import { listenForOperators } from './operators/listenForOperators';
import { operatorRoles, readConfig, workerRoles } from './platform/config';
import { lockDataDir } from './platform/dataDirLock';
import { explainStop } from './platform/explainStop';
import { portOf } from './platform/portOf';
import { refuseTaken } from './platform/refuseTaken';
import { stopOnSignal } from './platform/stopOnSignal';
import type { OperatorsStart } from './processes/Companions';

/** The parts of the app have 18 s to stop, their connections 4, and the database 14. */
const stopLimitMs = 40_000;

const config = await orExplain(async () => readConfig(process.env));
const readyFile = join(config.dataDir, 'ready.json');
// Before anything is started that a failure would leave behind.
const lock = await orExplain(async () => {
  await refuseTaken(config);
  return lockDataDir(config.dataDir);
});
// An old file would tell of a server that is not there.
await rm(readyFile, { force: true });

const creating = createApp(config, config.hasCompanions ? { spawning: { worker: spawnWorker, operators: spawnOperators } } : {});
let isStopping = false;
stopOnSignal({
  limitMs: stopLimitMs,
  async stop(reason, error) {
    isStopping = true;
    await rm(readyFile, { force: true });
    // A stop in the middle of the start waits until there is something to stop.
    const made = await creating.catch(() => undefined);
    if (error !== undefined) made?.log.fatal({ err: error }, reason);
    await made?.stop(reason);
    await lock.release();
  },
});
// `npm start` holds the other end of this channel: when that program is gone, also by kill -9, nobody is left to stop us.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const app = await creating;
if (!isStopping) await app.http.listen({ port: config.port, host: config.host });
if (!isStopping && app.operationsHttp !== undefined) await listenForOperators(app.operationsHttp, config.operations, config.port);
if (!isStopping) await app.start();
if (!isStopping) await tellReady();

/**
 * The same exchange in its other roles, with the same settings, on the database that this process found or started. The program lies beside
 * this one: source or built (build/buildServer.mjs).
 */
function fork(name: 'worker' | 'operators', settings: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const program = process.argv[1] ?? '';
  return forkProgram(join(dirname(program), `${name}${extname(program)}`), args, {
    env: { ...process.env, DATABASE_OWNER_URL: '', DATABASE_STAFF_URL: '', SEED_DEMO_USER: 'false', ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}

function spawnWorker(databaseUrl: string) {
  return fork('worker', { ROLES: workerRoles.join(','), DATABASE_URL: databaseUrl });
}

function spawnOperators({ databaseUrl, staffUrl, port, forwardSecret }: OperatorsStart) {
  const settings = {
    ROLES: operatorRoles.join(','),
    DATABASE_URL: databaseUrl,
    DATABASE_STAFF_URL: staffUrl,
    OPS_FORWARD_SECRET: forwardSecret,
    ...(port === undefined ? {} : { OPS_PORT: String(port) }),
  };
  return fork('operators', settings, [String(config.port)]);
}

async function orExplain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    explainStop(error);
    process.exit(1);
  }
}

/** Writes ready.json: where the app is and how to look around in it. */
async function tellReady(): Promise<void> {
  const operationsPort = app.operationsPort();
  const ready = {
    url: `http://127.0.0.1:${portOf(app.http) ?? config.port}/h5/`,
    /** Where operators' calls are answered; their command line reads it here. */
    ...(operationsPort === undefined ? {} : { operations: `http://127.0.0.1:${operationsPort}/ops/api/` }),
    /** Whether the file still holds: it outlives a server that was killed. */
    pid: process.pid,
    exchange: config.exchange,
    ...(app.demoLogin === undefined ? {} : { demo: app.demoLogin }),
  };
  // Renamed into place: anyone who waits for the file never reads half of it.
  await writeFile(`${readyFile}.new`, `${JSON.stringify(ready, undefined, 2)}\n`);
  await rename(`${readyFile}.new`, readyFile);
  app.log.info(ready, 'ready');
}
