import { maxSignatureLines } from '@tessera/shared/federation';

/** ECDSA P-256 over SHA-256, by WebCrypto: is this text signed by one of the keys that this host trusts? */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export type SignatureCheck = (body: string, signatures: string) => Promise<boolean>;

/**
 * `trustedKeys` are base64 SPKI. `signatures` has one base64 signature per line; any of them by any of the keys will do, so
 * that keys can be exchanged while older hosts still run. What cannot be read as a key or a signature is nobody's.
 */
export function signatureCheck(trustedKeys: readonly string[], subtle: SubtleCrypto): SignatureCheck {
  const keys = Promise.all(trustedKeys.map((key) => importKey(key, subtle))).then((read) => read.flat());
  return async (body, signatures) => {
    const bytes = new TextEncoder().encode(body);
    const lines = signatures.split('\n').slice(0, maxSignatureLines).flatMap(readBase64);
    for (const key of await keys) {
      for (const line of lines) {
        if (await subtle.verify({ ...algorithm, hash: 'SHA-256' }, key, line, bytes)) return true;
      }
    }
    return false;
  };
}

async function importKey(text: string, subtle: SubtleCrypto): Promise<readonly CryptoKey[]> {
  try {
    return await Promise.all(readBase64(text).map((bytes) => subtle.importKey('spki', bytes, algorithm, false, ['verify'])));
  } catch {
    return [];
  }
}

function readBase64(text: string): readonly Uint8Array<ArrayBuffer>[] {
  try {
    return text === '' ? [] : [Uint8Array.from(atob(text), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}
