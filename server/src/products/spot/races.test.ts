/** Many at once: people, workers, ticks, a worker that dies. Whatever the order of events, the tick log alone decides. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { SpotOrder } from '@tessera/shared/contract';
import type { SignedIn } from '../../http/handler';
import { createLog } from '../../platform/log';
import { createMetrics } from '../../platform/metrics';
import { sleep } from '../../platform/timers';
import { expectDecidedByLog } from '../../../test/spotByLog';
import { useFreshDatabases } from '../../../test/freshDatabases';
import { openSpotDesk, startMs, type SpotDesk } from '../../../test/spotDesk';
import { executeOrder } from './executeOrder';
import { markOrders } from './markOrders';
import { createSpotJob } from './job';

const freshDatabase = useFreshDatabases();
let desk: SpotDesk & { close(): Promise<void> };
beforeEach(async () => {
  desk = await openSpotDesk(freshDatabase);
  await desk.ticks('BTC-USDT', [[-100, '100000']]);
});
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
  await desk.close();
});

const aWorker = () =>
  createSpotJob({
    db: desk.database.db,
    clock: desk.clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    wakeOutbox: () => undefined,
  });
const aRound = (worker: ReturnType<typeof aWorker>) => worker.run(new AbortController().signal);

test('forty parallel places on a balance for ten: exactly ten stand, nothing is left', async () => {
  const user = await desk.aUser('1001');
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, () =>
      desk.place(user, { quantity: '0.001' }).then(
        () => 'accepted',
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'WALLET_BALANCE_INSUFFICIENT')).toHaveLength(30);
  expect([await desk.held(user, 'USDT'), await desk.held(user, 'USDT', 'coin_hold')]).toEqual(['0', '1001']);
});

test('places and cancels race on two balances with two workers and a running log: every order ends as the log says', async () => {
  // One can pay for a few of its orders only, the other for all, and those are larger than a level.
  const [poor, rich] = [await desk.aUser('1200'), await desk.aUser('10000000')];
  const workers = [aWorker(), aWorker()] as const;
  const orders: [SignedIn, SpotOrder][] = [];
  let isOver = false;
  const people = Array.from({ length: 8 }, async (_, person) => {
    const user = person % 2 === 0 ? poor : rich;
    for (let turn = 0; turn < 8; turn += 1) {
      const price = ['100000.1', '99990', '99950', '99970.5'][(person + turn) % 4] ?? '';
      const order = await desk.place(user, { quantity: user === poor ? '0.002' : '0.9', price }).catch(() => undefined);
      if (order === undefined) continue;
      orders.push([user, order]);
      if ((person + turn) % 3 === 0) await desk.cancel(user, order).catch(() => undefined);
    }
  });
  const log = (async () => {
    for (let index = 1; !isOver; index += 1) {
      desk.clock.set(startMs + index * 10);
      await desk.ticks('BTC-USDT', [[index * 10 - 1, ['100000', '99989', '100020', '99960'][index % 4] ?? '']]);
      // As the feed writes: slow enough for an order to pass between two ticks.
      await sleep(250);
    }
  })();
  const rounds = workers.map(async (worker) => {
    while (!isOver) await aRound(worker);
  });
  await Promise.all(people);
  isOver = true;
  await Promise.all([log, ...rounds]);
  for (const [user, order] of orders) await desk.cancel(user, order).catch(() => undefined);
  const offsetMs = desk.clock.now() - startMs;
  await desk.ticks('BTC-USDT', [[offsetMs + 50, '100000']]);
  desk.clock.set(startMs + offsetMs + 60);
  await Promise.all(workers.map(aRound));
  await aRound(workers[0]);
  expect(orders.length).toBeGreaterThan(32);
  for (const [, order] of orders) await expectDecidedByLog(desk.database.db, order.id);
  const states = await Promise.all(orders.map(([user, order]) => desk.findSpot(user, order)));
  expect(states.filter((order) => !['filled', 'cancelled'].includes(order.status))).toEqual([]);
  expect([await desk.held(poor, 'USDT', 'coin_hold'), await desk.held(rich, 'USDT', 'coin_hold')]).toEqual(['0', '0']);
});

test('two workers share a hundred orders of many people: each is filled once, none waits for another', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => desk.aUser('2000')));
  const orders: [SignedIn, SpotOrder][] = [];
  for (const [index, user] of users.entries()) {
    for (let turn = 0; turn < 10; turn += 1)
      orders.push([user, await desk.place(user, { quantity: '0.001', price: index % 2 === 0 ? '100000.1' : '99000' })]);
  }
  await desk.ticks('BTC-USDT', [
    [100, '100000'],
    [200, '98000'],
  ]);
  desk.clock.set(startMs + 300);
  const workers = [aWorker(), aWorker()] as const;
  await Promise.all(workers.map(aRound));
  await Promise.all(workers.map(aRound));
  for (const [user, order] of orders) expect((await desk.findSpot(user, order)).status).toBe('filled');
  const { rows } = await desk.database.owner.query<{ fills: number }>('select count(*)::int as fills from spot_fill');
  expect(rows[0]?.fills).toBe(100);
  for (const [, order] of orders.slice(0, 20)) await expectDecidedByLog(desk.database.db, order.id);
});

test('a worker that dies at any point leaves nothing half done, and the next one does it once', async () => {
  const user = await desk.aUser('300000');
  const order = await desk.place(user, { price: '100000.1', quantity: '2' });
  await desk.ticks('BTC-USDT', [
    [100, '100000'],
    [200, '99990'],
  ]);
  desk.clock.set(startMs + 300);
  await markOrders(desk.database.db);
  // Each table refuses in turn, at the end of the transaction that reached it: what a killed process leaves.
  for (const table of ['spot_fill', 'spot_order', 'outbox', 'tick_keep', 'entry']) {
    await desk.database.owner.query(`
      create function killed() returns trigger language plpgsql as $$ begin raise exception 'killed' using errcode = 'X0001'; end $$;
      create trigger killed after insert or update on ${table} for each row execute function killed()`);
    await expect(executeOrder(desk.database.db, Number.parseInt(order.id, 10), desk.clock.now())).rejects.toMatchObject({
      code: 'X0001',
    });
    await desk.database.owner.query('drop function killed() cascade');
    expect((await desk.findSpot(user, order)).status).toBe('new');
    expect(await desk.violations()).toEqual([]);
  }
  await aRound(aWorker());
  await aRound(aWorker());
  await expectDecidedByLog(desk.database.db, order.id);
  expect((await desk.findSpot(user, order)).fills.map((fill) => fill.seq)).toEqual([2, 3]);
});

test('a step of the cursor that dies is taken again: no tick passes an order by', async () => {
  const user = await desk.aUser('5000');
  const order = await desk.place(user, { price: '99000', quantity: '0.01' });
  await desk.ticks('BTC-USDT', [[100, '100000']]);
  await desk.executeAt(150);
  await desk.ticks('BTC-USDT', [
    [200, '98000'],
    [300, '100000'],
  ]);
  await desk.database.owner.query(`
    create function killed() returns trigger language plpgsql as $$ begin raise exception 'killed' using errcode = 'X0001'; end $$;
    create trigger killed after update on spot_cursor for each row execute function killed()`);
  await expect(markOrders(desk.database.db)).rejects.toMatchObject({ code: 'X0001' });
  await desk.database.owner.query('drop function killed() cascade');
  await desk.ticks('BTC-USDT', [[400, '100000']]);
  await desk.executeAt(500);
  expect(await desk.findSpot(user, order)).toMatchObject({ status: 'filled', fills: [{ seq: 3 }] });
});

test('where no order waits the cursor stays, and the next order is decided by its own ticks alone', async () => {
  const user = await desk.aUser('5000');
  const { owner } = desk.database;
  const cursor = async () =>
    (await owner.query<{ seq: number }>(`select seq::int from spot_cursor where symbol_id = 'ETH-USDT'`)).rows[0]?.seq;
  const asked = { symbol: 'ETH-USDT', price: '2990', quantity: '0.1' } as const;
  await desk.ticks('ETH-USDT', [[-100, '3000']]);
  await desk.cancel(user, await desk.place(user, asked));
  await desk.ticks('ETH-USDT', [[100, '3000']]);
  await desk.executeAt(150);
  const stood = await cursor();
  await desk.ticks('ETH-USDT', [[200, '2900']]);
  await desk.ticks('ETH-USDT', [[300, '3000']]);
  await desk.executeAt(350);
  expect(await cursor()).toBe(stood);
  const order = await desk.place(user, asked);
  await desk.ticks('ETH-USDT', [[400, '3000']]);
  await desk.executeAt(450);
  expect(await desk.findSpot(user, order)).toMatchObject({ status: 'new', fills: [] });
  await desk.ticks('ETH-USDT', [[500, '2900']]);
  await desk.executeAt(550);
  expect(await desk.findSpot(user, order)).toMatchObject({ status: 'filled', fills: [{ seq: 6 }] });
});

/** Runs `work` while what it has to book waits for the user's account, and `meanwhile` once it does. */
async function whileItBooks<T>(user: SignedIn, work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const { owner } = desk.database;
  const waiting = async (): Promise<number> =>
    (
      await owner.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0]?.n ?? 0;
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select from account where owner_id = $1 for update', [user.userId]);
    const working = work();
    while ((await waiting()) === 0) await sleep(5);
    const rest = meanwhile();
    // Long enough to reach the lock, if it asks for one.
    await Promise.race([rest, sleep(200)]);
    await holder.query('commit');
    await rest;
    return await working;
  } finally {
    holder.release();
  }
}

test('a tick that is marked while a worker judges the order is not lost', async () => {
  const user = await desk.aUser('300000');
  const order = await desk.place(user, { price: '100000.1', quantity: '2' });
  await desk.ticks('BTC-USDT', [[100, '100000']]);
  desk.clock.set(startMs + 150);
  await markOrders(desk.database.db);
  const judged = () => executeOrder(desk.database.db, Number.parseInt(order.id, 10), desk.clock.now());
  await whileItBooks(user, judged, async () => {
    await desk.ticks('BTC-USDT', [[200, '99000']]);
    await markOrders(desk.database.db);
  });
  expect((await desk.findSpot(user, order)).fills.map((fill) => fill.seq)).toEqual([2]);
  await desk.executeAt(300);
  expect((await desk.findSpot(user, order)).fills.map((fill) => fill.seq)).toEqual([2, 3]);
});

test('ticks that come while an order waits for its money are not its own; the next one is', async () => {
  const user = await desk.aUser('5000');
  await desk.place(user, { price: '90000', quantity: '0.001' });
  const placed = await whileItBooks(
    user,
    () => desk.place(user, { price: '99000', quantity: '0.01' }),
    async () => {
      await desk.ticks('BTC-USDT', [
        [200, '98000'],
        [300, '100000'],
      ]);
      await markOrders(desk.database.db);
    },
  );
  await desk.executeAt(400);
  expect((await desk.findSpot(user, placed)).fills).toEqual([]);
  await desk.ticks('BTC-USDT', [[450, '98000']]);
  await desk.executeAt(500);
  expect((await desk.findSpot(user, placed)).fills.map((fill) => fill.seq)).toEqual([4]);
});

test('ticks that are in the log before an order fill nothing of it, whatever the clocks say', async () => {
  const user = await desk.aUser('5000');
  // The request came at 0 by the server's clock, which is behind the log's.
  await desk.ticks('BTC-USDT', [
    [50, '100000'],
    [90, '100200'],
  ]);
  await desk.execute();
  const order = await desk.place(user, { price: '100010', quantity: '0.01' });
  await desk.executeAt(100);
  expect(await desk.findSpot(user, order)).toMatchObject({ status: 'new', fills: [], acceptedAtMs: startMs + 90 });
  await desk.ticks('BTC-USDT', [[120, '100000']]);
  await desk.executeAt(200);
  expect(await desk.findSpot(user, order)).toMatchObject({ status: 'filled', fills: [{ seq: 4 }] });
});

test('an order that cannot be booked is set aside, holds up nobody else, and is filled by the tick it was due for', async () => {
  const stuck = await desk.aUser('5000');
  const stuckOrder = await desk.place(stuck, { price: '99000', quantity: '0.01' });
  const user = await desk.aUser('5000');
  const order = await desk.place(user, { price: '99000', quantity: '0.01' });
  await desk.execute();
  const { owner } = desk.database;
  // The book is right but somebody emptied the holding account: this fill must be refused.
  await owner.query('alter table account disable trigger all');
  await owner.query(`update account set balance = 0 where owner_id = $1 and kind = 'coin_hold'`, [stuck.userId]);
  await desk.ticks('BTC-USDT', [[200, '98000']]);
  const worker = aWorker();
  desk.clock.set(startMs + 300);
  await aRound(worker);
  expect([(await desk.findSpot(stuck, stuckOrder)).status, (await desk.findSpot(user, order)).status]).toEqual(['new', 'filled']);
  await owner.query(`update account set balance = 990.99 where owner_id = $1 and kind = 'coin_hold'`, [stuck.userId]);
  await owner.query('alter table account enable trigger all');
  await desk.ticks('BTC-USDT', [[400, '100000']]);
  desk.clock.set(startMs + 30_000);
  await aRound(worker);
  expect((await desk.findSpot(stuck, stuckOrder)).status).toBe('new');
  desk.clock.set(startMs + 30_300);
  await aRound(worker);
  expect(await desk.findSpot(stuck, stuckOrder)).toMatchObject({ status: 'filled', fills: [{ seq: 2 }] });
});

test('read-only funds stop the round without setting anybody aside', async () => {
  const user = await desk.aUser('5000');
  const order = await desk.place(user, { price: '100010', quantity: '0.01' });
  await desk.ticks('BTC-USDT', [[200, '100000']]);
  desk.clock.set(startMs + 300);
  const worker = aWorker();
  await desk.database.owner.query('update funds_state set is_read_only = true');
  await expect(aRound(worker)).rejects.toMatchObject({ code: 'WALLET_FUNDS_READ_ONLY' });
  await desk.database.owner.query('update funds_state set is_read_only = false');
  await aRound(worker);
  expect((await desk.findSpot(user, order)).status).toBe('filled');
});

test('an order and its fills cannot be changed, not even by hand', async () => {
  const user = await desk.aUser('5000');
  const order = await desk.place(user, { price: '100010', quantity: '0.01', clientOrderId: randomUUID() });
  const { pool } = desk.database.database;
  const refused = { code: 'S0001' };
  for (const change of [
    'price = 1',
    'quantity = 5',
    "side = 'sell'",
    'held = 2000',
    'fee_rate = 0',
    'accepted_at_ms = 1',
    'looked_at_ms = 0',
  ]) {
    await expect(pool.query(`update spot_order set ${change} where id = $1`, [order.id])).rejects.toMatchObject(refused);
  }
  await desk.ticks('BTC-USDT', [[200, '100000']]);
  await desk.executeAt(300);
  await expect(pool.query(`update spot_order set status = 'partial', ended_at_ms = null`)).rejects.toMatchObject(refused);
  await expect(pool.query('update spot_order set updated_at_ms = 1')).rejects.toMatchObject(refused);
  await expect(pool.query('delete from spot_order')).rejects.toMatchObject({ code: '42501' });
  await expect(pool.query('update spot_fill set total = 1')).rejects.toMatchObject({ code: '42501' });
  await expect(desk.database.owner.query('delete from spot_order')).rejects.toMatchObject({ code: 'L0009' });
  await expect(desk.database.owner.query('update spot_fill set total = 1')).rejects.toMatchObject({ code: 'L0009' });
});

test('the rules of the book know a wrong sum when they see one', async () => {
  const user = await desk.aUser('5000');
  const order = await desk.place(user, { price: '100010', quantity: '0.01' });
  const open = await desk.place(user, { price: '90000', quantity: '0.01' });
  await desk.ticks('BTC-USDT', [[200, '100000']]);
  await desk.executeAt(300);
  const { owner } = desk.database;
  const broken = async (change: string, rules: readonly string[]): Promise<void> => {
    const client = await owner.connect();
    try {
      await client.query(`begin; set local session_replication_role = replica; ${change}; commit`);
      const found = new Set((await desk.violations()).map((violation) => violation.split(':')[0]));
      expect([...found].sort()).toEqual(rules);
    } finally {
      client.release();
    }
  };
  await broken(`update spot_fill set fee = fee + 1 where order_id = ${order.id}`, ['I6-spot-fills', 'I6-spot-money']);
  await broken(
    `update spot_fill set fee = fee - 1 where order_id = ${order.id}; update spot_order set open_journal_id = null where id = ${open.id}`,
    ['I6-spot', 'I6-spot-journals'],
  );
  await broken(
    `update spot_order set open_journal_id = (select id from journal where idem = 'spot_open:${open.id}') where id = ${open.id};
     update account set balance = balance + 1 where kind = 'coin_hold' and asset = 'USDT'`,
    ['I2', 'I3', 'I7-spot'],
  );
  await broken(`update account set balance = balance - 1 where kind = 'coin_hold' and asset = 'USDT'`, []);
});
