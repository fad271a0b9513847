/**
 * What the exchange signs with Ed25519: a purpose and a canonical text, so that a signature of one kind can never stand for another.
 * Keys are published in the public record (kind `key`): {"algorithm":"Ed25519","keyId":…,"publicKey":…,"previous":…,"handover":…};
 * `handover` is the signature of the key before, under the purpose `key`, of the same object without `handover`.
 */
import { asciiBytes, toHex } from './bytes';
import { canonicalText, type PublicValue } from './canonicalText';
import type { Sha256 } from './sha256';

/** `witness` is what a countersigning witness signs: {exchange, minuteMs, root, atMs}. */
export type SigningPurpose = 'root' | 'receipt' | 'key' | 'witness';

/** 64-byte signature and 32-byte key as hexadecimal digits; false when either has another form. */
export type VerifySignature = (publicKey: string, message: Uint8Array, signature: string) => Promise<boolean>;

/** "tessera root 1\n" and the canonical text, ASCII. */
export const signedBytes = (purpose: SigningPurpose, value: PublicValue): Uint8Array =>
  asciiBytes(`tessera ${purpose} 1\n${canonicalText(value)}`);

/** The first 16 hexadecimal digits of the public key's SHA-256. */
export const keyIdOf = (publicKey: Uint8Array, sha256: Sha256): string => toHex(sha256(publicKey)).slice(0, 16);
