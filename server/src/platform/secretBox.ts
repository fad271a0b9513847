/**
 * What must be stored and read by nobody who has the database alone: AES-256-GCM under a key that lies elsewhere.
 * Sealed form: nonce, 12 bytes ‖ ciphertext ‖ tag, 16 bytes. The label is bound in, so that no sealed text stands in for another.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What was to be opened is damaged, of another label, or was sealed under another key. */
export class SealBroken extends Error {}

export interface SecretBox {
  seal(plain: Buffer, label: string): Promise<Buffer>;
  /** Rejects with SealBroken. */
  open(sealed: Buffer, label: string): Promise<Buffer>;
}

const nonceBytes = 12;
const tagBytes = 16;

/** `key`: asked for once, at the first use; a text that nobody can guess. `purpose`: boxes of one key do not open each other's. */
export function createSecretBox(key: () => Promise<string>, purpose: string): SecretBox {
  let deriving: Promise<Buffer> | undefined;
  const cipherKey = (): Promise<Buffer> =>
    (deriving ??= key().then(
      (text) => Buffer.from(hkdfSync('sha256', text, '', purpose, 32)),
      (error: unknown) => {
        deriving = undefined;
        throw error;
      },
    ));
  return {
    async seal(plain, label) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', await cipherKey(), nonce).setAAD(Buffer.from(label));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    async open(sealed, label) {
      const key = await cipherKey();
      try {
        const opening = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(label));
        opening.setAuthTag(sealed.subarray(-tagBytes));
        return Buffer.concat([opening.update(sealed.subarray(nonceBytes, -tagBytes)), opening.final()]);
      } catch (error) {
        throw new SealBroken('it is damaged, or was sealed under another key', { cause: error });
      }
    },
  };
}
