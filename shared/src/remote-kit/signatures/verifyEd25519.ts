/**
 * Ed25519 as the platform has it. Browsers before Chrome 137, Safari 17 and Firefox 129 have none, and a page without HTTPS has no
 * WebCrypto at all: then a library of some kilobytes is fetched once and does the same.
 */
import type { VerifySignature } from '../../domain/fairness';
import { fromHex } from '../../domain/fairness';

const forms = { key: /^[0-9a-f]{64}$/, signature: /^[0-9a-f]{128}$/ };

export type Ed25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/** `subtle`: the platform's; undefined where there is none. */
export function createVerifyEd25519(subtle: SubtleCrypto | undefined): VerifySignature {
  let working: Promise<Ed25519> | undefined;
  return async (publicKey, message, signature) => {
    if (!forms.key.test(publicKey) || !forms.signature.test(signature)) return false;
    working ??= pick(subtle);
    // A chunk that did not come is asked for again next time.
    const verify = await working.catch((error: unknown) => {
      working = undefined;
      throw error;
    });
    return verify(fromHex(publicKey), message, fromHex(signature));
  };
}

async function pick(subtle: SubtleCrypto | undefined): Promise<Ed25519> {
  const native = subtle === undefined ? undefined : await nativeEd25519(subtle);
  return native ?? (await import('./nobleEd25519')).nobleEd25519;
}

/** undefined where the platform does not know the algorithm. */
async function nativeEd25519(subtle: SubtleCrypto): Promise<Ed25519 | undefined> {
  const read = (publicKey: Uint8Array) =>
    subtle.importKey('raw', new Uint8Array(publicKey), { name: 'Ed25519' }, false, ['verify']);
  try {
    // The base point of the curve: a key of the right form.
    await read(fromHex('58'.padEnd(64, '6')));
  } catch {
    return undefined;
  }
  return async (publicKey, message, signature) => {
    try {
      return await subtle.verify({ name: 'Ed25519' }, await read(publicKey), new Uint8Array(signature), new Uint8Array(message));
    } catch {
      // 32 bytes that are no point of the curve.
      return false;
    }
  };
}

export const verifyEd25519: VerifySignature = createVerifyEd25519(globalThis.crypto?.subtle);
