/** Many at once: workers that run the same rounds, a person who presses everything thirty times, an account that cannot be booked. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AppError } from '@tessera/shared/errors';
import { useLeverageDesk } from '../../../test/leverageDesk';
import type { SignedIn } from '../../http/handler';
import { createLog } from '../../platform/log';
import { createMetrics } from '../../platform/metrics';
import { createExecution } from './job';

const desk = useLeverageDesk();
let at = 0;
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
});
async function aMinute(): Promise<void> {
  at += 60_000;
  await desk.ticks('BTC-USDT', [[at - 100, '60000']]);
  desk.clock.set(desk.startMs + at);
}
const aWorker = () =>
  createExecution({
    db: desk.database.db,
    clock: desk.clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    wakeOutbox: () => undefined,
  });
const cursorBack = (ticks: number) =>
  desk.database.owner.query('update leverage_cursor set seq = greatest(0, seq - $1)', [ticks]);
const dealCount = async (user: SignedIn): Promise<number> =>
  (await desk.database.db.selectFrom('leverageDeal').select('id').where('userId', '=', Number(user.userId)).execute()).length;

test('while nobody trades the cursor stays behind for some seconds, and a first order is judged from its own acceptance', async () => {
  await aMinute();
  const worker = aWorker();
  const cursor = async () =>
    (await desk.database.owner.query<{ seq: number }>(`select seq::int from leverage_cursor where symbol_id = 'BTC-USDT'`))
      .rows[0]?.seq;
  await worker.runRound();
  const stood = await cursor();
  await desk.ticks('BTC-USDT', [[at + 200, '70000']]);
  await worker.runRound();
  expect(await cursor()).toBe(stood);
  // What it passed by before the order was there opens and closes nothing.
  await desk.ticks('BTC-USDT', [[at + 400, '60000']]);
  desk.clock.set(desk.startMs + at + 500);
  const user = await desk.aTrader();
  await desk.open(user, { takeProfit: '60500' });
  await desk.ticks('BTC-USDT', [[at + 600, '60000']]);
  desk.clock.set(desk.startMs + at + 700);
  await worker.runRound();
  expect(await dealCount(user)).toBe(1);
  expect(await cursor()).toBe((stood ?? 0) + 3);
  await desk.ticks('BTC-USDT', [[at + 800, '60600']]);
  desk.clock.set(desk.startMs + at + 900);
  await desk.judge();
  expect(await dealCount(user)).toBe(2);
  await desk.ticks('BTC-USDT', [[at + 12_000, '60000']]);
  await worker.runRound();
  expect(await cursor()).toBe((stood ?? 0) + 5);
});

test('three workers run every round at the same time: each order opens once and closes once', async () => {
  await aMinute();
  const users = await Promise.all(Array.from({ length: 20 }, () => desk.aTrader('5000')));
  for (const [index, user] of users.entries()) {
    await desk.open(
      user,
      index % 2 === 0 ? { takeProfit: '60500', lots: '0.05' } : { entrustment: 'limit', limitPrice: '59900', stopLoss: '59500' },
    );
  }
  const workers = [aWorker(), aWorker(), aWorker()];
  for (const [index, tick] of ['60000', '59800', '59400', '60600', '60000'].entries()) {
    await desk.ticks('BTC-USDT', [[at + 200 + index * 500, tick]]);
    desk.clock.set(desk.startMs + at + 300 + index * 500);
    await Promise.all(workers.map((worker) => worker.runRound()));
  }
  await desk.judge();
  for (const [index, user] of users.entries()) {
    expect(await dealCount(user)).toBe(2);
    const { items } = await desk.list(user, { status: 'history' });
    expect(items.map((order) => order.closeReason)).toEqual([index % 2 === 0 ? 'take_profit' : 'stop_loss']);
  }
});

test('a round that is run again, as after a crash before the cursor moved: nothing happens twice', async () => {
  await aMinute();
  const user = await desk.aTrader();
  const order = await desk.open(user, { takeProfit: '60500' });
  await desk.ticks('BTC-USDT', [
    [at + 200, '60000'],
    [at + 700, '60600'],
  ]);
  await desk.judgeAt(at + 800);
  const before = [await desk.held(user), await dealCount(user)];
  await cursorBack(2);
  await desk.judge();
  expect([await desk.held(user), await dealCount(user)]).toEqual(before);
  expect((await desk.order(user, order)).status).toBe('closed');
});

test('an account that cannot be booked is set aside and holds up nobody; later it is judged by the ticks of then', async () => {
  await aMinute();
  const [stuck, user] = [await desk.aTrader(), await desk.aTrader()];
  const [first, second] = [await desk.open(stuck, { stopLoss: '59000' }), await desk.open(user, { stopLoss: '59000' })];
  await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
  await desk.judgeAt(at + 300);
  const { owner } = desk.database;
  // The book is right but the margin account was emptied by hand: the closing must be refused.
  await owner.query('alter table account disable trigger all');
  await owner.query(`update account set balance = 0 where owner_id = $1 and kind = 'margin'`, [stuck.userId]);
  await desk.ticks('BTC-USDT', [[at + 1000, '58000.1']]);
  await desk.judgeAt(at + 1100);
  expect([(await desk.order(stuck, first)).status, (await desk.order(user, second)).status]).toEqual(['open', 'closed']);
  const margin = (await desk.order(stuck, first)).margin;
  await owner.query(`update account set balance = $2 where owner_id = $1 and kind = 'margin'`, [stuck.userId, margin]);
  await owner.query('alter table account enable trigger all');
  await desk.ticks('BTC-USDT', [[at + 2000, '65000']]);
  await desk.judgeAt(at + 2100);
  expect((await desk.order(stuck, first)).status).toBe('open');
  await desk.judgeAt(at + 31_200);
  expect(await desk.order(stuck, first)).toMatchObject({ status: 'closed', closeReason: 'stop_loss', closePrice: '58000' });
});

test('read-only funds stop the round and lose nothing: the ticks are judged when they may be booked', async () => {
  await aMinute();
  const user = await desk.aTrader();
  const order = await desk.open(user, { stopLoss: '59000' });
  await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
  await desk.judgeAt(at + 300);
  await desk.database.owner.query(`update funds_state set is_read_only = true`);
  await desk.ticks('BTC-USDT', [
    [at + 1000, '58000.1'],
    [at + 1500, '60000'],
  ]);
  await expect(desk.judgeAt(at + 1600)).rejects.toMatchObject({ code: 'WALLET_FUNDS_READ_ONLY' });
  await desk.database.owner.query(`update funds_state set is_read_only = false`);
  await desk.judge();
  expect(await desk.order(user, order)).toMatchObject({ closeReason: 'stop_loss', closePrice: '58000' });
});

test('a worker that was away for an hour takes the log up in pieces and finds the first tick that counts', async () => {
  await aMinute();
  const user = await desk.aTrader();
  const order = await desk.open(user, { stopLoss: '59000' });
  await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
  await desk.judgeAt(at + 300);
  const many = Array.from(
    { length: 3_300 },
    (_, index) => [at + 1000 + index * 250, index === 3_200 ? '58500.1' : index > 3_200 ? '58000' : '60000'] as const,
  );
  await desk.ticks('BTC-USDT', many);
  at += 3_300 * 250;
  desk.clock.set(at + 2000);
  // The tick that met the stop is in the log, further than one look reaches: nobody takes the stop away from it.
  await expect(desk.setStop(user, order, { stopLoss: null })).rejects.toMatchObject({
    code: 'ORDER_PRICE_STALE',
    isRetryable: true,
  });
  await desk.judgeAt(at + 2000);
  expect(await desk.order(user, order)).toMatchObject({ closeReason: 'stop_loss', closePrice: '58500' });
  const { rows } = await desk.database.owner.query('select * from leverage_account where retry_at_ms is not null');
  expect(rows).toEqual([]);
});

describe('thirty presses at once', () => {
  const settled = async (work: readonly Promise<unknown>[]) => {
    const results = await Promise.allSettled(work);
    const codes = results.flatMap((one) =>
      one.status === 'rejected' ? [one.reason instanceof AppError ? one.reason.code : String(one.reason)] : [],
    );
    return { done: results.filter((one) => one.status === 'fulfilled').length, codes: [...new Set(codes)] };
  };

  test('of "open": as many as there is money for, never one more', async () => {
    await aMinute();
    const user = await desk.aTrader('500');
    // Each holds 60.390432: eight of them fit into 500.
    const { done, codes } = await settled(Array.from({ length: 30 }, () => desk.open(user)));
    expect([done, codes]).toEqual([8, ['WALLET_BALANCE_INSUFFICIENT']]);
    expect(await desk.held(user, 'margin')).toBe('483.123456');
  });

  test('of "open" with the same client order id: one order', async () => {
    await aMinute();
    const user = await desk.aTrader();
    const clientOrderId = randomUUID();
    const { done } = await settled(Array.from({ length: 30 }, () => desk.open(user, { clientOrderId })));
    expect(done).toBe(30);
    expect((await desk.list(user, { status: 'pending' })).total).toBe(1);
  });

  test('of "close" while the deciding tick is judged: one closing', async () => {
    await aMinute();
    const user = await desk.aTrader();
    const order = await desk.open(user);
    await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
    await desk.judgeAt(at + 300);
    const closing = Array.from({ length: 30 }, () => desk.close(user, order));
    const { done, codes } = await settled([...closing, aWorker().runRound(), aWorker().runRound()]);
    expect([done, codes]).toEqual([3, ['ORDER_DO_NOT_RESUBMIT']]);
    await desk.ticks('BTC-USDT', [[at + 500, '60000']]);
    await desk.judgeAt(at + 600);
    expect(await dealCount(user)).toBe(2);
  });

  test('of "cancel" while a tick meets the limit: either cancelled or open, and the money says the same', async () => {
    for (let round = 0; round < 5; round += 1) {
      await aMinute();
      const user = await desk.aTrader('1000');
      const order = await desk.open(user, { entrustment: 'limit', limitPrice: '59900' });
      await desk.ticks('BTC-USDT', [[at + 200, '59800']]);
      desk.clock.set(desk.startMs + at + 300);
      await settled([
        ...Array.from({ length: 15 }, () => desk.cancel(user, order)),
        aWorker().runRound(),
        ...Array.from({ length: 15 }, () => desk.cancel(user, order)),
      ]);
      await desk.judge();
      const { status } = await desk.order(user, order);
      expect(status === 'cancelled' ? await desk.held(user) : status).toBe(status === 'cancelled' ? '1000' : 'open');
    }
  });

  test('of a transfer out beside openings: what stands behind positions stays', async () => {
    await aMinute();
    const user = await desk.aTrader('500');
    const { transfer } = desk.funds.handlers;
    const out = () =>
      transfer?.({
        request: { from: 'contract', to: 'coin', asset: 'USDT', amount: '100' },
        user,
        language: 'en',
        nowMs: desk.clock.now(),
        ip: '',
        idempotencyKey: randomUUID(),
        traceId: 't',
      }) ?? Promise.resolve();
    const { codes } = await settled(Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? desk.open(user) : out())));
    expect(codes).toEqual(['WALLET_BALANCE_INSUFFICIENT']);
    const sum = Number(await desk.held(user)) + Number(await desk.held(user, 'margin')) + Number(await desk.coin(user));
    expect(sum).toBeCloseTo(500, 6);
    expect(Number(await desk.held(user))).toBeLessThan(100);
  });
});
