/**
 * kill -9 amid spot orders. The true server runs on a real database and is killed again and again while people buy, sell and
 * cancel over HTTP. Whoever heard no answer asks again with the same key. In the end every order stands once, every fill is
 * the one that the tick log says, and the book adds up.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { endpoints, type EndpointName, type EndpointResponse } from '@tessera/shared/contract';
import { createRandom, sha256Hex } from '../../platform/random';
import { sleep } from '../../platform/timers';
import { deadlocksOf } from '../../../test/deadlocks';
import { startServerProcess, type ServerProcess } from '../../../test/serverProcess';
import { expectDecidedByLog } from '../../../test/spotByLog';
import { openSpotDesk, type SpotDesk } from '../../../test/spotDesk';

let desk: SpotDesk & { close(): Promise<void> };
let server: ServerProcess | undefined;
beforeAll(async () => {
  desk = await openSpotDesk();
});
afterAll(async () => {
  await server?.kill();
  await desk.close();
});

const kills = 3;
const people = 5;

interface Asked {
  readonly token: string;
  readonly key: string;
  readonly request: Readonly<Record<string, string>> & { readonly clientOrderId: string };
  /** Its id, once the server said that the order stands. */
  id?: string;
}

async function ask<Name extends EndpointName>(
  on: ServerProcess,
  token: string,
  name: Name,
  request: Readonly<Record<string, string>>,
  key?: string,
): Promise<EndpointResponse<Name>> {
  const { method, path }: { method: string; path: string } = endpoints[name];
  const url = new URL(path, on.apiUrl);
  if (method === 'GET') for (const [field, text] of Object.entries(request)) url.searchParams.set(field, text);
  const headers = {
    authorization: token,
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const answer = await fetch(url, {
    method,
    headers,
    signal: AbortSignal.timeout(10_000),
    ...(method === 'GET' ? {} : { body: JSON.stringify(request) }),
  });
  const { type, message } = (await answer.json()) as { type: string; message: unknown };
  if (type !== 'ok') throw new Error(JSON.stringify(message));
  return message as EndpointResponse<Name>;
}

async function aPerson(): Promise<string> {
  const { db } = desk.database;
  const user = await desk.aUser('10000000');
  await desk.give(user, 'BTC', '1000');
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
  return token;
}

/** Market orders and limits around the price, in turn. */
function anOrder(token: string, price: string, turn: number): Asked {
  const units = Math.floor(Number.parseFloat(price));
  const figures =
    [
      { side: 'buy', entrustment: 'market', total: '250', seenPrice: price },
      { side: 'buy', entrustment: 'limit', price: String(units + 20), quantity: '0.7' },
      { side: 'sell', entrustment: 'market', quantity: '0.003', seenPrice: price },
      { side: 'sell', entrustment: 'limit', price: String(units + 25), quantity: '0.4' },
      { side: 'buy', entrustment: 'limit', price: String(units - 40), quantity: '0.01' },
    ][turn % 5] ?? {};
  return {
    token,
    key: randomUUID(),
    request: { clientOrderId: randomUUID(), symbol: 'BTC-USDT', ...figures } as Asked['request'],
  };
}

test('killed three times amid spot orders: nothing lost, nothing doubled, every fill as the log says', async () => {
  const { owner, db } = desk.database;
  // One symbol is enough, and its history is written quickly.
  await owner.query(`delete from symbol where id <> 'BTC-USDT'; update lease set until_ms = 0`);
  const tokens = await Promise.all(Array.from({ length: people }, aPerson));
  const asked: Asked[] = [];

  async function place(on: ServerProcess, order: Asked): Promise<void> {
    order.id = (await ask(on, order.token, 'spotTrade', order.request, order.key)).id;
  }
  async function trade(on: ServerProcess, token: string, isOver: () => boolean): Promise<void> {
    for (let turn = asked.length; !isOver(); turn += 1) {
      const head = await db.selectFrom('tickHead').select('price').executeTakeFirst();
      const order = anOrder(token, head?.price ?? '100000', turn);
      asked.push(order);
      await place(on, order).catch(() => undefined);
      if (turn % 4 === 0 && order.id !== undefined)
        await ask(on, token, 'spotCancel', { id: order.id }, randomUUID()).catch(() => undefined);
    }
  }

  for (let round = 0; round < kills; round += 1) {
    const running = (server = await startServerProcess(desk.database.address));
    let isOver = false;
    const trading = Promise.all(tokens.map((token) => trade(running, token, () => isOver)));
    await sleep(2500 + round * 170);
    // Nobody goes on against a server that is gone: such requests fail at once, and would be thousands.
    const gone = running.kill();
    isOver = true;
    await gone;
    await trading;
  }

  const last = (server = await startServerProcess(desk.database.address));
  for (const order of asked.filter((one) => one.id === undefined)) await place(last, order).catch(() => undefined);
  for (const order of asked)
    if (order.id !== undefined) await ask(last, order.token, 'spotCancel', { id: order.id }, randomUUID()).catch(() => undefined);
  const openOrders = async (): Promise<number> =>
    (await db.selectFrom('spotOrder').select('id').where('isOpen', '=', true).execute()).length;
  for (let tries = 0; (await openOrders()) > 0 && tries < 100; tries += 1) await sleep(200);
  await last.stop();

  expect(await openOrders()).toBe(0);
  const rows = await db.selectFrom('spotOrder').select(['id', 'clientOrderId', 'status']).execute();
  const placed = asked.filter((order) => order.id !== undefined);
  expect(rows.map((row) => [row.clientOrderId, String(row.id)]).sort()).toEqual(
    placed.map((order) => [order.request.clientOrderId, order.id]).sort(),
  );
  expect(rows.length).toBeGreaterThan(40);
  const states = new Set(rows.map((row) => row.status));
  expect([...states]).toEqual(expect.arrayContaining(['filled', 'cancelled']));
  for (const row of rows) await expectDecidedByLog(db, row.id);
  const { rows: gaps } = await owner.query('select user_id from outbox group by user_id, mode having max(seq) <> count(*)');
  expect(gaps).toEqual([]);
  expect(await deadlocksOf(desk.database.address)).toEqual([]);
  expect(await desk.violations()).toEqual([]);
}, 300_000);
