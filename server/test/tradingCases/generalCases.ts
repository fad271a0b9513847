/** What no product of its own answers. */
import type { TradingCase } from './TradingCase';

export const generalCases: readonly TradingCase[] = [
  {
    situation: 'the order book of a pair that has none',
    code: 'FEATURE_NOT_OPEN',
    act: (exchange) => exchange.ask('depth', { symbol: 'EUR-USD' }),
  },
];
