/** The supervisor on the real programs: first start, adoption after a kill, restart after a crash, several kills in a row. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { sleep } from '../timers';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './EmbeddedPostgres';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-postgres-'));
  await chmod(dataDir, 0o711);
});
afterEach(async () => {
  const pid = await postmasterPid().catch(() => undefined);
  if (pid !== undefined) process.kill(pid, 'SIGQUIT');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function postmasterPid(): Promise<number | undefined> {
  const pid = Number.parseInt(
    (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0] ?? '',
    10,
  );
  return Number.isInteger(pid) ? pid : undefined;
}

async function ask(postgres: EmbeddedPostgres, question: string): Promise<unknown> {
  const client = new pg.Client({ ...postgres.connection, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: question, rowMode: 'array' })).rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** A process that starts the cluster and is then killed, leaving PostgreSQL behind. */
async function startAndDie(): Promise<void> {
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(join(dirname(fileURLToPath(import.meta.url)), 'EmbeddedPostgres.ts'))};
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }); process.kill(process.pid, 'SIGKILL');`;
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: join(dirname(fileURLToPath(import.meta.url)), '../../../..'),
    env: { PATH: process.env['PATH'] },
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.once('exit', resolve));
}

test('first start, stop, second start: the data is there, nothing half is left', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  expect(await ask(first, 'show data_checksums')).toBe('on');
  expect(await ask(first, 'show listen_addresses')).toBe(process.platform === 'win32' ? '127.0.0.1' : '');
  await ask(first, 'create table kept as select 42 as answer');
  await first.stop();
  expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('cluster.init'))).toEqual([]);
  const second = await startEmbeddedPostgres({ dataDir });
  expect(await ask(second, 'select answer from kept')).toBe(42);
  await second.stop();
}, 60_000);

test('our process was killed: the cluster that still runs is adopted, and stopped by its new owner', async () => {
  await startAndDie();
  const pid = await postmasterPid();
  const events: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir, onEvent: (event) => events.push(event) });
  expect(events).toEqual(['postgres adopted']);
  expect(await postmasterPid()).toBe(pid);
  expect(postgres.isOwner).toBe(true);
  await postgres.stop();
  await expect(postmasterPid()).rejects.toThrow();
}, 60_000);

test('a second process while the owner lives: it uses the cluster and leaves it running', async () => {
  const owner = await startEmbeddedPostgres({ dataDir });
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(join(dirname(fileURLToPath(import.meta.url)), 'EmbeddedPostgres.ts'))};
    const guest = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }); await guest.stop(); process.exit(guest.isOwner ? 1 : 0);`;
  const guest = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: join(dirname(fileURLToPath(import.meta.url)), '../../../..'),
    env: { PATH: process.env['PATH'] },
    stdio: 'ignore',
  });
  expect(await new Promise((resolve) => guest.once('exit', resolve))).toBe(0);
  expect(await ask(owner, 'select 1')).toBe(1);
  await owner.stop();
}, 60_000);

test('PostgreSQL is killed while we run: it is up again by itself, with what was committed', async () => {
  const events: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir, onEvent: (event) => events.push(event) });
  await ask(postgres, 'create table kept as select 7 as answer');
  const pid = await postmasterPid();
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  while (!events.includes('postgres spawned again') && !events.includes('postgres adopted again')) await sleep(50);
  expect(await ask(postgres, 'select answer from kept')).toBe(7);
  await postgres.stop();
}, 60_000);

test('both are killed, again and again: each start finds its way', async () => {
  for (let round = 0; round < 2; round += 1) {
    await startAndDie();
    const pid = await postmasterPid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }
  const postgres = await startEmbeddedPostgres({ dataDir });
  expect(await ask(postgres, 'select 1')).toBe(1);
  await postgres.stop();
}, 120_000);
