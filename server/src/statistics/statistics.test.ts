/** A trader's record: every figure counted by hand, then a random history against a naive recount. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { EndpointResponse, Statistics } from '@tessera/shared/contract';
import { add, amount, multiply, rate, toText, zero } from '@tessera/shared/money';
import { writeSeconds, writeSpot, type EndedSeconds, type EndedSpot } from '../../test/tradedHistory';
import { useTestDatabase } from '../../test/testDatabase';
import { createStatistics } from './Statistics';

const database = useTestDatabase();
const dayMs = 86_400_000;
/** A Wednesday at noon. */
const nowMs = Date.UTC(2026, 10, 18, 12);
const todayMs = nowMs - dayMs / 2;

let lastUser = 30_000_000;
const aUser = (): number => (lastUser += 1);

async function statisticsOf(userId: number, days?: number, mode: 'real' | 'demo' = 'real'): Promise<EndpointResponse<'statistics'>> {
  const { statistics } = createStatistics({ db: database.db }).handlers;
  if (statistics === undefined) throw new Error('the module answers statistics');
  return statistics({
    request: days === undefined ? {} : { days }, user: { userId: String(userId), mode, sessionId: '1' },
    language: 'en', nowMs, ip: '127.0.0.1', idempotencyKey: undefined, traceId: 'test',
  });
}

const seconds = (userId: number, changed: Partial<EndedSeconds>): EndedSeconds => {
  const order = { userId, mode: 'real' as const, symbol: 'BTC-USDT', direction: 'long' as const, atMs: todayMs, outcome: 'won' as const, stake: '100', fee: '2', ...changed };
  const [stake, fee] = [amount(order.stake), amount(order.fee)];
  const back = { won: multiply(stake, rate('1.8'), 6, 'down'), lost: zero, equal: add(stake, fee), void: add(stake, fee) }[order.outcome];
  return { returned: toText(back), ...order };
};
const spot = (userId: number, changed: Partial<EndedSpot>): EndedSpot => ({
  userId, mode: 'real', symbol: 'ETH-USDT', direction: 'long', atMs: todayMs, filledTotal: '250', ...changed,
});

const nothing = { totalOrders: 0, profitOrders: 0, lossOrders: 0, returnedOrders: 0, accuracy: null, netProfit: null };

test('nobody traded: no figure is zero that was never counted', async () => {
  expect(await statisticsOf(aUser())).toEqual({
    mode: 'real', asset: 'USDT', asOfMs: nowMs, fromMs: null, ...nothing, volume: '0', maxDrawdown: null, averageProfit: null, averageLoss: null,
    longOrders: 0, longWins: 0, shortOrders: 0, shortWins: 0, yesterday: { dayMs: todayMs - dayMs, ...nothing }, buyCount: 0, sellCount: 0,
    orderProportion: [],
    products: { seconds: { ...nothing, volume: '0' }, leverage: { ...nothing, volume: '0' }, spot: { bought: 0, sold: 0, volume: '0' } },
    followers: null,
  });
});

test('seconds contracts and spot, counted by hand', async () => {
  const userId = aUser();
  await writeSeconds(database.owner, [
    // Profit: 78, -102, 156, -51, 0, 0, 39; running sum: 78, -24, 132, 81, 81, 81, 120.
    seconds(userId, { atMs: todayMs - 3 * dayMs, direction: 'long', outcome: 'won', stake: '100', fee: '2' }),
    seconds(userId, { atMs: todayMs - 2 * dayMs, direction: 'long', outcome: 'lost', stake: '100', fee: '2' }),
    seconds(userId, { atMs: todayMs - dayMs, direction: 'short', outcome: 'won', stake: '200', fee: '4' }),
    seconds(userId, { atMs: todayMs - 1, direction: 'short', outcome: 'lost', stake: '50', fee: '1' }),
    seconds(userId, { atMs: todayMs, direction: 'short', outcome: 'equal', stake: '30', fee: '0.6', symbol: 'EUR-USD' }),
    seconds(userId, { atMs: todayMs + 1, direction: 'long', outcome: 'void', stake: '40', fee: '0.8', symbol: 'EUR-USD' }),
    seconds(userId, { atMs: todayMs + 2, direction: 'long', outcome: 'won', stake: '50', fee: '1' }),
  ]);
  await writeSpot(database.owner, [spot(userId, {}), spot(userId, { direction: 'short', filledTotal: '80.5' }), spot(userId, { direction: 'short', filledTotal: '0' })]);
  const secondsFigures = { totalOrders: 7, profitOrders: 3, lossOrders: 2, returnedOrders: 2, accuracy: '0.6', netProfit: '120' };
  expect(await statisticsOf(userId)).toEqual({
    mode: 'real', asset: 'USDT', asOfMs: nowMs, fromMs: null,
    ...secondsFigures,
    volume: '900.5',
    maxDrawdown: '102', averageProfit: '91', averageLoss: '-76.5',
    longOrders: 4, longWins: 2, shortOrders: 3, shortWins: 1,
    yesterday: { dayMs: todayMs - dayMs, totalOrders: 2, profitOrders: 1, lossOrders: 1, returnedOrders: 0, accuracy: '0.5', netProfit: '105' },
    buyCount: 5, sellCount: 4,
    orderProportion: [
      { symbol: 'BTC-USDT', orders: 5, share: '0.555556' }, { symbol: 'ETH-USDT', orders: 2, share: '0.222222' }, { symbol: 'EUR-USD', orders: 2, share: '0.222222' },
    ],
    products: {
      seconds: { ...secondsFigures, volume: '570' }, leverage: { ...nothing, volume: '0' }, spot: { bought: 1, sold: 1, volume: '330.5' },
    },
    followers: null,
  });
});

test('real and demo are never mixed', async () => {
  const userId = aUser();
  await writeSeconds(database.owner, [seconds(userId, { outcome: 'lost' }), seconds(userId, { mode: 'demo' }), seconds(userId, { mode: 'demo' })]);
  await writeSpot(database.owner, [spot(userId, { mode: 'demo' })]);
  expect(await statisticsOf(userId, undefined, 'real')).toMatchObject({ mode: 'real', totalOrders: 1, profitOrders: 0, netProfit: '-102', maxDrawdown: '102', buyCount: 1 });
  expect(await statisticsOf(userId, undefined, 'demo')).toMatchObject({ mode: 'demo', totalOrders: 2, profitOrders: 2, netProfit: '156', maxDrawdown: '0', buyCount: 3 });
});

test.each([
  [1, todayMs, 1],
  [2, todayMs - dayMs, 3],
  [7, todayMs - 6 * dayMs, 4],
  [undefined, null, 5],
] as const)('period of %p UTC days: from its first instant on', async (days, fromMs, totalOrders) => {
  const userId = aUser();
  const at = [todayMs, todayMs - 1, todayMs - dayMs, todayMs - 6 * dayMs, todayMs - 6 * dayMs - 1];
  await writeSeconds(database.owner, at.map((atMs) => seconds(userId, { atMs })));
  // Yesterday is yesterday, whatever the period.
  expect(await statisticsOf(userId, days)).toMatchObject({ fromMs, totalOrders, yesterday: { totalOrders: 2 } });
});

test('another person’s orders are not counted', async () => {
  const [userId, other] = [aUser(), aUser()];
  await writeSeconds(database.owner, [seconds(other, {})]);
  expect(await statisticsOf(userId)).toMatchObject({ totalOrders: 0 });
});

test('orders settled in one millisecond are one step of the drawdown, whatever their order', async () => {
  const userId = aUser();
  await writeSeconds(database.owner, [seconds(userId, { outcome: 'lost' }), seconds(userId, { outcome: 'won' }), seconds(userId, { outcome: 'won' })]);
  expect(await statisticsOf(userId)).toMatchObject({ netProfit: '54', maxDrawdown: '0' });
});

/** Whole USDT as big integers, one order after the other: nothing in common with the SQL and the groups. */
function recount(orders: readonly EndedSeconds[], traded: readonly EndedSpot[], fromMs: number): Partial<Statistics> {
  const counted = orders.filter((order) => order.atMs >= fromMs);
  const spots = traded.filter((order) => order.atMs >= fromMs && order.filledTotal !== '0');
  const count = (isMeant: (order: EndedSeconds) => boolean): number => counted.filter(isMeant).length;
  const [profitOrders, lossOrders] = [count((order) => order.outcome === 'won'), count((order) => order.outcome === 'lost')];
  const profitOf = (order: EndedSeconds): bigint => BigInt(order.returned) - BigInt(order.stake) - BigInt(order.fee);
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

  let [peak, total, drawdown] = [0n, 0n, 0n];
  for (const atMs of [...new Set(counted.map((order) => order.atMs))].sort((a, b) => a - b)) {
    total += sum(counted.filter((order) => order.atMs === atMs).map(profitOf));
    if (total > peak) peak = total;
    if (peak - total > drawdown) drawdown = peak - total;
  }
  const symbols = [...counted, ...spots].map((order) => order.symbol);
  return {
    totalOrders: counted.length, profitOrders, lossOrders, returnedOrders: counted.length - profitOrders - lossOrders,
    netProfit: counted.length === 0 ? null : String(sum(counted.map(profitOf))),
    volume: String(sum(counted.map((order) => BigInt(order.stake))) + sum(spots.map((order) => BigInt(order.filledTotal)))),
    maxDrawdown: counted.length === 0 ? null : String(drawdown),
    longOrders: count((order) => order.direction === 'long'), longWins: count((order) => order.direction === 'long' && order.outcome === 'won'),
    shortOrders: count((order) => order.direction === 'short'), shortWins: count((order) => order.direction === 'short' && order.outcome === 'won'),
    buyCount: [...counted, ...spots].filter((order) => order.direction === 'long').length,
    sellCount: [...counted, ...spots].filter((order) => order.direction === 'short').length,
    orderProportion: expect.arrayContaining(
      [...new Set(symbols)].map((symbol) => expect.objectContaining({ symbol, orders: symbols.filter((one) => one === symbol).length })),
    ) as unknown as Statistics['orderProportion'],
  };
}

test('any history: the figures equal a naive recount, in every period', async () => {
  const anyOrder = {
    atMs: fc.integer({ min: 0, max: 60 }).map((steps) => todayMs - 8 * dayMs + steps * (dayMs / 8)),
    symbol: fc.constantFrom('BTC-USDT', 'EUR-USD', 'XAU-USD'),
    direction: fc.constantFrom('long', 'short'),
  };
  const anySeconds = fc.record({ ...anyOrder, outcome: fc.constantFrom('won', 'lost', 'equal', 'void'), stake: fc.constantFrom('10', '50', '200', '1000'), fee: fc.constantFrom('0', '1', '7') });
  const anySpot = fc.record({ ...anyOrder, filledTotal: fc.constantFrom('0', '12', '345') });
  await fc.assert(
    fc.asyncProperty(fc.array(anySeconds, { maxLength: 40 }), fc.array(anySpot, { maxLength: 10 }), async (orders, traded) => {
      const userId = aUser();
      const [settled, ended] = [orders.map((order) => seconds(userId, order)), traded.map((order) => spot(userId, order))];
      await writeSeconds(database.owner, settled);
      await writeSpot(database.owner, ended);
      for (const [days, fromMs] of [[undefined, 0], [7, todayMs - 6 * dayMs], [1, todayMs]] as const) {
        expect(await statisticsOf(userId, days)).toMatchObject(recount(settled, ended, fromMs));
      }
    }),
    { numRuns: 40 },
  );
});
