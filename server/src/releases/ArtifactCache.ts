/**
 * Files of releases that lie in an object store, kept in memory: they never change, so what was read once is never asked for
 * again until the room is used up; then the file that was not wanted for the longest time goes. Many who want one file at
 * once wait for one read.
 */
import { sha256Hex } from '../platform/random';

export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

export type ReadFile = (key: string) => Promise<StoredFile | undefined>;

export const toStoredFile = (bytes: Uint8Array): StoredFile => ({
  bytes,
  etag: `"${sha256Hex(Buffer.from(bytes)).slice(0, 32)}"`,
});

export function createArtifactCache(read: ReadFile, roomBytes: number): ReadFile {
  // A Map keeps the order in which keys were set: the first one is the one that was not wanted for the longest time.
  const kept = new Map<string, StoredFile>();
  let usedBytes = 0;

  function keep(key: string, file: StoredFile): void {
    if (file.bytes.length > roomBytes) return;
    kept.set(key, file);
    usedBytes += file.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (usedBytes <= roomBytes) return;
      kept.delete(oldest);
      usedBytes -= bytes.length;
    }
  }

  const readOnce = singleFlight(async (key) => {
    const file = await read(key);
    if (file !== undefined) keep(key, file);
    return file;
  });
  return async (key) => {
    const file = kept.get(key);
    if (file === undefined) return readOnce(key);
    kept.delete(key);
    kept.set(key, file);
    return file;
  };
}

/** While a read of a key is under way, others who want it get its answer. */
export function singleFlight(read: ReadFile): ReadFile {
  const underWay = new Map<string, ReturnType<ReadFile>>();
  return (key) => {
    const running = underWay.get(key) ?? read(key).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
