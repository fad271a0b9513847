import { expect, test } from '@jest/globals';
import { feedProblem } from './feedProblem';

const nowMs = 1_800_000_000_000;
test.each([
  ['prices flow', [nowMs - 400_000, nowMs - 300], undefined],
  ['nothing was ever heard', [], 'no tick yet'],
  ['silence', [nowMs - 15_001], 'last tick 15001 ms ago'],
  ['two clocks that differ a little', [nowMs + 900], undefined],
  ['a clock that was set back', [nowMs + 86_400_000, nowMs - 1], /^the tick log is 86400000 ms ahead of the clock/],
])('%s', (_, lastTicks, expected) => {
  const problem = feedProblem(lastTicks, nowMs);
  if (expected instanceof RegExp) expect(problem).toMatch(expected);
  else expect(problem).toBe(expected);
});
