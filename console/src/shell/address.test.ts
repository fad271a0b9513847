import { expect, test } from '@jest/globals';
import { hrefOf, partsOfHash } from './address';

test.each([
  ['', []],
  ['#', []],
  ['#/', []],
  ['#/reviews', ['reviews']],
  ['#/reviews/aB-_3', ['reviews', 'aB-_3']],
  ['#/users/a%2Fb', ['users', 'a/b']],
  // Typed by hand: no address, and no page that breaks.
  ['#/users/%E0%A4%A', ['users', '%E0%A4%A']],
] as const)('"%s" is %j', (hash, parts) => {
  expect(partsOfHash(hash)).toEqual(parts);
});

test('an address leads back to what it was made of', () => {
  const parts = ['users', 'pat@example.com/x #1'];
  expect(partsOfHash(hrefOf(parts))).toEqual(parts);
});
