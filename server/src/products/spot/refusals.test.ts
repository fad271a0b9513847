import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '../../http/handler';
import { openSpotDesk, startMs, type AskedSpot, type SpotDesk } from '../../../test/spotDesk';
import { anIncident } from '../../../test/anIncident';

let desk: SpotDesk & { close(): Promise<void> };
let user: SignedIn;
beforeAll(async () => {
  desk = await openSpotDesk();
  for (const symbol of ['BTC-USDT', 'EUR-USD']) await desk.ticks(symbol, [[-100, '100000']]);
});
afterAll(async () => {
  expect(await desk.violations()).toEqual([]);
  await desk.close();
});
beforeEach(async () => {
  desk.clock.set(startMs);
  user = await desk.aUser('1500');
  await desk.give(user, 'BTC', '0.01');
});

const ordersOf = async (): Promise<number> =>
  (await desk.database.db.selectFrom('spotOrder').select('id').where('userId', '=', Number.parseInt(user.userId, 10)).execute())
    .length;

const buyMarket: AskedSpot = { entrustment: 'market', total: '100' };
const sell: AskedSpot = { side: 'sell', price: '100000', quantity: '0.01' };
const cases: [string, AskedSpot, object][] = [
  ['an unknown symbol', { symbol: 'NOPE-USDT' }, { code: 'ORDER_SYMBOL_NOT_FOUND' }],
  ['a symbol of another class', { symbol: 'EUR-USD' }, { code: 'ORDER_SYMBOL_NOT_FOUND' }],
  ['a limit order without its price', { price: undefined }, { code: 'PARAMETER_MISSING', params: { field: 'price' } }],
  ['a limit order without a quantity', { quantity: undefined }, { code: 'PARAMETER_MISSING', params: { field: 'quantity' } }],
  ['a limit order by total', { total: '100' }, { code: 'PARAMETER_WRONG', params: { field: 'total' } }],
  [
    'a market purchase without an amount',
    { entrustment: 'market' },
    { code: 'PARAMETER_MISSING', params: { field: 'quantity' } },
  ],
  [
    'a market purchase by quantity and total',
    { ...buyMarket, quantity: '0.001' },
    { code: 'PARAMETER_WRONG', params: { field: 'total' } },
  ],
  [
    'a market sale without a quantity',
    { side: 'sell', entrustment: 'market' },
    { code: 'PARAMETER_MISSING', params: { field: 'quantity' } },
  ],
  [
    'a market sale by total',
    { side: 'sell', entrustment: 'market', quantity: '0.001', total: '100' },
    { code: 'PARAMETER_WRONG', params: { field: 'total' } },
  ],
  ['a market order with a limit', { ...buyMarket, price: '100000' }, { code: 'PARAMETER_WRONG', params: { field: 'price' } }],
  [
    'a market order without the price seen',
    { ...buyMarket, seenPrice: undefined },
    { code: 'PARAMETER_MISSING', params: { field: 'seenPrice' } },
  ],
  ['a price of zero', { price: '0' }, { code: 'ORDER_PRICE_NOT_POSITIVE' }],
  ['a seen price of zero', { ...buyMarket, seenPrice: '0' }, { code: 'ORDER_PRICE_NOT_POSITIVE' }],
  ['a quantity of zero', { quantity: '0' }, { code: 'ORDER_QUANTITY_NOT_POSITIVE' }],
  ['a quantity below the minimum', { quantity: '0.00001' }, { code: 'ORDER_QUANTITY_BELOW_MIN', params: { min: '0.00002' } }],
  ['a quantity above the maximum', { quantity: '50.00001' }, { code: 'ORDER_QUANTITY_ABOVE_MAX', params: { max: '50' } }],
  ['a quantity between two steps', { quantity: '0.010001' }, { code: 'ORDER_QUANTITY_STEP', params: { step: '0.00001' } }],
  ['a price between two ticks', { price: '99999.999' }, { code: 'ORDER_PRICE_STEP', params: { step: '0.01' } }],
  ['a limit below the band', { price: '79999.99' }, { code: 'ORDER_PRICE_BAND', params: { min: '80000', max: '120000' } }],
  [
    'a limit above the band',
    { price: '120000.01', quantity: '0.001' },
    { code: 'ORDER_PRICE_BAND', params: { min: '80000', max: '120000' } },
  ],
  ['a limit sale above the band', { ...sell, price: '120000.01' }, { code: 'ORDER_PRICE_BAND' }],
  [
    'a limit sale below the current price',
    { ...sell, price: '99999.99' },
    { code: 'ORDER_LIMIT_SELL_BELOW_PRICE', params: { price: '100000' } },
  ],
  [
    'a limit order worth too little',
    { price: '99999.99', quantity: '0.0001' },
    { code: 'ORDER_TOTAL_BELOW_MIN', params: { min: '10', asset: 'USDT' } },
  ],
  [
    'a market purchase by total worth too little',
    { ...buyMarket, total: '9.999999' },
    { code: 'ORDER_TOTAL_BELOW_MIN', params: { min: '10', asset: 'USDT' } },
  ],
  [
    'a market sale worth too little',
    { side: 'sell', entrustment: 'market', quantity: '0.00009' },
    { code: 'ORDER_TOTAL_BELOW_MIN' },
  ],
  ['a total of zero', { ...buyMarket, total: '0' }, { code: 'ORDER_TOTAL_BELOW_MIN' }],
  [
    'a total with more decimals than the asset',
    { ...buyMarket, total: '100.0000001' },
    { code: 'PARAMETER_WRONG', params: { field: 'total' } },
  ],
  [
    'a total that buys more than the maximum',
    { ...buyMarket, total: '5000001' },
    { code: 'ORDER_QUANTITY_ABOVE_MAX', params: { max: '50' } },
  ],
  [
    'a price that fell by more than the tolerance since it was seen',
    { ...buyMarket, seenPrice: '100101' },
    { code: 'ORDER_PRICE_MOVED', params: { old: '100101', new: '100000' } },
  ],
  [
    'a price that rose by more than the tolerance since it was seen',
    { ...buyMarket, seenPrice: '99900' },
    { code: 'ORDER_PRICE_MOVED', params: { old: '99900', new: '100000' } },
  ],
  [
    'a purchase that the balance does not cover with its fee',
    { price: '100000', quantity: '0.015' },
    { code: 'WALLET_BALANCE_INSUFFICIENT', params: { available: '1500', asset: 'USDT' } },
  ],
  [
    'a sale of more than there is',
    { ...sell, quantity: '0.01001' },
    { code: 'WALLET_BALANCE_INSUFFICIENT', params: { available: '0.01', asset: 'BTC' } },
  ],
];
test('a total that would buy more than any amount can say: refused as too much', async () => {
  await desk.ticks('DOGE-USDT', [[-100, '0.19']]);
  const user = await desk.aUser('1000');
  await expect(
    desk.place(user, { symbol: 'DOGE-USDT', ...buyMarket, total: '999999999999999999', seenPrice: '0.19' }),
  ).rejects.toMatchObject({ code: 'ORDER_QUANTITY_ABOVE_MAX' });
});

test.each(cases)('%s', async (_, asked, refusal) => {
  await expect(desk.place(user, asked)).rejects.toMatchObject(refusal);
  expect(await ordersOf()).toBe(0);
  expect([await desk.held(user, 'USDT'), await desk.held(user, 'BTC')]).toEqual(['1500', '0.01']);
});

test('an order at the limits of the rules is accepted', async () => {
  const rich = await desk.aUser('10000000');
  await desk.give(rich, 'BTC', '51');
  expect(await desk.place(rich, { price: '80000', quantity: '50' })).toMatchObject({ status: 'new' });
  expect(await desk.place(rich, { price: '120000', quantity: '0.0001' })).toMatchObject({ frozen: '12.012' });
  expect(await desk.place(rich, { side: 'sell', price: '100000', quantity: '0.0001' })).toMatchObject({ status: 'new' });
  expect(await desk.place(rich, { ...buyMarket, total: '10', seenPrice: '100100' })).toMatchObject({ status: 'new' });
  expect(await desk.place(rich, { ...buyMarket, total: '5000000', seenPrice: '99901' })).toMatchObject({ status: 'new' });
});

describe('what the symbol or the market forbids', () => {
  test('a price that is too old', async () => {
    desk.clock.set(startMs + 2901);
    await expect(desk.place(user)).rejects.toMatchObject({ code: 'ORDER_PRICE_STALE', isRetryable: true });
    desk.clock.set(startMs + 2900);
    await expect(desk.place(user)).resolves.toMatchObject({ status: 'new' });
  });

  test('a price that was filled in afterwards, and a symbol without any', async () => {
    await desk.ticks('ETH-USDT', [[-100, '3000', true]]);
    await expect(desk.place(user, { symbol: 'ETH-USDT', price: '3000', quantity: '0.1' })).rejects.toMatchObject({
      code: 'ORDER_PRICE_STALE',
    });
    await expect(desk.place(user, { symbol: 'SOL-USDT', price: '180', quantity: '1' })).rejects.toMatchObject({
      code: 'ORDER_PRICE_STALE',
    });
  });

  test('a published incident that meets the instant', async () => {
    await desk.ticks('ADA-USDT', [[-100, '0.7']]);
    const ada = { symbol: 'ADA-USDT', price: '0.7', quantity: '100' };
    const incident = { symbol: 'ADA-USDT', fromMs: startMs - 10, toMs: startMs, publishedAtMs: startMs };
    await anIncident(desk.database.owner, incident);
    await expect(desk.place(user, ada)).rejects.toMatchObject({ code: 'ORDER_SYMBOL_NOT_TRADABLE' });
    desk.clock.set(startMs + 1);
    await expect(desk.place(user, ada)).resolves.toMatchObject({ status: 'new' });
  });

  test('a symbol that is not traded on the spot, and a calendar that closes', async () => {
    const { owner } = desk.database;
    await desk.ticks('DOT-USDT', [[-100, '4']]);
    const dot = { symbol: 'DOT-USDT', price: '4', quantity: '10' };
    await owner.query(`update symbol set has_spot = false where id = 'DOT-USDT'`);
    await desk.catalog.reload(startMs);
    await expect(desk.place(user, dot)).rejects.toMatchObject({ code: 'ORDER_SYMBOL_NOT_TRADABLE' });
    await owner.query(`update symbol set has_spot = true, calendar_id = 'forex' where id = 'DOT-USDT'`);
    await desk.catalog.reload(startMs);
    desk.clock.set(Date.UTC(2026, 10, 21, 12));
    await expect(desk.place(user, dot)).rejects.toMatchObject({ code: 'ORDER_MARKET_CLOSED' });
    desk.clock.set(Date.UTC(2026, 10, 20, 21, 50));
    await expect(desk.place(user, dot)).rejects.toMatchObject({ code: 'ORDER_MARKET_CLOSING' });
  });

  test('read-only funds', async () => {
    await desk.database.owner.query('update funds_state set is_read_only = true');
    await expect(desk.place(user)).rejects.toMatchObject({ code: 'WALLET_FUNDS_READ_ONLY' });
    await desk.database.owner.query('update funds_state set is_read_only = false');
  });
});

describe('repeats', () => {
  test('thirty parallel repeats of one request make one order, and all are answered with it', async () => {
    const asked = { clientOrderId: randomUUID(), key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 30 }, () => desk.place(user, asked)));
    expect(new Set(answers.map((order) => order.id)).size).toBe(1);
    expect(await ordersOf()).toBe(1);
    expect(await desk.held(user, 'USDT')).toBe('499');
  });

  test('thirty parallel repeats with keys of their own but one client order id make one order', async () => {
    const asked = { clientOrderId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 30 }, () => desk.place(user, asked)));
    expect(new Set(answers.map((order) => order.id)).size).toBe(1);
    expect(await desk.held(user, 'USDT')).toBe('499');
  });

  test('the same client order id or key for another order is refused; the same one at another price seen is a repeat', async () => {
    const asked = { ...buyMarket, clientOrderId: randomUUID(), key: randomUUID() };
    const order = await desk.place(user, asked);
    expect((await desk.place(user, { ...asked, seenPrice: '100050' })).id).toBe(order.id);
    for (const other of [
      { total: '101' },
      { total: undefined, quantity: '0.001' },
      { side: 'sell', total: undefined, quantity: '0.001' },
    ] as const) {
      await expect(desk.place(user, { ...asked, ...other })).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
      await expect(desk.place(user, { ...asked, ...other, key: randomUUID() })).rejects.toMatchObject({
        code: 'REQUEST_ILLEGAL',
      });
    }
    await expect(desk.place(user, { ...asked, clientOrderId: randomUUID() })).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
    expect(await ordersOf()).toBe(1);
  });

  test('a refused request leaves its key and its client order id free', async () => {
    const asked = { clientOrderId: randomUUID(), key: randomUUID() };
    await expect(desk.place(user, { ...asked, quantity: '0.02' })).rejects.toMatchObject({ code: 'WALLET_BALANCE_INSUFFICIENT' });
    expect(await desk.place(user, { ...asked, quantity: '0.01' })).toMatchObject({ status: 'new' });
  });
});

test('demo and real never meet: the order uses the money of its mode alone', async () => {
  const real: SignedIn = { ...user, mode: 'real' };
  await expect(desk.place(real)).rejects.toMatchObject({ code: 'WALLET_BALANCE_INSUFFICIENT' });
  await desk.give(real, 'USDT', '1100');
  const order = await desk.place(real);
  expect([await desk.held(real, 'USDT'), await desk.held(user, 'USDT')]).toEqual(['99', '1500']);
  await desk.ticks('BTC-USDT', [[100, '99000']]);
  await desk.executeAt(200);
  expect(await desk.findSpot(real, order)).toMatchObject({ status: 'filled' });
  expect([await desk.held(real, 'BTC'), await desk.held(user, 'BTC')]).toEqual(['0.01', '0.01']);
  await expect(desk.findSpot(user, order)).rejects.toThrow('is there');
  expect(await desk.houseHas('trade', 'BTC', 'real')).toBe('-0.01');
});
