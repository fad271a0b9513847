import { expect, test } from '@jest/globals';
import { idleStage } from './idleStage';

const minuteMs = 60_000;

test.each([
  [0, 'busy'],
  [14 * minuteMs - 1, 'busy'],
  [14 * minuteMs, 'soon'],
  [15 * minuteMs - 1, 'soon'],
  [15 * minuteMs, 'over'],
  // A machine that slept.
  [9 * 60 * minuteMs, 'over'],
] as const)('nothing done for %i ms: %s', (idleMs, stage) => {
  expect(idleStage(1_800_000_000_000, 1_800_000_000_000 + idleMs)).toBe(stage);
});
