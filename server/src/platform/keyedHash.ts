/**
 * A hash that only the holder of a key can make: what has few possible values, a document's number, cannot be found out from it by trying
 * them all.
 */
import { createHmac, hkdfSync } from 'node:crypto';

/** 64 hexadecimal digits. */
export type KeyedHash = (text: string) => Promise<string>;

/** `key` and `purpose` as of createSecretBox. */
export function createKeyedHash(key: () => Promise<string>, purpose: string): KeyedHash {
  return async (text) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', await key(), '', purpose, 32)))
      .update(text)
      .digest('hex');
}
