import { divisorSymbolOf } from './divisorSymbol';

it.each([
  ['USDT', undefined],
  ['USD', undefined],
  ['JPY', 'USD-JPY'],
  ['CHF', 'USD-CHF'],
])('quoted in %s: divided by %s', (quote, symbol) => {
  expect(divisorSymbolOf({ quote })).toBe(symbol);
});
