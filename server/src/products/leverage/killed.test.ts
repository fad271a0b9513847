/**
 * kill -9 amid openings, stops and closings. The true server runs on a real database and is killed again and again while
 * people trade over HTTP. Whoever heard no answer asks again with the same key, as the app does. In the end every order
 * that was asked for stands exactly once, every opening and closing was booked exactly once, and the book adds up.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { endpoints, type EndpointName, type EndpointResponse, type Endpoints } from '@tessera/shared/contract';
import { deadlocksOf } from '../../../test/deadlocks';
import { openLeverageDesk, type LeverageDesk } from '../../../test/leverageDesk';
import { startServerProcess, type ServerProcess } from '../../../test/serverProcess';
import { createRandom, sha256Hex } from '../../platform/random';
import { sleep } from '../../platform/timers';

let desk: LeverageDesk & { shut(): Promise<void> };
let server: ServerProcess | undefined;
beforeAll(async () => {
  desk = await openLeverageDesk();
});
afterAll(async () => {
  await server?.kill();
  await desk.shut();
});
async function restart(): Promise<ServerProcess> {
  server = await startServerProcess(desk.database.address);
  return server;
}

const kills = 3;
const people = 6;

interface Asked {
  readonly token: string;
  readonly clientOrderId: string;
  readonly key: string;
  readonly direction: 'long' | 'short';
  readonly kind: 'market' | 'limit';
  isAnswered: boolean;
}

async function ask<Name extends EndpointName>(
  on: ServerProcess,
  token: string,
  name: Name,
  request: Record<string, unknown>,
  key: string = randomUUID(),
): Promise<EndpointResponse<Name>> {
  const { method, path } = endpoints[name] as Endpoints[EndpointName];
  const url = new URL(path, on.apiUrl);
  const headers = { authorization: token, 'content-type': 'application/json', 'idempotency-key': key };
  if (method === 'GET') for (const [field, text] of Object.entries(request)) url.searchParams.set(field, String(text));
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
  const user = await desk.aTrader('1000000');
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

async function submit(on: ServerProcess, order: Asked): Promise<void> {
  const { token, clientOrderId, direction, kind, key } = order;
  const { quotes } = await ask(on, token, 'quotation', { assetClass: 'crypto' });
  const quote = quotes.find((one) => one.symbol === 'BTC-USDT');
  if (quote === undefined) throw new Error('no quote');
  const seenPrice = direction === 'long' ? quote.ask : quote.bid;
  // A limit on the far side: the next tick opens it.
  const prices = kind === 'market' ? { seenPrice } : { limitPrice: '200000' };
  const answer = await ask(
    on,
    token,
    'leverageSubmit',
    { clientOrderId, symbol: 'BTC-USDT', direction, entrustment: kind, lots: '0.01', leverage: 10, ...prices },
    key,
  );
  expect(answer).toMatchObject({ clientOrderId, direction });
  order.isAnswered = true;
}

test('killed three times amid openings and closings: nothing lost, nothing doubled, the book adds up', async () => {
  const { owner, db } = desk.database;
  await owner.query(`delete from symbol where id not in ('BTC-USDT', 'ETH-USDT')`);
  await owner.query('update lease set until_ms = 0');
  const tokens = await Promise.all(Array.from({ length: people }, aPerson));
  const asked: Asked[] = [];

  async function trade(on: ServerProcess, token: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const order: Asked = {
        token,
        clientOrderId: randomUUID(),
        key: randomUUID(),
        direction: asked.length % 3 === 0 ? 'short' : 'long',
        kind: asked.length % 3 === 1 ? 'limit' : 'market',
        isAnswered: false,
      };
      asked.push(order);
      await submit(on, order).catch(() => undefined);
      if (asked.length % 4 === 0) await ask(on, token, 'leverageCloseAll', { action: 'close' }).catch(() => undefined);
      await sleep(40);
    }
  }
  for (let round = 0; round < kills; round += 1) {
    const running = await restart();
    let isOver = false;
    const trading = Promise.all(tokens.map((token) => trade(running, token, () => isOver)));
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
  const count = async (...statuses: readonly ('pending' | 'open' | 'closing')[]): Promise<number> =>
    (await db.selectFrom('leverageOrder').select('id').where('status', 'in', statuses).execute()).length;
  for (let tries = 0; (await count('pending', 'open', 'closing')) > 0 && tries < 60; tries += 1) {
    for (const token of tokens) {
      await ask(last, token, 'leverageCloseAll', { action: 'close' });
      await ask(last, token, 'leverageCloseAll', { action: 'cancel' });
    }
    await sleep(700);
  }
  await last.stop();

  expect(await count('pending', 'open', 'closing')).toBe(0);
  const rows = await db.selectFrom('leverageOrder').select(['id', 'clientOrderId', 'status']).execute();
  expect(rows.map((row) => row.clientOrderId).sort()).toEqual(asked.map((order) => order.clientOrderId).sort());
  expect(rows.length).toBeGreaterThan(3 * kills);
  const closed = rows.filter((row) => row.status === 'closed');
  expect(closed.length).toBeGreaterThan(kills);
  const deals = await db.selectFrom('leverageDeal').select(['orderId', 'kind']).execute();
  expect(deals.length).toBe(closed.length * 2);
  const { rows: gaps } = await owner.query('select user_id from outbox group by user_id, mode having max(seq) <> count(*)');
  expect(gaps).toEqual([]);
  expect(await deadlocksOf(desk.database.address)).toEqual([]);
  expect(await desk.violations()).toEqual([]);
}, 300_000);
