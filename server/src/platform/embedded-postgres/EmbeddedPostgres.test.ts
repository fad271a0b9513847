/**
 * The supervisor on the real programs: first start, adoption after a kill, restart after a crash, several kills in a row. One folder goes through
 * all of it, so its cluster is made once; whoever else uses it is a bundle of the sources, because a transpiler at each start computes more than the start.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { sleep } from '../timers';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './EmbeddedPostgres';

const here = dirname(fileURLToPath(import.meta.url));
let dataDir: string;
let supervisor: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-postgres-'));
  await chmod(dataDir, 0o711);
  const source = join(here, 'EmbeddedPostgres.ts');
  const { outputFiles } = await build({
    ...{ entryPoints: [source], bundle: true, write: false, packages: 'external', platform: 'node', format: 'esm' },
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
  });
  supervisor = outputFiles?.[0]?.text ?? '';
});
afterEach(async () => {
  const pid = await postmasterPid().catch(() => undefined);
  if (pid !== undefined) process.kill(pid, 'SIGQUIT');
});
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

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

/** A process that has the supervisor, and does this with it. */
const spawnOther = (act: string, stdio: 'ignore' | ['pipe', 'pipe', 'ignore']): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '-e', `${supervisor}\n${act}`], {
    ...{ cwd: here, env: { PATH: process.env['PATH'] }, stdio },
  });

/** A process that starts the cluster and is then killed, leaving PostgreSQL behind. */
async function startAndDie(): Promise<void> {
  const child = spawnOther(
    `await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }); process.kill(process.pid, 'SIGKILL');`,
    'ignore',
  );
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
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
});

test('our process was killed: the cluster that still runs is adopted, and stopped by its new owner', async () => {
  await startAndDie();
  const pid = await postmasterPid();
  const events: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir, onEvent: (event) => events.push(event) });
  expect(events).toEqual(['postgres adopted']);
  expect(await postmasterPid()).toBe(pid);
  await postgres.stop();
  await expect(postmasterPid()).rejects.toThrow();
});

/** A process that starts or adopts the cluster, says so, and stops in order when its input closes. */
async function startOther(): Promise<{ stop(): Promise<void> }> {
  const child = spawnOther(
    `const other = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }); console.log('up');
     process.stdin.on('close', async () => { await other.stop(); process.exit(0); }).resume();`,
    ['pipe', 'pipe', 'ignore'],
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return {
    async stop() {
      child.stdin?.end();
      await gone;
    },
  };
}

test('two processes on one folder: the first to stop leaves the cluster to the other, the last one stops it', async () => {
  const first = await startOther();
  const second = await startEmbeddedPostgres({ dataDir });
  await first.stop();
  expect(await ask(second, 'select 1')).toBe(1);
  await second.stop();
  await expect(postmasterPid()).rejects.toThrow();
});

test('the secret beside the cluster is empty after a power cut: the next start sets it, and the data is there', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await ask(first, 'create table kept_unlocked as select 11 as answer');
  await first.stop();
  await truncate(join(dataDir, 'postgres-secret'));
  const second = await startEmbeddedPostgres({ dataDir });
  expect(await ask(second, 'select answer from kept_unlocked')).toBe(11);
  await second.stop();
});

test('the secret is lost while a killed process left the cluster running: it is set all the same', async () => {
  await startAndDie();
  await rm(join(dataDir, 'postgres-secret'));
  const events: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir, onEvent: (event) => events.push(event) });
  expect(await ask(postgres, 'select 1')).toBe(1);
  expect(events).toEqual(['postgres secret set again', 'postgres spawned']);
  await postgres.stop();
});

test('the secret is lost while another process works with it: refused in words, and that process goes on', async () => {
  const other = await startOther();
  await rm(join(dataDir, 'postgres-secret'));
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/postgres-secret.*stop it first/);
  await expect(postmasterPid()).resolves.toBeGreaterThan(1);
  await other.stop();
});

test('PostgreSQL is killed while we run: it is up again by itself, with what was committed', async () => {
  const events: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir, onEvent: (event) => events.push(event) });
  await ask(postgres, 'create table kept_alone as select 7 as answer');
  const pid = await postmasterPid();
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  while (!events.includes('postgres spawned again') && !events.includes('postgres adopted again')) await sleep(50);
  expect(await ask(postgres, 'select answer from kept_alone')).toBe(7);
  await postgres.stop();
});

test('both are killed, again and again: each start finds its way', async () => {
  for (let round = 0; round < 2; round += 1) {
    await startAndDie();
    const pid = await postmasterPid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }
  const postgres = await startEmbeddedPostgres({ dataDir });
  expect(await ask(postgres, 'select 1')).toBe(1);
  await postgres.stop();
});
