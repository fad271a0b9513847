/** Favourite markets: a list of symbols in the order in which they were added, kept in the remote's storage as text. */
import type { RemoteStorage } from '@tessera/shared/federation';

const key = 'favourites';
/** One line of storage must not grow without end. */
const most = 100;
const symbolPattern = /^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}$/;

/** What is stored may have been written by another release or by hand: only symbols are taken. */
export function readFavourites(storage: RemoteStorage): readonly string[] {
  const stored = storage.read(key) ?? '';
  return [...new Set(stored.split(',').filter((symbol) => symbolPattern.test(symbol)))];
}

export function writeFavourites(storage: RemoteStorage, favourites: readonly string[]): void {
  if (favourites.length === 0) storage.remove(key);
  else storage.write(key, favourites.join(','));
}

export const toggled = (favourites: readonly string[], symbol: string): readonly string[] =>
  favourites.includes(symbol) ? favourites.filter((one) => one !== symbol) : [...favourites, symbol].slice(-most);
