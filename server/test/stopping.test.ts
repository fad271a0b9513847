/**
 * However the server is stopped, and in whatever state its database is: it ends within its limits, and its PostgreSQL with it.
 * Only kill -9 leaves the database behind, and then the next start takes it over.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { isAlive } from '../src/platform/processMark';
import { sleep } from '../src/platform/timers';
import { EmbeddedServer } from './EmbeddedServer';
import { giveShortPast } from './shortPast';

const slowMs = 180_000;
let server: EmbeddedServer;
beforeAll(async () => {
  // The feed leads in this process: it gives a lease back when it stops, for which it needs the database.
  server = await EmbeddedServer.create({ ROLES: 'api,feed' });
  await server.prepare(async (owner, db) => {
    await owner.query(`delete from symbol where id <> 'BTC-USDT'`);
    await giveShortPast(db);
  });
}, slowMs);
afterAll(async () => {
  await server.remove();
}, slowMs);
/** A postmaster may be on its way out when the server is gone. */
async function expectNoPostgres(): Promise<void> {
  for (let tries = 0; tries < 200 && server.postgresIds().length > 0; tries += 1) await sleep(50);
  expect(server.postgresIds()).toEqual([]);
}

test(
  'asked to stop while its database was killed and is being restarted',
  async () => {
    await server.start();
    const [before] = server.postgresIds();
    await server.killPostgres();
    while (server.postgresIds().every((pid) => pid === before)) await sleep(25);
    await server.stop();
    await expectNoPostgres();
  },
  slowMs,
);

test(
  'asked to stop while a request waits for a lock that nobody gives back',
  async () => {
    await server.start();
    const { token } = await server.openSession('demo');
    const holder = new pg.Client(await server.ownerAddress());
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin; lock table account in access exclusive mode');
    const hanging = server.call('wallet/list', token, {}, randomUUID()).catch(() => undefined);
    await sleep(300);
    await server.stop();
    await hanging;
    await holder.end().catch(() => undefined);
    await expectNoPostgres();
  },
  slowMs,
);

test(
  'killed with -9, in three processes: the worker ends as well, and the next start takes the database over; asked to stop twice at once, as npm and the terminal do, it still stops in order',
  async () => {
    await server.start({ ROLES: '' });
    const [lease] = await server.ask<{ holder: string }>(`select holder from lease where name = 'feed'`);
    const worker = Number.parseInt(lease?.holder ?? '', 10);
    const postgres = await server.postgresPid();
    await server.kill();
    await server.start({ ROLES: '' });
    expect(await server.postgresPid()).toBe(postgres);
    while (isAlive(worker)) await sleep(50);
    await Promise.all([server.stop(), sleep(30).then(() => server.signal('SIGTERM'))]);
    expect(server.exitCode()).toBe(0);
    await expectNoPostgres();
  },
  slowMs,
);

test(
  'a start that fails with its database up: it says why and what to do, and the database ends with it',
  async () => {
    const live = { FEED: 'live', FEED_LIVE_URL: 'ws://127.0.0.1:1', FEED_LIVE_SECOND_URL: 'ws://127.0.0.1:2' };
    const real = { NODE_ENV: 'production', ACCOUNT_KEY: 'a'.repeat(32), LOG_LEVEL: 'silent', ...live };
    await expect(server.start(real)).rejects.toThrow(/The server stops: .*practice exchange.*correct them/s);
    expect(server.exitCode()).toBe(1);
    await expectNoPostgres();
  },
  slowMs,
);

test(
  'asked to stop in the middle of its start',
  async () => {
    const starting = server.start().catch(() => undefined);
    while (server.postgresIds().length === 0) await sleep(25);
    await server.stop();
    await starting;
    await expectNoPostgres();
  },
  slowMs,
);
