/** How market and limit orders open, or do not. */
import { afterEach, describe, expect, test } from '@jest/globals';
import type { LeverageOrder } from '@tessera/shared/contract';
import { useLeverageDesk, type AskedPosition } from '../../../test/leverageDesk';
import type { SignedIn } from '../../http/handler';
import { exposureCalls } from '../../operators/exposureCalls';
import { anIncident } from '../../../test/anIncident';

const desk = useLeverageDesk();
let at = 0;
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
});

/** An order accepted at a new minute, whose first figure `at` is; the price then is 60,000. */
async function anOrder(asked: AskedPosition = {}, contract = '5000'): Promise<{ user: SignedIn; order: LeverageOrder }> {
  at += 60_000;
  await desk.ticks('BTC-USDT', [[at - 100, '60000']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader(contract);
  return { user, order: await desk.open(user, asked) };
}

describe('a market order', () => {
  test('opens at the first tick after acceptance, not at the one that is there nor at a later one', async () => {
    const { user, order } = await anOrder();
    await desk.judgeAt(at + 50);
    expect((await desk.order(user, order)).status).toBe('pending');
    await desk.ticks('BTC-USDT', [
      [at + 200, '60010'],
      [at + 400, '60005'],
    ]);
    await desk.judgeAt(at + 500);
    expect(await desk.order(user, order)).toMatchObject({
      status: 'open',
      openPrice: '60010.1',
      openedAtMs: desk.startMs + at + 200,
    });
  });

  test('a tick in its fifth second still decides, one after it does not', async () => {
    const { user, order } = await anOrder();
    await desk.ticks('BTC-USDT', [[at + 5000, '60000']]);
    await desk.judgeAt(at + 9000);
    expect((await desk.order(user, order)).status).toBe('open');
    const { user: other, order: late } = await anOrder();
    await desk.ticks('BTC-USDT', [[at + 5001, '60000']]);
    await desk.judgeAt(at + 9000);
    expect(await desk.order(other, late)).toMatchObject({ status: 'cancelled', cancelReason: 'no_tick', margin: '0', fee: '0' });
    expect([await desk.held(other), await desk.held(other, 'margin')]).toEqual(['5000', '0']);
  });

  test('no tick at all: the clock decides two seconds after the fifth, and a tick that turns up then decides nothing', async () => {
    const { user, order } = await anOrder();
    await desk.judgeAt(at + 6999);
    expect((await desk.order(user, order)).status).toBe('pending');
    await desk.judgeAt(at + 7000);
    expect(await desk.order(user, order)).toMatchObject({ status: 'cancelled', cancelReason: 'no_tick' });
    await desk.ticks('BTC-USDT', [
      [at + 4000, '60000'],
      [at + 7100, '60000'],
    ]);
    const last = await desk.database.db
      .selectFrom('tick')
      .select('isLive')
      .where('atMs', '=', desk.startMs + at + 4000)
      .execute();
    expect(last).toEqual([{ isLive: false }]);
    await desk.judgeAt(at + 8000);
    expect((await desk.deals(user, order)).length).toBe(0);
  });

  test('a tick filled in afterwards decides nothing', async () => {
    const { user, order } = await anOrder();
    await desk.ticks('BTC-USDT', [
      [at + 100, '59000', true],
      [at + 200, '60000'],
    ]);
    await desk.judgeAt(at + 300);
    expect((await desk.order(user, order)).openPrice).toBe('60000.1');
  });

  test.each([
    ['long, a tick at the edge of a tenth of a percent', 'long', '60060', 'open'],
    ['long, a tick beyond it', 'long', '60060.01', 'cancelled'],
    ['long, a far better price', 'long', '59000', 'open'],
    ['short, a tick at the edge', 'short', '59940.01', 'open'],
    ['short, a tick beyond it', 'short', '59939.99', 'cancelled'],
  ] as const)('%s', async (_, direction, tick, status) => {
    const { user, order } = await anOrder({ direction });
    await desk.ticks('BTC-USDT', [[at + 200, tick]]);
    await desk.judgeAt(at + 300);
    expect(await desk.order(user, order)).toMatchObject({ status, cancelReason: status === 'open' ? null : 'price_moved' });
    if (status === 'cancelled') expect([await desk.held(user), await desk.held(user, 'margin')]).toEqual(['5000', '0']);
  });

  test('a short that opens far above what was held takes the rest from the free balance', async () => {
    const { user, order } = await anOrder({ direction: 'short', lots: '0.1', leverage: 2 });
    await desk.ticks('BTC-USDT', [[at + 200, '61000.1']]);
    await desk.judgeAt(at + 300);
    expect(await desk.order(user, order)).toMatchObject({ status: 'open', openPrice: '61000', margin: '3050', fee: '3.355' });
    expect(await desk.held(user)).toBe('1946.645');
  });

  test('…and when there is no more, it is cancelled and everything is free again', async () => {
    const { user, order } = await anOrder({ direction: 'short', lots: '0.1', leverage: 2 }, '3010');
    await desk.ticks('BTC-USDT', [[at + 200, '61000.1']]);
    await desk.judgeAt(at + 300);
    expect(await desk.order(user, order)).toMatchObject({ status: 'cancelled', cancelReason: 'margin' });
    expect(await desk.held(user)).toBe('3010');
  });
});

describe('a limit order', () => {
  test('long: waits until the ask is at the limit, opens at the ask, and gives back what was held too much', async () => {
    const { user, order } = await anOrder({ entrustment: 'limit', limitPrice: '59000', lots: '0.1' });
    expect(order).toMatchObject({ status: 'pending', margin: '590', pricePerLot: '59000', limitPrice: '59000' });
    expect(await desk.held(user, 'margin')).toBe('593.245');
    await desk.ticks('BTC-USDT', [
      [at + 200, '59500'],
      [at + 400, '58999.91'],
    ]);
    await desk.judgeAt(at + 500);
    expect((await desk.order(user, order)).status).toBe('pending');
    await desk.ticks('BTC-USDT', [[at + 3_600_000, '58000']]);
    await desk.judgeAt(at + 3_600_100);
    expect(await desk.order(user, order)).toMatchObject({
      status: 'open',
      openPrice: '58000.1',
      margin: '580.001',
      fee: '3.190006',
    });
    expect([await desk.held(user), await desk.held(user, 'margin')]).toEqual(['4416.808994', '580.001']);
    at += 3_600_000;
  });

  test('short: the bid must reach the limit', async () => {
    const { user, order } = await anOrder({ entrustment: 'limit', direction: 'short', limitPrice: '61000', lots: '0.1' });
    await desk.ticks('BTC-USDT', [
      [at + 200, '61000.09'],
      [at + 400, '61000.1'],
    ]);
    await desk.judgeAt(at + 500);
    expect(await desk.order(user, order)).toMatchObject({ status: 'open', openPrice: '61000', margin: '610' });
    const [deal] = await desk.deals(user, order);
    expect(deal).toMatchObject({ tickAtMs: desk.startMs + at + 400 });
  });

  test('a limit that the very next tick meets opens there: the tick before acceptance does not count', async () => {
    const { user, order } = await anOrder({ entrustment: 'limit', limitPrice: '60500' });
    await desk.judgeAt(at + 100);
    expect((await desk.order(user, order)).status).toBe('pending');
    await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
    await desk.judgeAt(at + 300);
    expect(await desk.order(user, order)).toMatchObject({ status: 'open', openPrice: '60000.1' });
  });

  test('cancelled before its tick: everything comes back; cancelled after it: not cancellable', async () => {
    const { user, order } = await anOrder({ entrustment: 'limit', limitPrice: '59000' });
    expect(await desk.cancel(user, order)).toMatchObject({ status: 'cancelled', cancelReason: 'user', margin: '0' });
    expect([await desk.held(user), await desk.held(user, 'margin')]).toEqual(['5000', '0']);
    await expect(desk.cancel(user, order)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    await expect(desk.close(user, order)).rejects.toMatchObject({ code: 'ORDER_STATUS_WRONG' });
    const { user: other, order: met } = await anOrder({ entrustment: 'limit', limitPrice: '59000' });
    await desk.ticks('BTC-USDT', [[at + 200, '58000']]);
    await desk.judgeAt(at + 300);
    await expect(desk.cancel(other, met)).rejects.toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' });
  });
});

test('a symbol that no round has looked at yet: a tick after acceptance decides, though another order was cancelled in between', async () => {
  at += 60_000;
  await desk.ticks('ETH-USDT', [[at - 100, '4000']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader();
  const [taken, kept] = [await desk.open(user, { symbol: 'ETH-USDT' }), await desk.open(user, { symbol: 'ETH-USDT' })];
  await desk.cancel(user, taken);
  await desk.ticks('ETH-USDT', [
    [at + 200, '4000'],
    [at + 30_000, '4000'],
  ]);
  await desk.judgeAt(at + 30_100);
  expect(await desk.order(user, kept)).toMatchObject({ status: 'open', openedAtMs: desk.startMs + at + 200 });
});

test('a person at the most positions: no further one until one is over, whatever the symbol; others are not held up', async () => {
  await desk.database.owner.query(`update leverage_term set max_positions = 2 where symbol_id in ('BTC-USDT', 'ETH-USDT')`);
  await desk.catalog.reload(desk.clock.now());
  try {
    const { user, order } = await anOrder();
    await desk.ticks('ETH-USDT', [[at - 50, '3000']]);
    await desk.open(user, { entrustment: 'limit', limitPrice: '59000' });
    const refusal = { code: 'ORDER_TOO_MANY_POSITIONS', params: { max: '2' } };
    await expect(desk.open(user, { symbol: 'ETH-USDT', lots: '0.1' })).rejects.toMatchObject(refusal);
    await expect(desk.open(user, { entrustment: 'limit', limitPrice: '59000' })).rejects.toMatchObject(refusal);
    await desk.open(await desk.aTrader());
    await desk.judgeAt(at + 9000);
    expect(await desk.order(user, order)).toMatchObject({ status: 'cancelled' });
    await desk.ticks('ETH-USDT', [[at + 9000, '3000']]);
    expect(await desk.open(user, { symbol: 'ETH-USDT', lots: '0.1' })).toMatchObject({ status: 'pending' });
  } finally {
    await desk.database.owner.query('update leverage_term set max_positions = 100');
    await desk.catalog.reload(desk.clock.now());
  }
});

test('what a person has at stake in a symbol: both directions and pending orders count, less is left at a higher leverage, one at a time', async () => {
  at += 60_000;
  await desk.ticks('BTC-USDT', [[at - 100, '60000']]);
  await desk.ticks('ETH-USDT', [[at - 90, '3000']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader('900000');
  expect((await desk.terms(user, 'BTC-USDT')).exposureLimits.at(-1)).toEqual({ leverage: 100, notional: '500000' });
  await desk.open(user, { lots: '4', leverage: 100 });
  await desk.open(user, { lots: '2', leverage: 10, direction: 'short', entrustment: 'limit', limitPrice: '65000' });
  await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
  await desk.judgeAt(at + 300);
  // 240,000.40 open; pending what is held for, the limit and the tolerance: 130,130.
  const refusal = { code: 'ORDER_EXPOSURE_LIMIT', params: { left: '129869.6', max: '500000', asset: 'USDT' } };
  await expect(desk.open(user, { lots: '2.2', leverage: 100, direction: 'short' })).rejects.toMatchObject(refusal);
  await desk.open(user, { symbol: 'ETH-USDT', lots: '100', leverage: 100 });
  await desk.open(await desk.aTrader('10000'), { lots: '2.2', leverage: 100 });
  // A lower leverage has more left; of two at once that fit one by one, one is accepted.
  const both = await Promise.allSettled([1, 2].map(() => desk.open(user, { lots: '6', leverage: 50 })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((one) => one.status === 'rejected')).toMatchObject({
    reason: { code: 'ORDER_EXPOSURE_LIMIT', params: { max: '1000000' } },
  });
});

test('an order worth less than the least: refused with the least, which the terms show', async () => {
  at += 60_000;
  await desk.ticks('DOGE-USDT', [[at - 100, '0.2']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader();
  expect(await desk.terms(user, 'DOGE-USDT')).toMatchObject({ minNotional: '5', maxPositions: 100 });
  await expect(desk.open(user, { symbol: 'DOGE-USDT', lots: '24' })).rejects.toMatchObject({
    code: 'ORDER_TOTAL_BELOW_MIN',
    params: { min: '5', asset: 'USDT' },
  });
  expect(await desk.open(user, { symbol: 'DOGE-USDT', lots: '26' })).toMatchObject({ lots: '26' });
});

test('a log that is ahead of the clock decides nothing: refused until the clock has caught up', async () => {
  at += 60_000;
  await desk.ticks('SOL-USDT', [[at + 86_400_000, '150']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader();
  await expect(desk.open(user, { symbol: 'SOL-USDT', lots: '1' })).rejects.toMatchObject({ code: 'ORDER_PRICE_STALE' });
});

test('the same client order id twice is one order; with other content it is refused; a repeated key answers the same', async () => {
  const { user, order } = await anOrder({ key: 'one' });
  expect((await desk.open(user, { clientOrderId: order.clientOrderId })).id).toBe(order.id);
  await expect(desk.open(user, { clientOrderId: order.clientOrderId, lots: '0.02' })).rejects.toMatchObject({
    code: 'REQUEST_ILLEGAL',
  });
  expect((await desk.open(user, { clientOrderId: order.clientOrderId, key: 'one' })).id).toBe(order.id);
  expect(await desk.held(user, 'margin')).toBe('60.390432');
});

test('ticks inside a published incident open nothing and stop nothing', async () => {
  const { user, order } = await anOrder({ stopLoss: '59000' });
  await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
  await desk.judgeAt(at + 300);
  await anIncident(desk.database.owner, {
    symbol: 'BTC-USDT',
    fromMs: desk.startMs + at + 1000,
    toMs: desk.startMs + at + 2000,
    publishedAtMs: desk.clock.now(),
  });
  await desk.ticks('BTC-USDT', [[at + 1500, '30000']]);
  await desk.judgeAt(at + 1600);
  expect((await desk.order(user, order)).status).toBe('open');
  await desk.ticks('BTC-USDT', [[at + 2001, '58000']]);
  await desk.judgeAt(at + 2100);
  expect(await desk.order(user, order)).toMatchObject({ status: 'closed', closeReason: 'stop_loss', closePrice: '57999.9' });
});

test('a conversion that is late decides when it comes; after a second the log is closed and the last one counts', async () => {
  at += 60_000;
  await desk.ticks('USD-JPY', [[at - 100, '150']]);
  await desk.ticks('EUR-JPY', [[at - 90, '165']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader('5000');
  const [first, second] = [
    await desk.open(user, { symbol: 'EUR-JPY', lots: '0.1', leverage: 100 }),
    await desk.open(user, { symbol: 'EUR-JPY', lots: '0.1', leverage: 100 }),
  ];
  await desk.ticks('EUR-JPY', [[at + 200, '165']]);
  await desk.judgeAt(at + 300);
  expect((await desk.order(user, first)).status).toBe('pending');
  // Of the same instant as the deciding tick: it is the conversion.
  await desk.ticks('USD-JPY', [[at + 200, '151']]);
  await desk.judgeAt(at + 400);
  expect((await desk.deals(user, second))[0]).toMatchObject({ divisor: '151' });

  desk.clock.set(desk.startMs + at + 1000);
  await desk.close(user, first);
  await desk.ticks('EUR-JPY', [[at + 1200, '165.5']]);
  await desk.judgeAt(at + 2100);
  expect((await desk.order(user, first)).status).toBe('closing');
  await desk.judgeAt(at + 2200);
  expect((await desk.deals(user, first))[1]).toMatchObject({ divisor: '151' });
  await desk.ticks('USD-JPY', [[at + 1100, '152']]);
  const late = await desk.database.db
    .selectFrom('tick')
    .select('isLive')
    .where('symbolId', '=', 'USD-JPY')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(late.isLive).toBe(false);
});

test('what all people have on one side of a symbol is bounded: beyond it only what makes it less is accepted', async () => {
  at += 60_000;
  await desk.database.owner.query(`update house_limit set net_notional = 20000 where symbol_id = 'LTC-USDT'`);
  await desk.catalog.reload(desk.clock.now());
  await desk.ticks('LTC-USDT', [[at - 100, '200']]);
  desk.clock.set(desk.startMs + at);
  const [first, second] = [await desk.aTrader('50000'), await desk.aTrader('50000')];
  const sol = { symbol: 'LTC-USDT', leverage: 10 };
  await desk.open(first, { ...sol, lots: '80' });
  // Counted at once where it was accepted, and by every process with its next reading.
  const refusal = { code: 'ORDER_HOUSE_LIMIT', params: { asset: 'USDT', left: expect.stringMatching(/^39\d\d\./) } };
  await expect(desk.open(second, { ...sol, lots: '21' })).rejects.toMatchObject(refusal);
  await desk.leverage.followHouse();
  await expect(desk.open(second, { ...sol, lots: '21' })).rejects.toMatchObject(refusal);
  await desk.open(second, { ...sol, lots: '15' });
  // The other side makes it less, however much of it; and the other account mode counts for itself.
  await desk.open(first, { ...sol, direction: 'short', lots: '120' });
  await desk.open(await desk.aTrader('50000', 'real'), { ...sol, lots: '90' });
  await desk.open(second, { ...sol, lots: '21' });
  // As operators see it: both sides, what is left of them, and the bound.
  const { leverage, balances } = await exposureCalls(desk.database).booksExposure({
    request: { mode: 'demo' },
    nowMs: desk.clock.now(),
  });
  expect(leverage.find(({ symbol }) => symbol === 'LTC-USDT')).toMatchObject({
    asset: 'USDT',
    long: { orders: 3, lots: '116' },
    short: { orders: 1, lots: '120' },
    netLots: '-4',
    netNotional: expect.stringMatching(/^-7\d\d\./),
    limit: '20000',
    used: '0.04',
  });
  expect(balances).toContainEqual({ asset: 'USDT', holder: 'people', kind: 'margin', balance: expect.stringMatching(/^\d+/) });
});
