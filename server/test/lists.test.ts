/**
 * The lists of the specification's section 7 that a trading screen lives on, asked through the real routes: filters,
 * pages, sums over all pages, symbols of their own class only, closed markets with their last price and its time.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EndpointName, EndpointResponse, Quote } from '@tessera/shared/contract';
import { writeSeconds, type EndedSeconds } from './tradedHistory';
import { closedMs, closingMs, noonMs, useTradingExchange, type Person } from './tradingExchange';

const exchange = useTradingExchange();
type SecondsList = EndpointResponse<'secondsOrders'>;

describe('quotations', () => {
  const quotes = async (call: 'quotation' | 'whQuotation', request = {}): Promise<readonly Quote[]> => {
    const answer = await exchange.ask(call, request);
    return (answer.message as EndpointResponse<'quotation'>).quotes;
  };

  beforeAll(async () => {
    exchange.clock.set(noonMs);
    for (const [symbol, price] of [
      ['BTC-USDT', '98400.5'],
      ['EUR-USD', '1.1564'],
      ['XAU-USD', '4078.5'],
    ] as const)
      await exchange.tick(symbol, price);
    await exchange.app.start();
  });

  test('all symbols that ever ticked, or those of one class', async () => {
    const symbolsOf = async (request: object) => (await quotes('quotation', request)).map(({ symbol }) => symbol);
    expect(await symbolsOf({})).toEqual(['BTC-USDT', 'EUR-USD', 'XAU-USD']);
    expect(await symbolsOf({ assetClass: 'crypto' })).toEqual(['BTC-USDT']);
    expect(await symbolsOf({ assetClass: 'forex' })).toEqual(['EUR-USD']);
    expect(await symbolsOf({ assetClass: 'metal' })).toEqual(['XAU-USD']);
  });

  test('figures of a day that is not known are absent, not zero', async () => {
    expect((await quotes('quotation'))[0]).toMatchObject({ changeRate: null, volume: null, turnover: null });
  });

  test('whlist: forex and metals only', async () => {
    expect((await quotes('whQuotation')).map(({ symbol }) => symbol)).toEqual(['EUR-USD', 'XAU-USD']);
  });

  test.each([
    [closingMs, 'closing'],
    [closedMs, 'closed'],
  ] as const)('at %d forex is %s: the last price stands there with its own time', async (atMs, state) => {
    exchange.clock.set(atMs);
    expect((await quotes('whQuotation'))[0]).toMatchObject({ symbol: 'EUR-USD', price: '1.1564', atMs: noonMs, state });
    expect((await quotes('quotation', { assetClass: 'crypto' }))[0]).toMatchObject({ symbol: 'BTC-USDT', state: 'trading' });
    exchange.clock.set(noonMs);
  });

  test('a class that does not exist: refused by name', async () => {
    expect(await exchange.ask('quotation', { assetClass: 'stock' })).toEqual({
      type: 'error',
      message: 'PARAMETER_WRONG',
      params: { field: 'assetClass' },
    });
  });
});

describe('every list takes lang, and nothing it does not know', () => {
  const lists: readonly (readonly [EndpointName, Readonly<Record<string, string>>])[] = [
    ['quotation', {}],
    ['whQuotation', {}],
    ['secondsOrders', { status: 'closed' }],
    ['secondsWhOrders', { status: 'open' }],
    ['durations', { symbol: 'BTC-USDT' }],
    ['payableCurrencies', {}],
    ['statistics', {}],
  ];

  test.each(lists)('%s', async (call, request) => {
    const person = await exchange.aPerson();
    expect(await person.ask(call, { ...request, lang: 'de' })).toMatchObject({ type: 'ok' });
    expect(await person.ask(call, { ...request, lang: 'klingon' })).toMatchObject({
      message: 'PARAMETER_WRONG',
      params: { field: 'lang' },
    });
    expect(await person.ask(call, { ...request, orderby: 'x' })).toMatchObject({
      message: 'PARAMETER_WRONG',
      params: { field: 'orderby' },
    });
  });
});

describe('seconds orders', () => {
  let person: Person;
  const ask = (call: 'secondsOrders' | 'secondsWhOrders', request: object): Promise<SecondsList> =>
    person.get<SecondsList>(call, { status: 'closed', ...request });

  beforeAll(async () => {
    person = await exchange.aPerson();
    const order = (index: number, changed: Partial<EndedSeconds>): EndedSeconds => ({
      userId: person.userId,
      mode: 'demo',
      symbol: 'BTC-USDT',
      direction: 'long',
      atMs: noonMs + index * 1000,
      outcome: 'won',
      stake: '10',
      fee: '0.2',
      returned: '18',
      ...changed,
    });
    await writeSeconds(exchange.database.owner, [
      order(1, {}),
      order(2, { outcome: 'lost', returned: '0' }),
      order(3, { symbol: 'ETH-USDT', outcome: 'equal', stake: '30', fee: '0.6', returned: '30.6' }),
      order(4, { symbol: 'ETH-USDT', outcome: 'void', stake: '50', fee: '1', returned: '51' }),
      order(5, {}),
      order(6, { symbol: 'EUR-USD', stake: '70', fee: '1.4', returned: '126' }),
      order(7, { symbol: 'XAU-USD', outcome: 'lost', returned: '0' }),
      order(8, { mode: 'real' }),
    ]);
  });

  test('crypto and forex with metals are two lists, of one mode', async () => {
    expect((await ask('secondsOrders', {})).items.map(({ symbol }) => symbol)).toEqual([
      'BTC-USDT',
      'ETH-USDT',
      'ETH-USDT',
      'BTC-USDT',
      'BTC-USDT',
    ]);
    expect((await ask('secondsWhOrders', {})).items.map(({ symbol }) => symbol)).toEqual(['XAU-USD', 'EUR-USD']);
  });

  test('the sums are of all pages, whichever page is asked for', async () => {
    const totals = { stake: '110', fee: '2.2', profit: '5.4', won: 2, lost: 1, returned: 2 };
    const [first, second, beyond] = [
      await ask('secondsOrders', { page: 1, pageSize: 3 }),
      await ask('secondsOrders', { page: 2, pageSize: 3 }),
      await ask('secondsOrders', { page: 9, pageSize: 3 }),
    ];
    expect([first.items.length, second.items.length, beyond.items.length]).toEqual([3, 2, 0]);
    for (const page of [first, second, beyond]) expect(page).toMatchObject({ total: 5, pageSize: 3, totals });
    const ids = [...first.items, ...second.items].map(({ id }) => Number.parseInt(id, 10));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(new Set(ids).size).toBe(5);
  });

  test('by symbol', async () => {
    expect(await ask('secondsOrders', { symbol: 'ETH-USDT' })).toMatchObject({
      total: 2,
      totals: { stake: '80', fee: '1.6', profit: '0', returned: 2, won: 0 },
    });
    expect(await ask('secondsWhOrders', { symbol: 'EUR-USD' })).toMatchObject({ total: 1, totals: { profit: '54.6', won: 1 } });
  });

  test('by the time of acceptance, both ends included', async () => {
    const acceptedAtMs = noonMs + 2000 - 31_000;
    expect(await ask('secondsOrders', { fromMs: acceptedAtMs, toMs: acceptedAtMs + 1000 })).toMatchObject({
      total: 2,
      items: [{ symbol: 'ETH-USDT' }, { outcome: 'lost' }],
    });
    expect(await ask('secondsOrders', { fromMs: acceptedAtMs + 3001 })).toMatchObject({
      total: 0,
      totals: { stake: '0', profit: '0', won: 0 },
    });
  });

  test('open orders are a list of their own, with nothing settled in it', async () => {
    expect(await ask('secondsOrders', { status: 'open' })).toMatchObject({ total: 0, items: [] });
    exchange.clock.set(noonMs + 60_000);
    await exchange.tick('BTC-USDT', '98500');
    const { quoteId } = await person.get<{ quoteId: string }>('secondsTerms', { symbol: 'BTC-USDT', seconds: 30 });
    const order = {
      symbol: 'BTC-USDT',
      direction: 'long',
      seconds: 30,
      stake: '15',
      asset: 'USDT',
      quoteId,
      clientOrderId: '6f0e7a0e-58a8-4c55-9f57-6f62f62a1a01',
    };
    await person.get('secondsSubmit', order);
    expect(await ask('secondsOrders', { status: 'open' })).toMatchObject({
      total: 1,
      items: [{ symbol: 'BTC-USDT', outcome: null, profit: null }],
      totals: { stake: '15', fee: '0.3' },
    });
    expect(await ask('secondsWhOrders', { status: 'open' })).toMatchObject({ total: 0 });
    expect(await ask('secondsOrders', {})).toMatchObject({ total: 5 });
  });

  test.each([
    ['a symbol that nobody knows', 'secondsOrders', { symbol: 'MOON-USDT' }, { message: 'ORDER_SYMBOL_NOT_FOUND' }],
    ['forex in the crypto list', 'secondsOrders', { symbol: 'EUR-USD' }, { message: 'ORDER_SYMBOL_NOT_FOUND' }],
    ['crypto in the forex list', 'secondsWhOrders', { symbol: 'BTC-USDT' }, { message: 'ORDER_SYMBOL_NOT_FOUND' }],
    [
      'a status that does not exist',
      'secondsOrders',
      { status: 'lost' },
      { message: 'PARAMETER_WRONG', params: { field: 'status' } },
    ],
    ['no status', 'secondsOrders', { status: undefined }, { message: 'PARAMETER_WRONG', params: { field: 'status' } }],
    [
      'a page of two hundred',
      'secondsOrders',
      { pageSize: '200' },
      { message: 'PARAMETER_WRONG', params: { field: 'pageSize' } },
    ],
    ['half a page', 'secondsOrders', { page: '1.5' }, { message: 'PARAMETER_WRONG', params: { field: 'page' } }],
  ] as const)('%s: refused', async (_, call, changed, refusal) => {
    expect(await person.ask(call, { status: 'closed', ...changed })).toMatchObject(refusal);
  });

  test('a visitor has no orders to list', async () => {
    expect(await exchange.ask('secondsOrders', { status: 'open' })).toMatchObject({
      type: '999',
      message: 'AUTH_LOGIN_REQUIRED',
    });
  });
});

describe('durations and what they are paid in', () => {
  test.each([
    ['BTC-USDT', ['0.82', '0.85', '0.87', '0.89', '0.92']],
    ['EUR-USD', ['0.8', '0.83', '0.85', '0.87', '0.9']],
    ['XAU-USD', ['0.82', '0.85', '0.87', '0.89', '0.92']],
  ])('%s: ascending, each with payout, fee and limits of its class', async (symbol, payouts) => {
    const answer = await exchange.ask('durations', { symbol });
    const { durations, asset } = answer.message as EndpointResponse<'durations'>;
    expect(asset).toBe('USDT');
    expect(durations.map(({ seconds }) => seconds)).toEqual([30, 60, 120, 180, 300]);
    expect(durations.map(({ payoutRate }) => payoutRate)).toEqual(payouts);
    expect(durations[0]).toMatchObject({ feeRate: '0.02', stakeMin: '10', stakeMax: '10000' });
  });

  test('what can be paid: the coin account of the present mode', async () => {
    const [demo, real] = [await exchange.aPerson({ coin: '312.5' }), await exchange.aPerson({ coin: '77', mode: 'real' })];
    expect(await demo.get('payableCurrencies', { symbol: 'EUR-USD' })).toEqual({
      mode: 'demo',
      items: [{ asset: 'USDT', available: '312.5' }],
    });
    expect(await real.get('payableCurrencies', {})).toEqual({ mode: 'real', items: [{ asset: 'USDT', available: '77' }] });
    expect(await real.ask('payableCurrencies', { symbol: 'MOON-USDT' })).toEqual({
      type: 'error',
      message: 'ORDER_SYMBOL_NOT_FOUND',
    });
  });
});
