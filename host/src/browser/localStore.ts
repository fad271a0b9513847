/**
 * The one owner of localStorage. A browser that refuses it (private mode, full) must not stop the app: what cannot be kept
 * lives until the page is closed.
 */
import type { RemoteStorage } from '@tessera/shared/federation';

export interface LocalStore extends RemoteStorage {
  /** Calls back when another page of this browser changed `key`. Answers how to stop. */
  onOtherPage(key: string, listener: (value: string | undefined) => void): () => void;
}

export function createLocalStore(page: Window = window): LocalStore {
  const unsaved = new Map<string, string>();
  return {
    read(key) {
      try {
        return page.localStorage.getItem(key) ?? unsaved.get(key);
      } catch {
        return unsaved.get(key);
      }
    },
    write(key, value) {
      try {
        page.localStorage.setItem(key, value);
        unsaved.delete(key);
      } catch {
        unsaved.set(key, value);
      }
    },
    remove(key) {
      unsaved.delete(key);
      try {
        page.localStorage.removeItem(key);
      } catch {
        // Nothing could be kept, so there is nothing to remove.
      }
    },
    onOtherPage(key, listener) {
      const onStorage = (event: StorageEvent) => {
        // A null key: the other page cleared everything.
        if (event.key === key || event.key === null) listener(event.key === null ? undefined : (event.newValue ?? undefined));
      };
      page.addEventListener('storage', onStorage);
      return () => page.removeEventListener('storage', onStorage);
    },
  };
}

/** A part of the store under a prefix of its own: what a remote gets. */
export const storeUnder = (store: RemoteStorage, prefix: string): RemoteStorage => ({
  read: (key) => store.read(`${prefix}.${key}`),
  write: (key, value) => store.write(`${prefix}.${key}`, value),
  remove: (key) => store.remove(`${prefix}.${key}`),
});
