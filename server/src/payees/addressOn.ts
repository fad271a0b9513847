/**
 * An address as its network writes it. Each form carries a checksum, so that one with a wrong letter is refused before money is lost to it:
 * EIP-55 in the case of an Ethereum address's letters, base58check (Bitcoin's old forms, Tron), bech32 and bech32m (Bitcoin's newer ones).
 */
import { bech32, bech32m, createBase58check } from '@scure/base';
import { sha256 } from '../platform/random';
import { checksummed } from '../identity/walletSignature';
import type { AddressKind } from '../networks/AssetNetwork';

const base58check = createBase58check((bytes: Uint8Array) => sha256(Buffer.from(bytes)));
const longestAddress = 100;

/** Nobody has the key of what is all zeros: what goes there is gone. */
const isNobodys = (hash: Uint8Array): boolean => hash.every((byte) => byte === 0);
/** The zero address, and those beside it that a chain keeps for its own functions. */
const evmNobodys = /^0x0{36}/;

/** Version byte and 20 bytes of a hash. */
function hashBehind(versions: readonly number[], address: string): boolean {
  const bytes = base58check.decode(address);
  return bytes.length === 21 && versions.includes(bytes[0] ?? -1) && !isNobodys(bytes.subarray(1));
}

/** Pay to a public key's or a script's hash. */
const bitcoinVersions = [0x00, 0x05];
const tronVersions = [0x41];

/** Witness version 0 in bech32 with 20 or 32 bytes, version 1 (taproot) in bech32m with 32. Versions that nobody can spend from yet are refused. */
function isSegwit(address: string): boolean {
  for (const [version, coder, sizes] of [
    [0, bech32, [20, 32]],
    [1, bech32m, [32]],
  ] as const) {
    const read = coder.decodeUnsafe(address, longestAddress);
    if (read === undefined || read.prefix !== 'bc' || read.words[0] !== version) continue;
    const program = coder.fromWordsUnsafe(read.words.slice(1));
    return program !== undefined && (sizes as readonly number[]).includes(program.length) && !isNobodys(program);
  }
  return false;
}

const isBase58 = (address: string, versions: readonly number[]): boolean => {
  try {
    return hashBehind(versions, address);
  } catch {
    // Letters that are not in its alphabet, or a checksum that does not fit.
    return false;
  }
};

/** undefined: it is none, its letters do not fit its checksum, or nobody can have its key. */
export async function addressOn(kind: AddressKind, typed: string): Promise<string | undefined> {
  const address = typed.trim();
  if (address.length > longestAddress) return undefined;
  switch (kind) {
    case 'evm':
      return evmNobodys.test(address) ? undefined : checksummed(address);
    case 'tron':
      return isBase58(address, tronVersions) ? address : undefined;
    case 'bitcoin':
      if (isSegwit(address)) return address.toLowerCase();
      return isBase58(address, bitcoinVersions) ? address : undefined;
  }
}
