/** Statistics and order lists, asked through the real routes about the same trades, say the same. */
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { EndpointResponse } from '@tessera/shared/contract';
import { add, amount, toText } from '@tessera/shared/money';
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
