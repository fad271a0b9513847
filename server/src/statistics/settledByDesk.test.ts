/** The same figures from orders that the settlement itself wrote: accepted, decided by ticks, voided by an incident. */
import { expect, test } from '@jest/globals';
import type { EndpointResponse } from '@tessera/shared/contract';
import { startMs, useSecondsDesk } from '../../test/secondsDesk';
import type { SignedIn } from '../http/handler';
import { createStatistics } from './Statistics';
import { anIncident } from '../../test/anIncident';

const desk = useSecondsDesk();

async function statisticsOf(user: SignedIn, nowMs: number): Promise<EndpointResponse<'statistics'>> {
  const { statistics } = createStatistics({ db: desk.database.db }).handlers;
  if (statistics === undefined) throw new Error('the module answers statistics');
  return statistics({ request: { days: 7 }, user, language: 'en', nowMs, ip: '', idempotencyKey: undefined, traceId: 'test' });
}

test('a win, a loss, a tie and a running order; then an incident takes back the loss of who won nothing beside it', async () => {
  const [user, loser] = [await desk.aUser('1000'), await desk.aUser('1000')];
  await desk.ticks('BTC-USDT', [[-100, '100']]);
  await desk.buy(user, { direction: 'long', stake: '100' });
  await desk.buy(user, { direction: 'short', stake: '50' });
  await desk.buy(loser, { direction: 'short', stake: '50' });
  await desk.ticks('ETH-USDT', [[-100, '20']]);
  await desk.buy(user, { symbol: 'ETH-USDT', stake: '10' });
  await desk.buy(user, { symbol: 'ETH-USDT', seconds: 300, stake: '10' });
  await desk.ticks('BTC-USDT', [
    [200, '100'],
    [9000, '100.5'],
    [29_000, '101'],
    [30_500, '90'],
  ]);
  await desk.ticks('ETH-USDT', [
    [200, '20'],
    [9000, '21'],
    [29_000, '20'],
    [30_500, '25'],
  ]);
  await desk.settleAt(31_000);

  // 82 % of 100 less the fee of 2; 50 and its fee of 1 lost; the tie gave stake and fee back.
  expect(await statisticsOf(user, startMs + 31_000)).toMatchObject({
    totalOrders: 3,
    profitOrders: 1,
    lossOrders: 1,
    returnedOrders: 1,
    accuracy: '0.5',
    netProfit: '29',
    averageProfit: '80',
    averageLoss: '-51',
    volume: '160',
    longOrders: 2,
    longWins: 1,
    shortOrders: 1,
    shortWins: 0,
    orderProportion: [
      { symbol: 'BTC-USDT', orders: 2 },
      { symbol: 'ETH-USDT', orders: 1 },
    ],
  });

  const incident = { symbol: 'BTC-USDT', fromMs: startMs + 10_000, toMs: startMs + 11_000, publishedAtMs: startMs + 40_000 };
  await anIncident(desk.database.owner, incident);
  desk.clock.set(startMs + 41_000);
  await desk.seconds.settlementJob.run(new AbortController().signal);
  expect(await statisticsOf(loser, startMs + 41_000)).toMatchObject({
    totalOrders: 1,
    lossOrders: 0,
    returnedOrders: 1,
    netProfit: '0',
    averageLoss: null,
  });
  // His loss is covered by what he won in that time: it stands.
  expect(await statisticsOf(user, startMs + 41_000)).toMatchObject({ lossOrders: 1, returnedOrders: 1, netProfit: '29' });
});
