import { provisionalOutcome } from './provisionalOutcome';

it.each([
  ['long', '100.10', '100.11', 'winning'],
  ['long', '100.10', '100.09', 'losing'],
  ['short', '100.10', '100.09', 'winning'],
  ['short', '100.10', '100.11', 'losing'],
  ['long', '100.10', '100.1', 'level'],
  ['short', '100.10', 'x', undefined],
] as const)('%s from %s at %s: %s', (direction, entry, now, expected) => {
  expect(provisionalOutcome(direction, entry, now)).toBe(expected);
});
