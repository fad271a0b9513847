/**
 * The tree over what the exchange owes to everybody at one instant of a day. Every node has a hash, how many persons are below it,
 * and what they are owed of each asset; a node's hash covers the hash and the figures of both nodes below it, each by itself, so that
 * no figure can be moved from one to the other.
 *
 *   leaf  = H( text("tessera liability leaf 1") ‖ salt, 32 bytes ‖ text(day) ‖ text(user) ‖ part, 1 byte ‖ amounts )
 *   inner = H( text("tessera liability node 1") ‖ node(left) ‖ node(right) )
 *   none  = H( text("tessera liability none 1") )
 *
 *   node(x) = hash, 32 bytes ‖ persons, 8 bytes ‖ amounts
 *   amounts = number of assets, 4 bytes ‖ for each, ascending by its bytes: text(asset) ‖ text(amount)
 *
 * Amounts are decimal text above zero; an asset with nothing is left out. Each person has two leaves, between which what he is owed is
 * divided at random: part 1 counts him, part 2 counts nobody. Places beyond the last leaf hold `none`: no person, no amount.
 */
import { invariant } from '../errors/invariant';
import { add, amount, compare, isPositive, parseAmount, toText, zero, type Amount } from '../money';
import { concatBytes, fromHex, shortText, toHex, uint32Bytes, uint64Bytes } from './bytes';
import type { Digest } from './logChecks';
import type { Sha256 } from './sha256';

/** By asset, decimal text. */
export type AssetAmounts = Readonly<Record<string, string>>;

export interface LiabilityNode {
  /** 64 hexadecimal digits. */
  readonly hash: string;
  readonly persons: number;
  readonly amounts: AssetAmounts;
}

export interface LiabilityLeaf {
  /** "2026-11-23" */
  readonly day: string;
  readonly user: string;
  /** 1 or 2. */
  readonly part: number;
  /** 64 hexadecimal digits: without it nobody can try whose leaf this is. */
  readonly salt: string;
  readonly amounts: AssetAmounts;
}

/** No tree is lower, so that a path always hides its leaf among others. */
export const leastLiabilityHeight = 6;
/** No tree is higher: places are numbers of 32 bits. */
export const mostLiabilityHeight = 31;

const leafTag = shortText('tessera liability leaf 1');
const nodeTag = shortText('tessera liability node 1');
const noneTag = shortText('tessera liability none 1');

/** Throws InvariantError on an amount that is not above zero, or of another form. */
export function amountsBytes(amounts: AssetAmounts): Uint8Array {
  const assets = Object.keys(amounts).sort((one, other) => (one < other ? -1 : 1));
  return concatBytes(
    uint32Bytes(assets.length),
    ...assets.flatMap((asset) => {
      const text = amounts[asset] as string;
      const read = parseAmount(text);
      invariant(read !== undefined && isPositive(read) && toText(read) === text, `no amount of a leaf or node: ${text}`);
      return [shortText(asset), shortText(text)];
    }),
  );
}

export function leafBytes({ day, user, part, salt, amounts }: LiabilityLeaf): Uint8Array {
  invariant(part === 1 || part === 2, `a leaf is part 1 or 2, got ${part}`);
  return concatBytes(leafTag, hashBytes(salt), shortText(day), shortText(user), Uint8Array.of(part), amountsBytes(amounts));
}

const nodeBytes = ({ hash, persons, amounts }: LiabilityNode): Uint8Array =>
  concatBytes(hashBytes(hash), uint64Bytes(persons), amountsBytes(amounts));

export const innerBytes = (left: LiabilityNode, right: LiabilityNode): Uint8Array =>
  concatBytes(nodeTag, nodeBytes(left), nodeBytes(right));

function hashBytes(hex: string): Uint8Array {
  invariant(hex.length === 64, `a hash has 64 digits, got ${hex.length}`);
  return fromHex(hex);
}

/** What both hold together; an asset with nothing is left out. */
export function addAmounts(one: AssetAmounts, other: AssetAmounts): AssetAmounts {
  const sums: Record<string, string> = { ...one };
  for (const [asset, text] of Object.entries(other)) {
    const sum = add(amountOf(sums, asset), amount(text));
    if (compare(sum, zero) === 0) delete sums[asset];
    else sums[asset] = toText(sum);
  }
  return sums;
}

const amountOf = (amounts: AssetAmounts, asset: string): Amount => amount(amounts[asset] ?? '0');

export const isSameAmounts = (one: AssetAmounts, other: AssetAmounts): boolean =>
  toHex(amountsBytes(one)) === toHex(amountsBytes(other));

/** Part 1 counts the person, part 2 nobody. */
export const leafNode = (leaf: LiabilityLeaf, hash: string): LiabilityNode => ({
  hash,
  persons: leaf.part === 1 ? 1 : 0,
  amounts: leaf.amounts,
});

const innerNode = (left: LiabilityNode, right: LiabilityNode, hash: string): LiabilityNode => ({
  hash,
  persons: left.persons + right.persons,
  amounts: addAmounts(left.amounts, right.amounts),
});

/** The pure functions of a tree, on one digest. */
export function liabilityHashes(sha256: Sha256) {
  const hashed = (bytes: Uint8Array): string => toHex(sha256(bytes));
  const joined = (left: LiabilityNode, right: LiabilityNode) => innerNode(left, right, hashed(innerBytes(left, right)));
  const empty: LiabilityNode[] = [{ hash: hashed(noneTag), persons: 0, amounts: {} }];
  return {
    leaf: (leaf: LiabilityLeaf): LiabilityNode => leafNode(leaf, hashed(leafBytes(leaf))),
    joined,
    /** The node of a level under which no leaf lies; level 0 is that of the leaves. */
    emptyNode(level: number): LiabilityNode {
      for (let next = empty.length; next <= level; next += 1) {
        const below = empty[next - 1] as LiabilityNode;
        empty.push(joined(below, below));
      }
      return empty[level] as LiabilityNode;
    },
  };
}

/**
 * The root above a leaf: `path` has the other node of each level, from the leaves up. `place` says at which side the leaf lies. Throws
 * InvariantError when something of it has no form that can be hashed.
 */
export async function rootAbove(
  leaf: LiabilityLeaf,
  { place, path }: { readonly place: number; readonly path: readonly LiabilityNode[] },
  digest: Digest,
): Promise<LiabilityNode> {
  invariant(
    path.length <= mostLiabilityHeight && Number.isInteger(place) && place >= 0 && place < 2 ** path.length,
    `no place below this root: ${place}`,
  );
  let node = leafNode(leaf, toHex(await digest(leafBytes(leaf))));
  for (const [level, other] of path.entries()) {
    const isRight = Math.floor(place / 2 ** level) % 2 === 1;
    const [left, right] = isRight ? [other, node] : [node, other];
    node = innerNode(left, right, toHex(await digest(innerBytes(left, right))));
  }
  return node;
}
