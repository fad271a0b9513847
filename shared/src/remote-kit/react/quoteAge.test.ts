import { aQuote } from '../../testkit/builders';
import { isQuoteOld } from './quoteAge';

const nowMs = 1_800_000_000_000;
const quote = (atMs: number, state: 'trading' | 'closed' = 'trading') => ({
  ...aQuote({ atMs, state }),
  receivedAtMs: nowMs,
});

test.each([
  ['the present quote', quote(nowMs), false],
  ['one a little ahead', quote(nowMs + 900), false],
  ['one of tomorrow, after a clock was set back', quote(nowMs + 86_400_000), true],
  ['of a closed market', quote(nowMs - 86_400_000, 'closed'), false],
])('%s: old %#', (_, one, expected) => {
  expect(isQuoteOld(one, nowMs, 3000)).toBe(expected);
});
