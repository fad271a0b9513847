/**
 * People's addresses from an extended public key (BIP-32, of the account m/44'/60'/0'): branch 0, then one place after the other. The private half
 * is not needed for it and is not here.
 */
import { createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { invariant } from '@tessera/shared/errors';
import { bytesToHex, publicKeyToAddress } from 'viem/utils';
import { sha256Hex } from '../platform/random';

export interface DepositKey {
  /** SHA-256 of the extended key as it is written. */
  readonly fingerprint: string;
  /** The branch's point, compressed: 66 hexadecimal digits. It does not say which addresses there are. */
  readonly publicKey: string;
  /** The `index`-th address, and what was added to the branch's point for it: 64 hexadecimal digits. */
  addressAt(index: number): { readonly address: string; readonly tweak: string };
}

/** Throws an Error where the text is no extended public key. */
export function depositKeyOf(xpub: string): DepositKey {
  const branch = HDKey.fromExtendedKey(xpub).deriveChild(0);
  const { publicKey, chainCode } = branch;
  invariant(publicKey !== null && chainCode !== null && branch.privateKey === null, 'it has a point, and no secret');
  return {
    fingerprint: sha256Hex(xpub),
    publicKey: Buffer.from(publicKey).toString('hex'),
    addressAt(index) {
      const child = branch.deriveChild(index).publicKey;
      invariant(child !== null, 'a place of a branch has a point');
      const place = Buffer.alloc(4);
      place.writeUInt32BE(index);
      const tweak = createHmac('sha512', chainCode).update(publicKey).update(place).digest('hex').slice(0, 64);
      return { address: publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(child).toBytes(false))), tweak };
    },
  };
}
