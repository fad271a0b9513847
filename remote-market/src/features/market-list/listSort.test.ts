import { createMemoryStorage } from '@tessera/shared/testing';
import { isSort, nextSort, rankings, readSort, writeSort } from './listSort';

describe('list sort', () => {
  test('a column head: its usual order, the other one, then none', () => {
    const first = nextSort(undefined, 'price');
    expect(first).toEqual({ field: 'price', order: 'down' });
    expect(nextSort(first, 'price')).toEqual({ field: 'price', order: 'up' });
    expect(nextSort({ field: 'price', order: 'up' }, 'price')).toBeUndefined();
  });

  test('names begin with A; another column starts anew', () => {
    expect(nextSort({ field: 'price', order: 'up' }, 'name')).toEqual({ field: 'name', order: 'up' });
  });

  test('the gain chip and the change column are one state', () => {
    expect(isSort(nextSort(undefined, 'change'), rankings.gain)).toBe(true);
    expect(isSort({ field: 'change', order: 'up' }, rankings.gain)).toBe(false);
  });

  test('what was chosen is there after a reload; rubbish is not taken', () => {
    const storage = createMemoryStorage();
    writeSort(storage, rankings.turnover);
    expect(readSort(storage)).toEqual(rankings.turnover);
    writeSort(storage, undefined);
    expect(readSort(storage)).toBeUndefined();
    storage.write('list-sort', 'volume sideways');
    expect(readSort(storage)).toBeUndefined();
  });
});
