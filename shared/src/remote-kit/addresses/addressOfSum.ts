/**
 * The address that belongs to the sum of a published point and what was added to it. Whoever does not have the secret of the point finds no number
 * that leads to an address of his own: so an address that is the sum is one that the point's owner can spend from.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

const pointForm = /^0[23][0-9a-f]{64}$/;
const tweakForm = /^[0-9a-f]{64}$/;
const digitsOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** `point`: compressed, 66 hexadecimal digits; `tweak`: 64. In small letters; undefined where they are no point and no number. */
export function addressOfSum(point: string, tweak: string): string | undefined {
  if (!pointForm.test(point) || !tweakForm.test(tweak)) return undefined;
  try {
    const { Point } = secp256k1;
    const sum = Point.fromHex(point).add(Point.BASE.multiply(BigInt(`0x${tweak}`)));
    return `0x${digitsOf(keccak_256(sum.toBytes(false).slice(1))).slice(-40)}`;
  } catch {
    return undefined;
  }
}
