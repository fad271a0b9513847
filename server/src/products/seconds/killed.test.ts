/**
 * kill -9 amid orders and settlement. The true server runs on a real database and is killed again and again while people
 * trade two-second contracts over HTTP. Whoever heard no answer asks again with the same key, as the app does. In the end
 * every order that was asked for stands exactly once, every one is settled exactly once, and the book adds up.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Endpoints, EndpointName, EndpointResponse } from '@tessera/shared/contract';
import { endpoints } from '@tessera/shared/contract';
import { createRandom, sha256Hex } from '../../platform/random';
import { sleep } from '../../platform/timers';
import { deadlocksOf } from '../../../test/deadlocks';
import { openSecondsDesk, type SecondsDesk } from '../../../test/secondsDesk';
import { startServerProcess, type ServerProcess } from '../../../test/serverProcess';

let desk: SecondsDesk & { close(): Promise<void> };
beforeAll(async () => {
  desk = await openSecondsDesk();
});
let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.kill();
  await desk.close();
});
async function restart(): Promise<ServerProcess> {
  server = await startServerProcess(desk.database.address);
  return server;
}

const kills = 3;
const people = 6;

interface Person {
  readonly token: string;
}
interface Asked {
  readonly person: Person;
  readonly clientOrderId: string;
  readonly key: string;
  readonly stake: string;
  readonly direction: 'long' | 'short';
  /** True once the server said that the order stands. */
  isAnswered: boolean;
}

async function ask<Name extends EndpointName>(
  on: ServerProcess,
  person: Person,
  name: Name,
  request: Record<string, string>,
  key?: string,
): Promise<EndpointResponse<Name>> {
  const { method, path } = endpoints[name] as Endpoints[EndpointName];
  const url = new URL(path, on.apiUrl);
  const headers = {
    authorization: person.token,
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  if (method === 'GET') for (const [field, text] of Object.entries(request)) url.searchParams.set(field, text);
  const answer = await fetch(url, {
    method,
    headers,
    signal: AbortSignal.timeout(10_000),
    ...(method === 'GET' ? {} : { body: JSON.stringify(request) }),
  });
  const { type, message } = (await answer.json()) as { type: string; message: unknown };
  if (type !== 'ok') throw new Error(String(message));
  return message as EndpointResponse<Name>;
}

async function aPerson(): Promise<Person> {
  const { db } = desk.database;
  const user = await desk.aUser('100000');
  const id = Number.parseInt(user.userId, 10);
  const token = createRandom().token(256);
  const nowMs = Date.now();
  await db
    .insertInto('appUser')
    .values({ id, email: `u${id}@example.test`, country: 'GB', passwordHash: 'x', invitationCode: `C${id}`, createdAtMs: nowMs })
    .execute();
  await db
    .insertInto('session')
    .values({ tokenHash: sha256Hex(token), userId: id, mode: 'demo', createdAtMs: nowMs, lastSeenAtMs: nowMs })
    .execute();
  return { token };
}

test('killed three times amid orders and settlement: nothing lost, nothing doubled, the book adds up', async () => {
  const { owner, db } = desk.database;
  await owner.query(`insert into seconds_term values ('crypto', 2, 1, null, 0.85, 0.02, 10, 10000)`);
  // Two symbols are enough, and their history is written quickly.
  await owner.query(`delete from symbol where id not in ('BTC-USDT', 'ETH-USDT')`);
  await owner.query('update lease set until_ms = 0');
  const persons = await Promise.all(Array.from({ length: people }, aPerson));
  const asked: Asked[] = [];

  async function submit(on: ServerProcess, order: Asked): Promise<void> {
    const symbol = order.stake.endsWith('1') ? 'ETH-USDT' : 'BTC-USDT';
    const { quoteId } = await ask(on, order.person, 'quoteSeconds', { symbol, seconds: '2' });
    const { clientOrderId, direction, stake, key } = order;
    const answer = await ask(
      on,
      order.person,
      'submitSeconds',
      { clientOrderId, quoteId, symbol, direction, seconds: '2', stake, asset: 'USDT' },
      key,
    );
    expect(answer).toMatchObject({ clientOrderId, stake, direction });
    order.isAnswered = true;
  }
  async function trade(on: ServerProcess, person: Person, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const order: Asked = {
        person,
        clientOrderId: randomUUID(),
        key: randomUUID(),
        stake: String(10 + (asked.length % 90)),
        direction: asked.length % 3 === 0 ? 'short' : 'long',
        isAnswered: false,
      };
      asked.push(order);
      await submit(on, order).catch(() => undefined);
      // Enough orders that each kill meets some; thousands more would prove nothing else.
      await sleep(25);
    }
  }

  for (let round = 0; round < kills; round += 1) {
    const running = await restart();
    let isOver = false;
    const trading = Promise.all(persons.map((person) => trade(running, person, () => isOver)));
    // Long enough that orders of this round expire and are being settled when it ends.
    await sleep(3000 + round * 170);
    // Nobody goes on against a server that is gone: such requests fail at once, and would be thousands.
    const gone = running.kill();
    isOver = true;
    await gone;
    await trading;
  }

  const last = await restart();
  for (const order of asked.filter((one) => !one.isAnswered)) {
    for (let tries = 0; !order.isAnswered && tries < 20; tries += 1) await submit(last, order).catch(() => sleep(250));
  }
  expect(asked.filter((order) => !order.isAnswered)).toEqual([]);
  const openOrders = async (): Promise<number> =>
    (await db.selectFrom('secOrder').select('id').where('status', '<>', 'settled').execute()).length;
  for (let tries = 0; (await openOrders()) > 0 && tries < 100; tries += 1) await sleep(200);
  await last.stop();

  expect(await openOrders()).toBe(0);
  const rows = await db.selectFrom('secOrder').select(['clientOrderId', 'outcome']).execute();
  expect(rows.map((row) => row.clientOrderId).sort()).toEqual(asked.map((order) => order.clientOrderId).sort());
  expect(asked.length).toBeGreaterThan(50);
  const outcomes = new Set(rows.map((row) => row.outcome));
  expect(outcomes.has('won') || outcomes.has('lost')).toBe(true);
  for (const kind of ['seconds_open', 'seconds_settle']) {
    const journals = await db.selectFrom('journal').select('ref').where('kind', '=', kind).execute();
    expect(journals).toHaveLength(rows.length);
    expect(new Set(journals.map((journal) => journal.ref)).size).toBe(rows.length);
  }
  const { rows: gaps } = await owner.query('select user_id from outbox group by user_id, mode having max(seq) <> count(*)');
  expect(gaps).toEqual([]);
  expect(await deadlocksOf(desk.database.address)).toEqual([]);
  expect(await desk.violations()).toEqual([]);
}, 300_000);
