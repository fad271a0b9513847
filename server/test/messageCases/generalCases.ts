/** What no product of its own answers. */
import type { MessageCase } from './MessageCase';

export const generalCases: readonly MessageCase[] = [
  {
    situation: 'the order book of a pair that has none',
    code: 'FEATURE_NOT_OPEN',
    act: (exchange) => exchange.ask('depth', { symbol: 'EUR-USD' }),
  },
];
