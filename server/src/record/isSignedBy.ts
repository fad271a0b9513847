import { createPublicKey, verify } from 'node:crypto';

/** SubjectPublicKeyInfo of a raw Ed25519 key begins with these bytes (RFC 8410). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/** Ed25519. Key and signature as hexadecimal digits; what has another form is not signed. */
export function isSignedBy(publicKey: string, message: Uint8Array, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const key = createPublicKey({ key: Buffer.concat([spkiHead, Buffer.from(publicKey, 'hex')]), format: 'der', type: 'spki' });
  return verify(null, message, key, Buffer.from(signature, 'hex'));
}
