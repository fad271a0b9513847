import { periodInterval } from './period';

const midnight = 1_000 * 86_400_000;

it.each([
  ['today', { fromMs: midnight }],
  ['yesterday', { fromMs: midnight - 86_400_000, toMs: midnight - 1 }],
  ['7', { fromMs: midnight - 6 * 86_400_000 }],
  ['30', { fromMs: midnight - 29 * 86_400_000 }],
  ['all', {}],
] as const)('%s', (period, interval) => {
  expect(periodInterval(period, midnight)).toEqual(interval);
});
