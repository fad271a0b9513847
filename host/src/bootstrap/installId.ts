import type { RemoteStorage } from '@tessera/shared/federation';

const key = 'installId';

/** A random name of this browser, made at the first visit: it says which of two releases a visitor gets, and nothing else. */
export function installId(store: RemoteStorage, random: () => string): string {
  const known = store.read(key);
  if (known !== undefined) return known;
  const made = random();
  store.write(key, made);
  return made;
}
