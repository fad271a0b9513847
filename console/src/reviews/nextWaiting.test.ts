import { expect, test } from '@jest/globals';
import type { ReviewShown } from '@tessera/shared/operations';
import { nextWaiting } from './nextWaiting';

const waits = (id: string, ...approvedBy: string[]) => ({ id, approvedBy }) as unknown as ReviewShown;
const all = [waits('1'), waits('2', 'ann'), waits('3'), waits('4')];

test.each([
  ['the one after it', '3', all, '4'],
  ['after the last the oldest', '4', all, '1'],
  ['not what one has agreed to already', '1', all, '3'],
  ['what was decided is in no list any more', 'gone', all, '1'],
  ['nothing else', '1', all.slice(0, 2), undefined],
  ['nothing at all', 'gone', [], undefined],
])('%s', (_, id, waiting, next) => {
  expect(nextWaiting(waiting, { id, operator: 'ann' })).toBe(next);
});
