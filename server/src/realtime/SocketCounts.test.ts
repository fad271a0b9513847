import { expect, test } from '@jest/globals';
import { createSocketCounts } from './SocketCounts';

test('one network, and all together: so many, and room again once one is gone', () => {
  const counts = createSocketCounts({ inAll: 3, perNetwork: 2, perPerson: 9 });
  const first = counts.connected('a');
  counts.connected('a');
  expect([counts.hasRoom('a'), counts.hasRoom('b')]).toEqual([false, true]);
  counts.connected('b');
  expect(counts.hasRoom('c')).toBe(false);
  first();
  first();
  expect([counts.hasRoom('a'), counts.hasRoom('c')]).toEqual([true, true]);
  counts.connected('c');
  expect(counts.hasRoom('a')).toBe(false);
});

test('one person: so many, whatever the network', () => {
  const counts = createSocketCounts({ inAll: 9, perNetwork: 9, perPerson: 2 });
  const first = counts.signedIn('ann');
  expect(counts.signedIn('ann')).toBeDefined();
  expect(counts.signedIn('ann')).toBeUndefined();
  expect(counts.signedIn('bob')).toBeDefined();
  first?.();
  expect(counts.signedIn('ann')).toBeDefined();
});
