import { describe, expect, it } from '@jest/globals';
import { Subject } from '@tessera/shared/kernel';
import { endpoints, quote, type EndpointName, type PrivateEvent } from '../../domain/contract';
import { AppError } from '../../domain/errors';
import { createFakeApi } from '../FakeApi';
import { createTestClock } from '../TestClock';
import { layDownAnswers } from './fakeAnswers';
import { marketSymbols } from './marketSymbols';
import { createPlayedMarket } from './playedMarket';
import { toPrice, toSteps } from './pricePath';
import { sampleOf } from './sampleOf';
import { unsteadyApi } from './unsteadyApi';

function playedExchange() {
  const clock = createTestClock();
  const market = createPlayedMarket(marketSymbols, clock);
  const api = createFakeApi();
  const privateEvents$ = new Subject<PrivateEvent | { readonly type: 'resync' }>();
  const later: (() => void)[] = [];
  layDownAnswers({ api, market, clock, privateEvents$, mode: () => 'demo', after: (_, action) => void later.push(action) });
  return { clock, market, api, privateEvents$, later };
}

it.each(Object.keys(endpoints) as EndpointName[])('%s: the sample made from its schema is one that the schema allows', (name) => {
  endpoints[name].response.parse(sampleOf(endpoints[name].response));
});

describe('the played market', () => {
  it('the same symbols give the same prices; recorded ones come first', () => {
    const clock = createTestClock();
    const [first, second] = [createPlayedMarket(marketSymbols, clock), createPlayedMarket(marketSymbols, clock)];
    expect(first.candles('BTC-USDT', '1m')).toEqual(second.candles('BTC-USDT', '1m'));
    const recorded = createPlayedMarket(marketSymbols, clock, { 'EUR-USD': ['1.10001', '1.10009', '1.09997', '1.10003'] });
    expect(recorded.candles('EUR-USD', '1m')[0]?.slice(1, 5)).toEqual(['1.10001', '1.10009', '1.09997', '1.10003']);
  });

  it('every quote and candle is one the wire allows, and the last candle ends at the latest price', () => {
    const { market } = playedExchange();
    for (const { symbol } of market.symbols) {
      const [stepped] = market.step([symbol]);
      quote.parse(stepped);
      expect(market.candles(symbol, '5m').at(-1)?.[4]).toBe(stepped?.price);
    }
  });

  it.each([
    ['61230.50', 2],
    ['0.00012', 5],
    ['156', 0],
  ])('%s with %i digits survives the way through steps', (price, digits) => {
    expect(toPrice(toSteps(price, digits), digits)).toBe(price);
  });
});

describe('the played exchange', () => {
  it('a seconds order is listed as open, then settled by the price: its event and the closed list say the same', async () => {
    const { api, market, clock, privateEvents$, later } = playedExchange();
    const events: unknown[] = [];
    privateEvents$.subscribe((event) => events.push(event));
    const request = {
      clientOrderId: '00000000-0000-4000-8000-000000000007',
      quoteId: 'q',
      symbol: 'BTC-USDT',
      direction: 'long',
      seconds: 30,
      stake: '100',
      asset: 'USDT',
    } as const;
    const order = await api.call('secondsSubmit', request);
    expect(order).toMatchObject({ status: 'running', stake: '100', fee: '2' });
    expect((await api.call('secondsOrders', { status: 'open' })).items).toHaveLength(1);
    while (Number(market.quote('BTC-USDT').price) <= Number(order.entry?.price)) market.step(['BTC-USDT']);
    clock.advance(30_500);
    later.forEach((action) => action());
    expect(events).toMatchObject([{ type: 'order.updated', order: { outcome: 'won', returned: '185', profit: '83' } }]);
    expect((await api.call('secondsOrders', { status: 'closed' })).items).toMatchObject([{ id: order.id, outcome: 'won' }]);
  });

  it('a refusal set by the controls: the call rejects with it and is told; a call that keeps its errors is not toasted', async () => {
    const { api } = playedExchange();
    const told: string[] = [];
    const toasted: AppError[] = [];
    const unsteady = unsteadyApi({
      api,
      settings: () => ({ latencyMs: 5, refusal: 'PLEASE_RETRY', connection: 'live' }),
      wait: () => Promise.resolve(),
      onAnswer: (name, error) => told.push(`${name} ${error?.code}`),
      onError: (error) => toasted.push(error),
    });
    await expect(unsteady.call('walletList', {})).rejects.toMatchObject({ code: 'PLEASE_RETRY' });
    await expect(unsteady.call('userInfo', {}, { toastErrors: false })).rejects.toBeInstanceOf(AppError);
    expect(told).toEqual(['walletList PLEASE_RETRY', 'userInfo PLEASE_RETRY']);
    expect(toasted).toHaveLength(1);
  });
});
