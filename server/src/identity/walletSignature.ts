/**
 * Addresses and signatures of Ethereum wallets, judged without asking anybody: EIP-55 and EIP-191. The curve is loaded with the first
 * one, so that the server's start does not wait for it. A contract's signature (EIP-1271) would need a node to be asked and is refused.
 */
const loadCurve = async () => {
  const [{ secp256k1 }, { keccak_256 }] = await Promise.all([
    import('@noble/curves/secp256k1.js'),
    import('@noble/hashes/sha3.js'),
  ]);
  return { secp256k1, keccak: keccak_256 };
};

const addressForm = /^0x[0-9a-fA-F]{40}$/;
/** r, s and v. */
const signatureForm = /^0x[0-9a-fA-F]{130}$/;

/** The address with its checksum, which is in the case of its letters. undefined: it is none, or its letters say another sum. */
export async function checksummed(address: string): Promise<string | undefined> {
  if (!addressForm.test(address)) return undefined;
  const { keccak } = await loadCurve();
  const digits = address.slice(2).toLowerCase();
  const sum = Buffer.from(keccak(Buffer.from(digits))).toString('hex');
  const written = `0x${[...digits].map((digit, at) => (Number.parseInt(sum[at] ?? '', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
  const hasSum = /[a-f]/.test(address.slice(2)) && /[A-F]/.test(address);
  return hasSum && address !== written ? undefined : written;
}

/** Did the wallet of this address (in lower case) sign the text? */
export async function isSignedBy(address: string, text: string, signature: string): Promise<boolean> {
  if (!signatureForm.test(signature)) return false;
  const { secp256k1, keccak } = await loadCurve();
  const bytes = Buffer.from(signature.slice(2), 'hex');
  // Wallets write 27 and 28; some hardware writes 0 and 1.
  const last = bytes[64] ?? 0;
  const recovery = last < 27 ? last : last - 27;
  if (recovery > 1) return false;
  const message = Buffer.from(text);
  const hash = keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]));
  try {
    const key = secp256k1.Signature.fromBytes(bytes.subarray(0, 64)).addRecoveryBit(recovery).recoverPublicKey(hash);
    return `0x${Buffer.from(keccak(key.toBytes(false).subarray(1)).subarray(-20)).toString('hex')}` === address;
  } catch {
    // Numbers that are no point of the curve.
    return false;
  }
}
