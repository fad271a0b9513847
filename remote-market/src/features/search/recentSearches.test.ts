import { createMemoryStorage } from '@tessera/shared/testing';
import { addRecent, clearRecent, readRecent } from './recentSearches';

describe('recent searches', () => {
  test('newest first, each once whatever its capitals', () => {
    const storage = createMemoryStorage();
    for (const text of ['btc', 'gold', 'BTC']) addRecent(storage, text);
    expect(readRecent(storage)).toEqual(['BTC', 'gold']);
  });

  test('only the last eight are kept', () => {
    const storage = createMemoryStorage();
    for (let place = 1; place <= 11; place += 1) addRecent(storage, `query ${place}`);
    expect(readRecent(storage)).toHaveLength(8);
    expect(readRecent(storage)[0]).toBe('query 11');
  });

  test('line breaks and blanks cannot break the store; nothing typed adds nothing', () => {
    const storage = createMemoryStorage();
    addRecent(storage, '  two\nlines ');
    addRecent(storage, '   ');
    expect(readRecent(storage)).toEqual(['two lines']);
  });

  test('cleared: nothing is left', () => {
    const storage = createMemoryStorage();
    addRecent(storage, 'btc');
    clearRecent(storage);
    expect(readRecent(storage)).toEqual([]);
  });
});
