/** Statistics and order lists, asked through the real routes about the same trades, say the same. */
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { EndpointResponse } from '@tessera/shared/contract';
import { add, amount, toText } from '@tessera/shared/money';
import { certify } from './certify';
import { giveMoney } from './giveMoney';
import { useTradingExchange, type Person } from './tradingExchange';

const exchange = useTradingExchange();
const symbol = 'BTC-USDT';
const sum = (a: string, b: string): string => toText(add(amount(a), amount(b)));

/** A tick now, and a look at it. */
async function tick(priceText: string): Promise<void> {
  exchange.clock.advance(500);
  await exchange.tick(symbol, priceText);
  exchange.clock.advance(100);
  await exchange.execute();
}

async function trade(
  person: Person,
  direction: 'long' | 'short',
  openPrice: string,
  seenPrice: string,
  closePrice: string,
): Promise<void> {
  await tick(openPrice);
  const { id } = await person.get<{ id: string }>('leverageSubmit', {
    clientOrderId: randomUUID(),
    symbol,
    direction,
    entrustment: 'market',
    lots: '0.05',
    leverage: 20,
    seenPrice,
  });
  await tick(openPrice);
  await person.get('leverageClose', { id });
  await tick(closePrice);
}

test('positions and spot orders: gain, volume and counts are those of the lists', async () => {
  const person = await exchange.aPerson({ coin: '20000', contract: '20000', mode: 'real' });
  await trade(person, 'long', '98000', '98000.1', '98400');
  await trade(person, 'short', '98400', '98399.9', '98700');
  await tick('98700');
  const bought = { clientOrderId: randomUUID(), symbol, side: 'buy', entrustment: 'market', total: '1000', seenPrice: '98700' };
  await person.get('spotSubmit', bought);
  await tick('98700');

  const positions = await person.get<EndpointResponse<'leverageOrders'>>('leverageOrders', { status: 'history' });
  expect(positions.items.map(({ status }) => status)).toEqual(['closed', 'closed']);
  const notional = await Promise.all(
    positions.items.map(async ({ id }) =>
      (await person.get<EndpointResponse<'leverageDetail'>>('leverageDetail', { id })).deals.map((deal) => deal.notional),
    ),
  );
  const spot = await person.get<EndpointResponse<'spotOrders'>>('spotOrders', { status: 'history' });
  const found = await person.get<EndpointResponse<'statistics'>>('statistics', { days: '7' });
  expect(found).toMatchObject({
    mode: 'real',
    totalOrders: 2,
    profitOrders: 1,
    lossOrders: 1,
    accuracy: '0.5',
    netProfit: positions.totals.realizedProfit,
    longOrders: 1,
    longWins: 1,
    shortOrders: 1,
    shortWins: 0,
    buyCount: 2,
    sellCount: 1,
    orderProportion: [{ symbol, orders: 3, share: '1' }],
    products: {
      leverage: { netProfit: positions.totals.realizedProfit, volume: notional.flat().reduce(sum, '0') },
      spot: { bought: 1, sold: 0, volume: spot.totals.bought },
    },
  });
  expect(amount(spot.totals.bought).gt('900')).toBe(true);
});

test('the credit score is the sum of its events, each a fact of the person, and the one of user/info', async () => {
  const person = await exchange.newcomer();
  const { db } = exchange.database;
  const registeredMs = exchange.clock.now();
  const creditOf = async (token: string) => (await exchange.ask('credit', {}, token)).message as EndpointResponse<'credit'>;
  const kindsOf = ({ events }: EndpointResponse<'credit'>) => events.map(({ kind }) => kind);
  expect(await creditOf(person.token)).toMatchObject({
    score: 100,
    most: 300,
    events: [{ kind: 'registered', atMs: registeredMs }],
  });

  exchange.clock.advance(1000);
  await certify(db, person.userId, exchange.clock.now());
  await giveMoney(db, {
    userId: person.userId,
    mode: 'real',
    kind: 'contract',
    asset: 'USDT',
    text: '20000',
    atMs: exchange.clock.now(),
  });
  await trade(person, 'long', '98000', '98000.1', '98400');
  const traded = await creditOf(person.token);
  expect(kindsOf(traded)).toEqual(['orders', 'primary', 'advanced', 'registered']);
  const { items } = await person.get<EndpointResponse<'leverageOrders'>>('leverageOrders', { status: 'history' });
  expect(traded.events[0]?.atMs).toBe(items[0]?.closedAtMs);

  for (const on of [true, false]) {
    exchange.clock.advance(1000);
    await exchange.operate('usersLock', { id: String(person.userId), on, reason: 'a second account' });
  }
  const { token } = (await exchange.login(person.account)).message as { token: string };
  const locked = await creditOf(token);
  expect(kindsOf(locked)).toEqual(['locked', ...kindsOf(traded)]);
  const { creditScore } = (await exchange.ask('userInfo', {}, token)).message as EndpointResponse<'userInfo'>;
  const recomputed = locked.events.reduce((total, { points }) => total + points, 0);
  expect([locked.score, creditScore]).toEqual([recomputed, recomputed]);
  expect(recomputed).toBe(100 + 40 + 60 + 5 - 50);
});
