/** ECDSA P-256 over SHA-256, by WebCrypto: is this text signed by one of the keys that this host trusts? */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export type SignatureCheck = (body: string, signatures: string) => Promise<boolean>;

/** `trustedKeys` are base64 SPKI. `signatures` has one base64 signature per line; any of them by any of the keys will do. */
export function signatureCheck(trustedKeys: readonly string[], subtle: SubtleCrypto): SignatureCheck {
  const keys = Promise.all(trustedKeys.map((key) => subtle.importKey('spki', fromBase64(key), algorithm, false, ['verify'])));
  return async (body, signatures) => {
    const bytes = new TextEncoder().encode(body);
    const lines = signatures.split('\n').filter((line) => line !== '');
    for (const key of await keys) {
      for (const line of lines) {
        if (await subtle.verify({ ...algorithm, hash: 'SHA-256' }, key, fromBase64(line), bytes)) return true;
      }
    }
    return false;
  };
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
