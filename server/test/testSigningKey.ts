/** A key of nobody, for roots in tests; `publicKey` is 64 hexadecimal digits. */
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { keyIdOf, signedBytes, type PublicValue, type SigningPurpose } from '@tessera/shared/fairness';
import { nativeSha256 } from '../src/feed/nativeSha256';

const pair = generateKeyPairSync('ed25519');
const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);

export const testSigningKey = {
  id: keyIdOf(raw, nativeSha256),
  publicKey: raw.toString('hex'),
  sign: (purpose: SigningPurpose, value: PublicValue): string =>
    sign(null, signedBytes(purpose, value), pair.privateKey).toString('hex'),
};

/** Knows this key alone, at any time. */
export const knowsTestSignature = (
  signed: { readonly keyId: string },
  message: Uint8Array,
  signature: string,
): Promise<boolean> =>
  Promise.resolve(signed.keyId === testSigningKey.id && verify(null, message, pair.publicKey, Buffer.from(signature, 'hex')));
