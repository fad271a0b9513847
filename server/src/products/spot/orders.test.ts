import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Handler } from '../../http/handler';
import { useFreshDatabases } from '../../../test/freshDatabases';
import { openSpotDesk, startMs, type SpotDesk } from '../../../test/spotDesk';
import { aHalt } from '../../../test/aHalt';
import { anIncident } from '../../../test/anIncident';

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

describe('a limit purchase', () => {
  test('freezes total and fee, fills at the book of the next tick that reaches it, and gives the rest back', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { price: '100010', quantity: '0.01' });
    expect(order).toMatchObject({
      status: 'new',
      price: '100010',
      quantity: '0.01',
      filled: '0',
      frozen: '1001.1001',
      frozenAsset: 'USDT',
      feeAsset: 'USDT',
      fills: [],
    });
    expect([await desk.held(user, 'USDT'), await desk.held(user, 'USDT', 'coin_hold')]).toEqual(['3998.8999', '1001.1001']);
    await desk.ticks('BTC-USDT', [[200, '100000']]);
    await desk.executeAt(300);
    // The ask is the price and half of twenty steps: 100,000.10.
    expect(await desk.findSpot(user, order)).toMatchObject({
      status: 'filled',
      filled: '0.01',
      filledTotal: '1000.001',
      averagePrice: '100000.1',
      fee: '1.000001',
      frozen: '0',
      endReason: null,
      updatedAtMs: startMs + 300,
      fills: [
        {
          seq: 2,
          atMs: startMs + 200,
          tickPrice: '100000',
          price: '100000.1',
          quantity: '0.01',
          total: '1000.001',
          fee: '1.000001',
        },
      ],
    });
    expect([await desk.held(user, 'USDT'), await desk.held(user, 'USDT', 'coin_hold'), await desk.held(user, 'BTC')]).toEqual([
      '3998.998999',
      '0',
      '0.01',
    ]);
    expect([
      await desk.houseHas('trade', 'USDT'),
      await desk.houseHas('trade', 'BTC'),
      await desk.houseHas('fee', 'USDT'),
    ]).toEqual(['1000.001', '-0.01', '1.000001']);
  });

  test('waits while the ask is above it, and never pays more than its limit', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { price: '99990', quantity: '0.01' });
    await desk.ticks('BTC-USDT', [
      [200, '100000'],
      [400, '99990'],
      [600, '99989.95'],
    ]);
    await desk.executeAt(700);
    expect((await desk.findSpot(user, order)).status).toBe('new');
    await desk.ticks('BTC-USDT', [[800, '99989.9']]);
    await desk.executeAt(900);
    expect(await desk.findSpot(user, order)).toMatchObject({ status: 'filled', averagePrice: '99990', fills: [{ seq: 5 }] });
  });

  test('larger than the book at its limit: partial, tick after tick, each with its own journal and what is left frozen', async () => {
    const user = await desk.aUser('300000');
    const order = await desk.place(user, { price: '100000.1', quantity: '2' });
    await desk.ticks('BTC-USDT', [[200, '100000']]);
    await desk.executeAt(300);
    const partial = await desk.findSpot(user, order);
    expect(partial).toMatchObject({ status: 'partial', averagePrice: '100000.1', fills: [{ seq: 2 }] });
    expect(partial.frozen).toBe(await desk.held(user, 'USDT', 'coin_hold'));
    await desk.ticks('BTC-USDT', [
      [400, '100000.5'],
      [500, '100000'],
      [600, '99900'],
      [700, '99000'],
      [800, '99000'],
    ]);
    await desk.executeAt(900);
    const filled = await desk.findSpot(user, order);
    expect(filled).toMatchObject({ status: 'filled', filled: '2', frozen: '0' });
    expect(filled.fills.length).toBeGreaterThan(2);
    expect(filled.fills.map((fill) => fill.seq)).not.toContain(3);
    expect(await desk.held(user, 'BTC')).toBe('2');
    const journals = await desk.database.db
      .selectFrom('journal')
      .select('idem')
      .where('kind', '=', 'spot')
      .orderBy('id')
      .execute();
    expect(journals.map((journal) => journal.idem).sort()).toEqual([
      `spot_end:${order.id}`,
      ...filled.fills.map((fill) => `spot_fill:${order.id}:${fill.seq}`),
      `spot_open:${order.id}`,
    ]);
  });

  test('above the market it is filled at the better prices of the book at once, and the improvement comes back', async () => {
    const user = await desk.aUser('2000');
    const order = await desk.place(user, { price: '110000', quantity: '0.01' });
    expect(order.frozen).toBe('1101.1');
    await desk.ticks('BTC-USDT', [[100, '100000']]);
    await desk.executeAt(150);
    expect(await desk.findSpot(user, order)).toMatchObject({ status: 'filled', averagePrice: '100000.1' });
    expect(await desk.held(user, 'USDT')).toBe('998.998999');
  });
});

describe('a limit sale', () => {
  test('freezes the coins, is paid the bid or better, and the fee comes off the proceeds', async () => {
    const user = await desk.aUser('0.000001');
    await desk.give(user, 'BTC', '0.05');
    const order = await desk.place(user, { side: 'sell', price: '100500', quantity: '0.02' });
    expect(order).toMatchObject({ frozen: '0.02', frozenAsset: 'BTC', feeAsset: 'USDT' });
    expect([await desk.held(user, 'BTC'), await desk.held(user, 'BTC', 'coin_hold')]).toEqual(['0.03', '0.02']);
    await desk.ticks('BTC-USDT', [
      [200, '100500'],
      [400, '100500.1'],
    ]);
    await desk.executeAt(500);
    expect(await desk.findSpot(user, order)).toMatchObject({
      status: 'filled',
      averagePrice: '100500',
      filledTotal: '2010',
      fee: '2.01',
      frozen: '0',
      fills: [{ seq: 3 }],
    });
    expect([await desk.held(user, 'USDT'), await desk.held(user, 'BTC', 'coin_hold')]).toEqual(['2007.990001', '0']);
    expect([await desk.houseHas('trade', 'USDT'), await desk.houseHas('trade', 'BTC')]).toEqual(['-2010', '0.02']);
  });
});

describe('a market order', () => {
  test('a purchase by total takes the first tick after acceptance; less than one step of it comes back', async () => {
    const user = await desk.aUser('2000');
    const order = await desk.place(user, { entrustment: 'market', total: '1000' });
    expect(order).toMatchObject({ status: 'new', price: null, quantity: null, total: '1000', frozen: '1001' });
    await desk.ticks('BTC-USDT', [
      [200, '100000'],
      [400, '90000'],
    ]);
    await desk.executeAt(500);
    expect(await desk.findSpot(user, order)).toMatchObject({
      status: 'filled',
      filled: '0.00999',
      filledTotal: '999.000999',
      fee: '0.999001',
      fills: [{ seq: 2 }],
    });
    expect([await desk.held(user, 'USDT'), await desk.held(user, 'USDT', 'coin_hold')]).toEqual(['1000', '0']);
  });

  test('a purchase by quantity freezes what the slippage cap may cost and pays what the book asks', async () => {
    const user = await desk.aUser('2000');
    const order = await desk.place(user, { entrustment: 'market', quantity: '0.01' });
    // 100,000 with a tolerated move of 0.1 % and the cap of 5 %: 105,105, and the fee.
    expect(order.frozen).toBe('1052.10105');
    await desk.ticks('BTC-USDT', [[200, '100050']]);
    await desk.executeAt(300);
    expect(await desk.findSpot(user, order)).toMatchObject({ status: 'filled', averagePrice: '100050.1', frozen: '0' });
    expect(await desk.held(user, 'USDT', 'coin_hold')).toBe('0');
  });

  test('a sale', async () => {
    const user = await desk.aUser('1');
    await desk.give(user, 'BTC', '0.01');
    const order = await desk.place(user, { side: 'sell', entrustment: 'market', quantity: '0.01' });
    await desk.ticks('BTC-USDT', [[200, '100000']]);
    await desk.executeAt(300);
    expect(await desk.findSpot(user, order)).toMatchObject({
      status: 'filled',
      averagePrice: '99999.9',
      filledTotal: '999.999',
      fee: '0.999999',
    });
    expect(await desk.held(user, 'USDT')).toBe('999.999001');
  });

  test('more than the book holds within the slippage cap: filled in part, the rest is released', async () => {
    await desk.database.owner.query(`update spot_term set slippage_cap = 0.0005 where symbol_id = 'BTC-USDT'`);
    await desk.catalog.reload(startMs);
    const user = await desk.aUser('1');
    await desk.give(user, 'BTC', '50');
    const order = await desk.place(user, { side: 'sell', entrustment: 'market', quantity: '50' });
    await desk.ticks('BTC-USDT', [
      [200, '100000'],
      [400, '100000'],
    ]);
    await desk.executeAt(500);
    const ended = await desk.findSpot(user, order);
    expect(ended).toMatchObject({ status: 'cancelled', endReason: 'slippage_cap', frozen: '0', fills: [{ seq: 2 }] });
    expect(ended.fills).toHaveLength(1);
    expect(Number.parseFloat(ended.averagePrice ?? '0')).toBeGreaterThan(99_950);
    expect(await desk.held(user, 'BTC', 'coin_hold')).toBe('0');
  });

  test('a deciding tick that is worse than the tolerance: nothing is traded, everything comes back', async () => {
    const user = await desk.aUser('2000');
    const order = await desk.place(user, { entrustment: 'market', total: '1000' });
    await desk.ticks('BTC-USDT', [
      [200, '100100.01'],
      [400, '100000'],
    ]);
    await desk.executeAt(500);
    expect(await desk.findSpot(user, order)).toMatchObject({
      status: 'rejected',
      endReason: 'price_moved',
      filled: '0',
      fills: [],
    });
    expect(await desk.held(user, 'USDT')).toBe('2000');
  });

  test('no tick: the clock ends it two seconds after its five, not sooner, and a late tick changes nothing', async () => {
    const user = await desk.aUser('2000');
    const order = await desk.place(user, { entrustment: 'market', total: '1000' });
    await desk.executeAt(6999);
    expect((await desk.findSpot(user, order)).status).toBe('new');
    await desk.executeAt(7000);
    expect(await desk.findSpot(user, order)).toMatchObject({ status: 'rejected', endReason: 'no_tick' });
    expect(await desk.held(user, 'USDT')).toBe('2000');
    await desk.ticks('BTC-USDT', [[4999, '100000']]);
    await desk.executeAt(7100);
    const { isLive } = await desk.database.db.selectFrom('tick').select('isLive').where('seq', '=', 2).executeTakeFirstOrThrow();
    expect(isLive).toBe(false);
    expect((await desk.findSpot(user, order)).fills).toEqual([]);
  });

  test('a tick after its five seconds ends it without the clock', async () => {
    const user = await desk.aUser('2000');
    const order = await desk.place(user, { entrustment: 'market', total: '1000' });
    await desk.ticks('BTC-USDT', [[5001, '100000']]);
    await desk.executeAt(5002);
    expect(await desk.findSpot(user, order)).toMatchObject({ status: 'rejected', endReason: 'no_tick' });
  });
});

describe('ticks that decide nothing', () => {
  test('ticks filled in afterwards, and ticks within a published incident of the symbol', async () => {
    const user = await desk.aUser('5000');
    const limit = await desk.place(user, { price: '99000', quantity: '0.01' });
    const market = await desk.place(user, { entrustment: 'market', total: '1000' });
    const incident = { symbol: 'BTC-USDT', fromMs: startMs + 300, toMs: startMs + 500, publishedAtMs: startMs };
    await anIncident(desk.database.owner, incident);
    await anIncident(desk.database.owner, { ...incident, symbol: 'ETH-USDT', fromMs: startMs });
    await desk.ticks('BTC-USDT', [
      [200, '90000', true],
      [300, '90000'],
      [500, '90000'],
    ]);
    await desk.executeAt(550);
    expect([(await desk.findSpot(user, limit)).status, (await desk.findSpot(user, market)).status]).toEqual(['new', 'new']);
    await desk.ticks('BTC-USDT', [
      [600, '100000'],
      [700, '98000'],
    ]);
    await desk.executeAt(800);
    expect(await desk.findSpot(user, market)).toMatchObject({ status: 'filled', fills: [{ seq: 5 }] });
    expect(await desk.findSpot(user, limit)).toMatchObject({ status: 'filled', fills: [{ seq: 6 }] });
  });
});

describe('a request to cancel', () => {
  test('a new order: cancelling, then cancelled by the next tick, whatever its price', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { price: '99000', quantity: '0.01' });
    desk.clock.set(startMs + 1000);
    expect(await desk.cancel(user, order)).toMatchObject({ status: 'cancelling', frozen: '990.99' });
    await desk.execute();
    expect((await desk.findSpot(user, order)).status).toBe('cancelling');
    await desk.ticks('BTC-USDT', [[1001, '90000']]);
    await desk.executeAt(1100);
    expect(await desk.findSpot(user, order)).toMatchObject({ status: 'cancelled', endReason: 'user', filled: '0', frozen: '0' });
    expect([await desk.held(user, 'USDT'), await desk.held(user, 'USDT', 'coin_hold')]).toEqual(['5000', '0']);
  });

  test('in a halted market: nothing new is accepted, the cancel is', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { price: '99000', quantity: '0.01' });
    await aHalt(desk.database.owner, 'BTC-USDT', startMs);
    await expect(desk.place(user, { price: '99000', quantity: '0.01' })).rejects.toMatchObject({ code: 'ORDER_MARKET_HALTED' });
    expect(await desk.cancel(user, order)).toMatchObject({ status: 'cancelling' });
    await desk.database.owner.query('set session_replication_role = replica; delete from halt; reset session_replication_role');
  });

  test('a tick before the request still fills the order', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { price: '99000', quantity: '0.01' });
    await desk.ticks('BTC-USDT', [[900, '98000']]);
    desk.clock.set(startMs + 1000);
    expect((await desk.cancel(user, order)).status).toBe('cancelling');
    await desk.ticks('BTC-USDT', [[1100, '100000']]);
    await desk.executeAt(1200);
    expect(await desk.findSpot(user, order)).toMatchObject({ status: 'filled', endReason: null, fills: [{ seq: 2 }] });
  });

  test('a partial order keeps its fills and gets the rest back', async () => {
    const user = await desk.aUser('300000');
    const order = await desk.place(user, { price: '100000.1', quantity: '2' });
    await desk.ticks('BTC-USDT', [[200, '100000']]);
    await desk.executeAt(300);
    desk.clock.set(startMs + 1000);
    expect((await desk.cancel(user, order)).status).toBe('cancelling');
    await desk.executeAt(3000);
    const ended = await desk.findSpot(user, order);
    expect(ended).toMatchObject({ status: 'cancelled', endReason: 'user', frozen: '0', fills: [{ seq: 2 }] });
    expect(await desk.held(user, 'BTC')).toBe(ended.filled);
    expect(await desk.held(user, 'USDT', 'coin_hold')).toBe('0');
  });

  test('without a tick the clock ends it after two seconds, not sooner', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { price: '99000', quantity: '0.01' });
    await desk.cancel(user, order);
    await desk.executeAt(1999);
    expect((await desk.findSpot(user, order)).status).toBe('cancelling');
    await desk.executeAt(2000);
    expect((await desk.findSpot(user, order)).status).toBe('cancelled');
  });

  test('a market order that waits for its tick', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { entrustment: 'market', total: '1000' });
    desk.clock.set(startMs + 50);
    await desk.cancel(user, order);
    await desk.ticks('BTC-USDT', [[60, '100000']]);
    await desk.executeAt(100);
    expect(await desk.findSpot(user, order)).toMatchObject({ status: 'cancelled', endReason: 'user', filled: '0' });
  });

  test('asked twice it is one request; an order that ended is not cancellable; a stranger does not find it', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { price: '99000', quantity: '0.01' });
    await expect(desk.cancel(await desk.aUser(), order)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    await expect(desk.cancel({ ...user, mode: 'real' }, order)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    await expect(desk.cancel(user, { id: 'nonsense' })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    expect((await desk.cancel(user, order, 'key-1')).status).toBe('cancelling');
    desk.clock.set(startMs + 500);
    expect((await desk.cancel(user, order, 'key-1')).status).toBe('cancelling');
    expect((await desk.cancel(user, order)).status).toBe('cancelling');
    await desk.executeAt(2000);
    await expect(desk.cancel(user, order)).rejects.toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' });
    expect((await desk.cancel(user, order, 'key-1')).status).toBe('cancelled');
  });
});

test('private events are written with every change, and the statement reads it', async () => {
  const user = await desk.aUser('5000');
  await desk.place(user, { price: '100010', quantity: '0.01' });
  await desk.ticks('BTC-USDT', [[200, '100000']]);
  await desk.executeAt(300);
  const events = await desk.database.db
    .selectFrom('outbox')
    .select('body')
    .where('userId', '=', Number.parseInt(user.userId, 10))
    .orderBy('seq')
    .execute();
  expect(events.map(({ body }) => body)).toMatchObject([
    { type: 'spot.updated', order: { status: 'new' } },
    { type: 'balance.changed', coin: [{ asset: 'USDT', available: '3998.8999', frozen: '1001.1001' }] },
    { type: 'spot.updated', order: { status: 'filled', fills: [{ seq: 2 }] } },
    {
      type: 'balance.changed',
      coin: [
        { asset: 'USDT', available: '3998.998999', frozen: '0' },
        { asset: 'BTC', available: '0.01' },
      ],
    },
  ]);
  const detail = desk.funds.handlers.walletDetail as Handler<'walletDetail'>;
  const call = { user, nowMs: startMs, language: 'en' as const, ip: '', traceId: '', idempotencyKey: undefined };
  const { items } = await detail({ ...call, request: { account: 'coin', kind: 'spot' } });
  expect(items.map((item) => [item.asset, item.amount, item.balanceAfter])).toEqual(
    expect.arrayContaining([
      ['USDT', '-1001.1001', '3998.8999'],
      ['BTC', '0.01', '0.01'],
      ['USDT', '0.099099', '3998.998999'],
    ]),
  );
});

test('lists: own orders of one mode, open or ended, with the sums of all pages', async () => {
  const user = await desk.aUser('5000');
  await desk.ticks('ETH-USDT', [[-100, '3000']]);
  for (const price of ['99000', '98000', '97000']) await desk.place(user, { price, quantity: '0.001' });
  await desk.place(user, { price: '100010', quantity: '0.01' });
  await desk.place(user, { symbol: 'ETH-USDT', price: '2900', quantity: '0.1' });
  await desk.place(await desk.aUser(), { price: '96000', quantity: '0.001' });
  await desk.ticks('BTC-USDT', [[200, '100000']]);
  await desk.executeAt(300);
  expect(await desk.list(user, { status: 'open', pageSize: 3 })).toMatchObject({
    items: [{ symbol: 'ETH-USDT' }, { price: '97000' }, { price: '98000' }],
    page: 1,
    pageSize: 3,
    total: 4,
    totals: { bought: '0', sold: '0', fee: '0' },
  });
  expect(await desk.list(user, { status: 'open', page: 2, pageSize: 3 })).toMatchObject({ items: [{ price: '99000' }] });
  expect(await desk.list(user, { status: 'open', symbol: 'ETH-USDT' })).toMatchObject({ total: 1 });
  expect(
    await desk.list(user, { status: 'history', symbol: 'BTC-USDT', side: 'buy', fromMs: startMs, toMs: startMs }),
  ).toMatchObject({
    items: [{ price: '100010', fills: [{ seq: 2 }] }],
    total: 1,
    totals: { bought: '1000.001', sold: '0', fee: '1.000001' },
  });
  expect(await desk.list(user, { status: 'history', side: 'sell' })).toMatchObject({ items: [], total: 0 });
  expect(await desk.list(user, { status: 'history', fromMs: startMs + 1 })).toMatchObject({ items: [], total: 0 });
  expect(await desk.list({ ...user, mode: 'real' }, { status: 'open' })).toMatchObject({ items: [], total: 0 });
});

test('terms, and an order keeps those it was accepted under', async () => {
  expect(await desk.terms('BTC-USDT')).toEqual({
    symbol: 'BTC-USDT',
    quantityMin: '0.00002',
    quantityStep: '0.00001',
    quantityMax: '50',
    tickSize: '0.01',
    totalMin: '10',
    feeRate: '0.001',
    priceBand: '0.2',
    slippageCap: '0.05',
    toleratedMove: '0.001',
    ruleVersion: 1,
  });
  await expect(desk.terms('EUR-USD')).rejects.toMatchObject({ code: 'ORDER_SYMBOL_NOT_TRADABLE' });
  const user = await desk.aUser('5000');
  const order = await desk.place(user, { price: '100010', quantity: '0.01' });
  await desk.database.owner.query(`
    insert into catalog_version values (2, 0, 'wider');
    update symbol set until_version = 2 where id = 'BTC-USDT';
    insert into symbol select id, 2, null, position, base, quote, asset_class, calendar_id, digits, pip_size, contract_size, lot_min, lot_step, lot_max, 4000,
      stale_after_ms, has_spot, has_seconds, has_leverage, reference_price, volatility_ppm, activity, daily_turnover from symbol where id = 'BTC-USDT';
    update spot_term set until_version = 2 where symbol_id = 'BTC-USDT';
    insert into spot_term select symbol_id, 2, null, quantity_min, quantity_step, quantity_max, total_min, 0.5, price_band, slippage_cap, tolerated_move, level_quantity
      from spot_term where symbol_id = 'BTC-USDT'`);
  await desk.catalog.reload(startMs);
  expect((await desk.terms('BTC-USDT')).feeRate).toBe('0.5');
  await desk.ticks('BTC-USDT', [[200, '100000']]);
  await desk.executeAt(300);
  expect(await desk.findSpot(user, order)).toMatchObject({
    status: 'filled',
    averagePrice: '100000.1',
    fee: '1.000001',
    feeRate: '0.001',
  });
});
