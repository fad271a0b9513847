/** A trader's record: every figure counted by hand, then a random history against a naive recount. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { EndpointResponse, Statistics } from '@tessera/shared/contract';
import { add, amount, multiply, rate, toText, zero } from '@tessera/shared/money';
import {
  writeLeverage,
  writeSeconds,
  writeSpot,
  type EndedLeverage,
  type EndedSeconds,
  type EndedSpot,
} from '../../test/tradedHistory';
import { useTestDatabase } from '../../test/testDatabase';
import { createStatistics } from './Statistics';

const database = useTestDatabase();
const dayMs = 86_400_000;
/** A Wednesday at noon. */
const nowMs = Date.UTC(2026, 10, 18, 12);
const todayMs = nowMs - dayMs / 2;

let lastUser = 30_000_000;
const aUser = (): number => (lastUser += 1);

async function statisticsOf(
  userId: number,
  days?: number,
  mode: 'real' | 'demo' = 'real',
): Promise<EndpointResponse<'statistics'>> {
  const { statistics } = createStatistics({ db: database.db }).handlers;
  if (statistics === undefined) throw new Error('the module answers statistics');
  return statistics({
    request: days === undefined ? {} : { days },
    user: { userId: String(userId), mode, sessionId: '1' },
    language: 'en',
    nowMs,
    ip: '127.0.0.1',
    idempotencyKey: undefined,
    traceId: 'test',
  });
}

const seconds = (userId: number, changed: Partial<EndedSeconds>): EndedSeconds => {
  const order = {
    userId,
    mode: 'real' as const,
    symbol: 'BTC-USDT',
    direction: 'long' as const,
    atMs: todayMs,
    outcome: 'won' as const,
    stake: '100',
    fee: '2',
    ...changed,
  };
  const [stake, fee] = [amount(order.stake), amount(order.fee)];
  const back = { won: multiply(stake, rate('1.8'), 6, 'down'), lost: zero, equal: add(stake, fee), void: add(stake, fee) }[
    order.outcome
  ];
  return { returned: toText(back), ...order };
};
const spot = (userId: number, changed: Partial<EndedSpot>): EndedSpot => ({
  userId,
  mode: 'real',
  symbol: 'ETH-USDT',
  direction: 'long',
  atMs: todayMs,
  filledTotal: '250',
  ...changed,
});
const leverage = (userId: number, changed: Partial<EndedLeverage>): EndedLeverage => ({
  userId,
  mode: 'real',
  symbol: 'XAU-USD',
  direction: 'long',
  atMs: todayMs,
  profit: '40',
  fee: '3',
  swap: '-1',
  openNotional: '1000',
  closeNotional: '1040',
  ...changed,
});

const nothing = { totalOrders: 0, profitOrders: 0, lossOrders: 0, returnedOrders: 0, accuracy: null, netProfit: null };

test('nobody traded: no figure is zero that was never counted', async () => {
  expect(await statisticsOf(aUser())).toEqual({
    mode: 'real',
    asset: 'USDT',
    asOfMs: nowMs,
    fromMs: null,
    ...nothing,
    volume: '0',
    maxDrawdown: null,
    averageProfit: null,
    averageLoss: null,
    longOrders: 0,
    longWins: 0,
    shortOrders: 0,
    shortWins: 0,
    yesterday: { dayMs: todayMs - dayMs, ...nothing },
    buyCount: 0,
    sellCount: 0,
    orderProportion: [],
    products: {
      seconds: { ...nothing, volume: '0' },
      leverage: { ...nothing, volume: '0' },
      spot: { bought: 0, sold: 0, volume: '0' },
    },
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
  await writeSpot(database.owner, [
    spot(userId, {}),
    spot(userId, { direction: 'short', filledTotal: '80.5' }),
    spot(userId, { direction: 'short', filledTotal: '0' }),
  ]);
  const secondsFigures = { totalOrders: 7, profitOrders: 3, lossOrders: 2, returnedOrders: 2, accuracy: '0.6', netProfit: '120' };
  expect(await statisticsOf(userId)).toEqual({
    mode: 'real',
    asset: 'USDT',
    asOfMs: nowMs,
    fromMs: null,
    ...secondsFigures,
    volume: '900.5',
    maxDrawdown: '102',
    averageProfit: '91',
    averageLoss: '-76.5',
    longOrders: 4,
    longWins: 2,
    shortOrders: 3,
    shortWins: 1,
    yesterday: {
      dayMs: todayMs - dayMs,
      totalOrders: 2,
      profitOrders: 1,
      lossOrders: 1,
      returnedOrders: 0,
      accuracy: '0.5',
      netProfit: '105',
    },
    buyCount: 5,
    sellCount: 4,
    orderProportion: [
      { symbol: 'BTC-USDT', orders: 5, share: '0.555556' },
      { symbol: 'ETH-USDT', orders: 2, share: '0.222222' },
      { symbol: 'EUR-USD', orders: 2, share: '0.222222' },
    ],
    products: {
      seconds: { ...secondsFigures, volume: '570' },
      leverage: { ...nothing, volume: '0' },
      spot: { bought: 1, sold: 1, volume: '330.5' },
    },
    followers: null,
  });
});

test('leveraged positions, counted by hand: fees and swaps decide whether there was a profit', async () => {
  const userId = aUser();
  await writeLeverage(database.owner, [
    // Gain: 36, -64, 0, -0.5; running sum: 36, -28, -28, -28.5.
    leverage(userId, { atMs: todayMs - 2 * dayMs }),
    leverage(userId, { atMs: todayMs - dayMs, direction: 'short', profit: '-60', openNotional: '500', closeNotional: '560' }),
    leverage(userId, { atMs: todayMs, profit: '4' }),
    // More than the price brought went to fees.
    leverage(userId, { atMs: todayMs + 5, profit: '3.5', symbol: 'BTC-USDT' }),
  ]);
  const figures = { totalOrders: 4, profitOrders: 1, lossOrders: 2, returnedOrders: 1, accuracy: '0.333333', netProfit: '-28.5' };
  expect(await statisticsOf(userId)).toMatchObject({
    ...figures,
    volume: '7180',
    maxDrawdown: '64.5',
    averageProfit: '36',
    averageLoss: '-32.25',
    longOrders: 3,
    longWins: 1,
    shortOrders: 1,
    shortWins: 0,
    yesterday: { totalOrders: 1, lossOrders: 1, netProfit: '-64', accuracy: '0' },
    buyCount: 3,
    sellCount: 1,
    orderProportion: [
      { symbol: 'XAU-USD', orders: 3, share: '0.75' },
      { symbol: 'BTC-USDT', orders: 1, share: '0.25' },
    ],
    products: { leverage: { ...figures, volume: '7180' }, seconds: { totalOrders: 0 }, spot: { bought: 0 } },
  });
});

test('a loss is what its holder lost: what insurance paid beyond it is not his', async () => {
  const userId = aUser();
  await writeLeverage(database.owner, [
    leverage(userId, { profit: '-500', fee: '3', swap: '0', insured: '400' }),
    leverage(userId, { atMs: todayMs + 1, profit: '40' }),
  ]);
  // 103 were lost of 500: the margin that was there, and the fee of the opening. Then 36 were won.
  expect(await statisticsOf(userId)).toMatchObject({
    lossOrders: 1,
    netProfit: '-67',
    averageLoss: '-103',
    maxDrawdown: '103',
    products: { leverage: { netProfit: '-67' } },
  });
});

test('products add up, and keep their own figures', async () => {
  const userId = aUser();
  await writeSeconds(database.owner, [seconds(userId, {}), seconds(userId, { outcome: 'lost', atMs: todayMs + 1 })]);
  await writeLeverage(database.owner, [leverage(userId, { atMs: todayMs + 2 })]);
  await writeSpot(database.owner, [spot(userId, {})]);
  expect(await statisticsOf(userId)).toMatchObject({
    totalOrders: 3,
    profitOrders: 2,
    lossOrders: 1,
    netProfit: '12',
    accuracy: '0.666667',
    volume: '2490',
    maxDrawdown: '102',
    buyCount: 4,
    products: {
      seconds: { netProfit: '-24', volume: '200' },
      leverage: { netProfit: '36', volume: '2040' },
      spot: { bought: 1, sold: 0, volume: '250' },
    },
  });
});

test('real and demo are never mixed', async () => {
  const userId = aUser();
  await writeSeconds(database.owner, [
    seconds(userId, { outcome: 'lost' }),
    seconds(userId, { mode: 'demo' }),
    seconds(userId, { mode: 'demo' }),
  ]);
  await writeLeverage(database.owner, [leverage(userId, { mode: 'demo' })]);
  await writeSpot(database.owner, [spot(userId, { mode: 'demo' })]);
  expect(await statisticsOf(userId, undefined, 'real')).toMatchObject({
    mode: 'real',
    totalOrders: 1,
    profitOrders: 0,
    netProfit: '-102',
    maxDrawdown: '102',
    buyCount: 1,
  });
  expect(await statisticsOf(userId, undefined, 'demo')).toMatchObject({
    mode: 'demo',
    totalOrders: 3,
    profitOrders: 3,
    netProfit: '192',
    maxDrawdown: '0',
    buyCount: 4,
  });
});

test.each([
  [1, todayMs, 1],
  [2, todayMs - dayMs, 3],
  [7, todayMs - 6 * dayMs, 4],
  [undefined, null, 5],
] as const)('period of %p UTC days: from its first instant on', async (days, fromMs, totalOrders) => {
  const userId = aUser();
  const at = [todayMs, todayMs - 1, todayMs - dayMs, todayMs - 6 * dayMs, todayMs - 6 * dayMs - 1];
  await writeSeconds(
    database.owner,
    at.map((atMs) => seconds(userId, { atMs })),
  );
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
  await writeSeconds(database.owner, [
    seconds(userId, { outcome: 'lost' }),
    seconds(userId, { outcome: 'won' }),
    seconds(userId, { outcome: 'won' }),
  ]);
  expect(await statisticsOf(userId)).toMatchObject({ netProfit: '54', maxDrawdown: '0' });
});

interface Plain {
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly atMs: number;
  readonly gain: bigint;
  readonly volume: bigint;
}
const ofSeconds = (order: EndedSeconds): Plain => ({
  ...order,
  gain: BigInt(order.returned) - BigInt(order.stake) - BigInt(order.fee),
  volume: BigInt(order.stake),
});
const ofLeverage = (order: EndedLeverage): Plain => ({
  ...order,
  gain: BigInt(order.profit) + BigInt(order.insured ?? '0') - BigInt(order.fee) + BigInt(order.swap),
  volume: BigInt(order.openNotional) + BigInt(order.closeNotional),
});
const ofSpot = (order: EndedSpot): Plain => ({ ...order, gain: 0n, volume: BigInt(order.filledTotal) });
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** Whole USDT as big integers, one order after the other: nothing in common with the SQL and the groups. */
function recount(settledEver: readonly Plain[], tradedEver: readonly Plain[], fromMs: number): Partial<Statistics> {
  const [settled, traded] = [
    settledEver.filter((order) => order.atMs >= fromMs),
    tradedEver.filter((order) => order.atMs >= fromMs),
  ];
  const all = [...settled, ...traded];
  const count = (orders: readonly Plain[], isMeant: (order: Plain) => boolean): number => orders.filter(isMeant).length;
  const [profitOrders, lossOrders] = [count(settled, (order) => order.gain > 0n), count(settled, (order) => order.gain < 0n)];

  let [peak, total, drawdown] = [0n, 0n, 0n];
  for (const atMs of [...new Set(settled.map((order) => order.atMs))].sort((a, b) => a - b)) {
    total += sum(settled.filter((order) => order.atMs === atMs).map((order) => order.gain));
    if (total > peak) peak = total;
    if (peak - total > drawdown) drawdown = peak - total;
  }
  return {
    totalOrders: settled.length,
    profitOrders,
    lossOrders,
    returnedOrders: settled.length - profitOrders - lossOrders,
    netProfit: settled.length === 0 ? null : String(sum(settled.map((order) => order.gain))),
    volume: String(sum(all.map((order) => order.volume))),
    maxDrawdown: settled.length === 0 ? null : String(drawdown),
    longOrders: count(settled, (order) => order.direction === 'long'),
    longWins: count(settled, (order) => order.direction === 'long' && order.gain > 0n),
    shortOrders: count(settled, (order) => order.direction === 'short'),
    shortWins: count(settled, (order) => order.direction === 'short' && order.gain > 0n),
    buyCount: count(all, (order) => order.direction === 'long'),
    sellCount: count(all, (order) => order.direction === 'short'),
  };
}

const proportions = ({ orderProportion }: Statistics) =>
  Object.fromEntries(orderProportion.map(({ symbol, orders }) => [symbol, orders]));

test('any history: the figures equal a naive recount, in every period', async () => {
  const anyOrder = {
    atMs: fc.integer({ min: 0, max: 60 }).map((steps) => todayMs - 8 * dayMs + steps * (dayMs / 8)),
    symbol: fc.constantFrom('BTC-USDT', 'EUR-USD', 'XAU-USD'),
    direction: fc.constantFrom('long', 'short'),
  };
  const figure = (...texts: string[]) => fc.constantFrom(...texts);
  // A stake from which 80 % of profit exceeds the fee, as the terms have it.
  const anySeconds = fc.record({
    ...anyOrder,
    outcome: fc.constantFrom('won', 'lost', 'equal', 'void'),
    stake: figure('10', '50', '200', '1000'),
    fee: figure('0', '1', '7'),
  });
  const anyLeverage = fc.record({
    ...anyOrder,
    profit: figure('-300', '-4', '0', '4', '70', '900'),
    fee: figure('0', '4'),
    swap: figure('-2', '0', '3'),
    insured: figure('0', '0', '200'),
    openNotional: figure('500', '700'),
    closeNotional: figure('490', '900'),
  });
  const anySpot = fc.record({ ...anyOrder, filledTotal: figure('0', '12', '345') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySeconds, { maxLength: 40 }),
      fc.array(anyLeverage, { maxLength: 20 }),
      fc.array(anySpot, { maxLength: 10 }),
      async (orders, closed, ended) => {
        const userId = aUser();
        const [ofSec, ofLev, spots] = [
          orders.map((one) => seconds(userId, one)),
          closed.map((one) => leverage(userId, one)),
          ended.map((one) => spot(userId, one)),
        ];
        await writeSeconds(database.owner, ofSec);
        await writeLeverage(database.owner, ofLev);
        await writeSpot(database.owner, spots);
        const settled = [...ofSec.map(ofSeconds), ...ofLev.map(ofLeverage)];
        const traded = spots.filter((one) => one.filledTotal !== '0').map(ofSpot);
        for (const [days, fromMs] of [
          [undefined, 0],
          [7, todayMs - 6 * dayMs],
          [1, todayMs],
        ] as const) {
          const found = await statisticsOf(userId, days);
          expect(found).toMatchObject(recount(settled, traded, fromMs));
          const symbols = [...settled, ...traded].filter((one) => one.atMs >= fromMs).map((one) => one.symbol);
          expect(proportions(found)).toEqual(
            Object.fromEntries([...new Set(symbols)].map((symbol) => [symbol, symbols.filter((one) => one === symbol).length])),
          );
        }
      },
    ),
    { numRuns: 40 },
  );
});
