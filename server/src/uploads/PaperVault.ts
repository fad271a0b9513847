/**
 * Pictures of documents as they lie in the blob store: each sealed under a key of its own, and that key sealed under one that is
 * neither in the database nor beside the pictures. Whoever has only two of the three reads nothing.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { createSecretBox, type SecretBox } from '../platform/secretBox';

export interface PaperVault {
  /** A key for the picture of this id, sealed. */
  drawKey(id: string): Promise<Buffer>;
  seal(id: string, wrappedKey: Buffer, plain: Buffer): Promise<Buffer>;
  /** Rejects with SealBroken. */
  open(id: string, wrappedKey: Buffer, sealed: Buffer): Promise<Buffer>;
  /** Two pictures are the same when theirs are; who has a picture but not the key cannot make it. */
  hashOf(plain: Buffer): Promise<string>;
  /** Of an address, in letters that an address takes as they are. */
  signatureOf(text: string): Promise<string>;
}

const keyBytes = 32;
const labelOf = (id: string) => `picture ${id}`;

/** `key`: a text that nobody can guess, asked for at the first use. */
export function createPaperVault(key: () => Promise<string>, random: { bytes(length: number): Buffer }): PaperVault {
  const keys = createSecretBox(key, 'tessera pictures');
  const mac = async (purpose: string, data: string | Buffer) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', await key(), '', purpose, keyBytes))).update(data);

  async function boxOf(id: string, wrappedKey: Buffer): Promise<SecretBox> {
    const own = (await keys.open(wrappedKey, labelOf(id))).toString('base64');
    return createSecretBox(() => Promise.resolve(own), 'tessera picture');
  }

  return {
    drawKey: (id) => keys.seal(random.bytes(keyBytes), labelOf(id)),
    seal: async (id, wrappedKey, plain) => (await boxOf(id, wrappedKey)).seal(plain, labelOf(id)),
    open: async (id, wrappedKey, sealed) => (await boxOf(id, wrappedKey)).open(sealed, labelOf(id)),
    hashOf: async (plain) => (await mac('tessera picture hashes', plain)).digest('hex'),
    signatureOf: async (text) => (await mac('tessera picture addresses', text)).digest('base64url'),
  };
}
