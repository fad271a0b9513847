/** A wallet with a real key, as people have one in their browser. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';

export interface TestWallet {
  /** In lower case, without checksum. */
  readonly address: string;
  /** personal_sign: r, s and v (27 or 28) as hex. */
  sign(text: string): string;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export function testWallet(secretKey: Uint8Array = secp256k1.utils.randomSecretKey()): TestWallet {
  const key = secp256k1.getPublicKey(secretKey, false);
  return {
    address: `0x${hex(keccak(key.subarray(1)).subarray(-20))}`,
    sign(text) {
      const message = Buffer.from(text);
      const hash = keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]));
      const signed = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' });
      // Theirs begins with the recovery bit; wallets end with it, from 27 on.
      return `0x${hex(signed.subarray(1))}${(27 + (signed[0] ?? 0)).toString(16)}`;
    },
  };
}
