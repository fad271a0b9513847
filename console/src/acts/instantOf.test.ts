import { expect, test } from '@jest/globals';
import { instantOf } from './instantOf';

test('an instant is read in the zone of the operator; nothing typed is none', () => {
  expect(instantOf('2030-05-02T14:03')).toBe(new Date(2030, 4, 2, 14, 3).getTime());
  expect(instantOf('2030-05-02T14:03:07')).toBe(new Date(2030, 4, 2, 14, 3, 7).getTime());
  expect(instantOf('')).toBeUndefined();
});
