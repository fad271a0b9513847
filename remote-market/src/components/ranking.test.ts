import { aForexSymbol, aQuote, aSymbol } from '@tessera/shared/testing';
import { byGain, byMove, byTurnover, matching, newest, ranked } from './ranking';
import { turnoverText } from './turnover';

const btc = aSymbol({ symbol: 'BTC-USDT', base: 'BTC' });
const eth = aSymbol({ symbol: 'ETH-USDT', base: 'ETH' });
const sol = aSymbol({ symbol: 'SOL-USDT', base: 'SOL' });
const eur = aForexSymbol();
const symbols = [btc, eth, sol];
const names = (list: readonly { symbol: string }[]) => list.map(({ symbol }) => symbol);

const quotes = new Map([
  ['BTC-USDT', aQuote({ symbol: 'BTC-USDT', price: '61230.5', changeRate: '-0.0312', turnover: '900000000.1' })],
  ['ETH-USDT', aQuote({ symbol: 'ETH-USDT', price: '3120.25', changeRate: '0.0101', turnover: '900000000.2' })],
  ['SOL-USDT', aQuote({ symbol: 'SOL-USDT', price: '141.7', changeRate: '0.0099', turnover: null })],
]);

describe('ranking', () => {
  test('by gain: the largest rise first, falls last, compared as numbers', () => {
    expect(names(ranked(symbols, quotes, byGain))).toEqual(['ETH-USDT', 'SOL-USDT', 'BTC-USDT']);
  });

  test('by turnover: a market without a turnover stands last in both orders', () => {
    expect(names(ranked(symbols, quotes, byTurnover))).toEqual(['ETH-USDT', 'BTC-USDT', 'SOL-USDT']);
    expect(names(ranked(symbols, quotes, { field: 'turnover', order: 'up' }))).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  });

  test('by move: a fall of three per cent is more than a rise of one', () => {
    expect(names(ranked(symbols, quotes, byMove))).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  });

  test('by turnover: in dollars, by the price of the currency; one whose price nobody knows stands last', () => {
    const yen = aForexSymbol({ symbol: 'USD-JPY', base: 'USD', quote: 'JPY' });
    const francs = aForexSymbol({ symbol: 'EUR-CHF', quote: 'CHF' });
    const pounds = aForexSymbol({ symbol: 'EUR-GBP', quote: 'GBP' });
    const priced = new Map([
      ...quotes,
      ['USD-JPY', aQuote({ symbol: 'USD-JPY', price: '150', turnover: '150000000000' })] as const,
      ['GBP-USD', aQuote({ symbol: 'GBP-USD', price: '1.25', turnover: null })] as const,
      ['EUR-GBP', aQuote({ symbol: 'EUR-GBP', price: '0.85', turnover: '800000000' })] as const,
      ['EUR-CHF', aQuote({ symbol: 'EUR-CHF', price: '0.9', turnover: '9000000000000' })] as const,
    ]);
    expect(names(ranked([francs, ...symbols, yen, pounds], priced, byTurnover))).toEqual([
      'USD-JPY',
      'EUR-GBP',
      'ETH-USDT',
      'BTC-USDT',
      'EUR-CHF',
      'SOL-USDT',
    ]);
    expect([yen, pounds, francs, btc].map((info) => turnoverText(info, priced))).toEqual([
      '1000000000',
      '1000000000',
      undefined,
      '900000000.1',
    ]);
  });

  test('by price: 3120.25 is below 61230.5 although its text sorts after', () => {
    expect(names(ranked(symbols, quotes, { field: 'price', order: 'up' }))).toEqual(['SOL-USDT', 'ETH-USDT', 'BTC-USDT']);
  });

  test('by name, and nothing known at all: the catalogue is kept', () => {
    expect(names(ranked([sol, btc, eth], quotes, { field: 'name', order: 'up' }))).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
    expect(names(ranked([sol, btc, eth], new Map(), byGain))).toEqual(['SOL-USDT', 'BTC-USDT', 'ETH-USDT']);
  });

  test('the given list is left as it was', () => {
    const given = [btc, eth, sol];
    ranked(given, quotes, byGain);
    expect(names(given)).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  });
});

describe('newest', () => {
  test('the higher tick number wins, whichever side it comes from', () => {
    const [older, later] = [aQuote({ seq: 7 }), aQuote({ seq: 8 })];
    expect(newest(older, later)).toBe(later);
    expect(newest(later, older)).toBe(later);
    expect(newest(undefined, older)).toBe(older);
  });
});

describe('matching', () => {
  test('what was typed may leave out separators and capitals', () => {
    expect(names(matching([...symbols, eur], 'btcusdt'))).toEqual(['BTC-USDT']);
    expect(names(matching([...symbols, eur], 'eur/u'))).toEqual(['EUR-USD']);
  });

  test('symbols that begin with it come before those that contain it', () => {
    const usd = aForexSymbol({ symbol: 'USD-JPY', base: 'USD', quote: 'JPY' });
    expect(names(matching([eur, usd], 'usd'))).toEqual(['USD-JPY', 'EUR-USD']);
  });

  test('nothing typed: nothing matches', () => {
    expect(matching(symbols, '  ')).toEqual([]);
    expect(matching(symbols, '-')).toEqual([]);
  });
});
