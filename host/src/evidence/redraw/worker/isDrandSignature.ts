/** In the worker alone: the curve's code is fetched with it, when a day is drawn again. */
import { bls12_381 as bls } from '@noble/curves/bls12-381.js';
import { fromHex, sha256, uint64Bytes, type VerifyRound } from '@tessera/shared/fairness';

const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** Short signatures in G1 over a key in G2. */
export const isDrandSignature: VerifyRound = (publicKey, round, signature) => {
  if (!/^[0-9a-f]{96}$/.test(signature)) return false;
  try {
    const { shortSignatures } = bls;
    const message = shortSignatures.hash(sha256(uint64Bytes(round)), domain);
    return shortSignatures.verify(fromHex(signature), message, fromHex(publicKey));
  } catch {
    // Bytes that are no point of the curve.
    return false;
  }
};
