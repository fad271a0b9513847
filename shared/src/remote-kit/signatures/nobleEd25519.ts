/** A chunk of its own: fetched only where the platform has no Ed25519. */
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import type { Ed25519 } from './verifyEd25519';

// A page without HTTPS has no digest of the platform either.
hashes.sha512 = sha512;

export const nobleEd25519: Ed25519 = (publicKey, message, signature) => {
  try {
    // Strict as RFC 8032 and the platforms are.
    return Promise.resolve(verify(signature, message, publicKey, { zip215: false }));
  } catch {
    return Promise.resolve(false);
  }
};
