import { createMemoryStorage } from '@tessera/shared/testing';
import { readFavourites, toggled, writeFavourites } from './favourites';

describe('favourites', () => {
  test('what was written is read back in its order', () => {
    const storage = createMemoryStorage();
    writeFavourites(storage, ['SOL-USDT', 'BTC-USDT']);
    expect(readFavourites(storage)).toEqual(['SOL-USDT', 'BTC-USDT']);
  });

  test('nothing stored, or rubbish: no favourites, and no crash', () => {
    const storage = createMemoryStorage();
    expect(readFavourites(storage)).toEqual([]);
    storage.write('favourites', '<b>,BTC-USDT,,btc,BTC-USDT');
    expect(readFavourites(storage)).toEqual(['BTC-USDT']);
  });

  test('the star is a switch: on at the end of the list, off wherever it stands', () => {
    expect(toggled(['SOL-USDT'], 'BTC-USDT')).toEqual(['SOL-USDT', 'BTC-USDT']);
    expect(toggled(['SOL-USDT', 'BTC-USDT'], 'SOL-USDT')).toEqual(['BTC-USDT']);
  });

  test('the last one taken out: the storage is left without a trace', () => {
    const storage = createMemoryStorage();
    writeFavourites(storage, ['BTC-USDT']);
    writeFavourites(storage, []);
    expect(storage.read('favourites')).toBeUndefined();
  });
});
