/** What a transaction offers for one unit of gas, in the smallest unit of the network's own coin. Pure. */

export interface GasFees {
  /** At most, the network's base fee included. */
  readonly maxFee: bigint;
  /** Of it for whoever mines it. */
  readonly priorityFee: bigint;
}

/** What the network asks for at present. */
export interface AskedFees {
  readonly baseFee: bigint;
  readonly priorityFee: bigint;
}

/** Room for the base fee to double. */
const wanted = ({ baseFee, priorityFee }: AskedFees): GasFees => ({ maxFee: baseFee * 2n + priorityFee, priorityFee });

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** undefined: it would not be mined at the limit. */
export function firstFees(asked: AskedFees, limit: bigint): GasFees | undefined {
  if (asked.baseFee + asked.priorityFee > limit) return undefined;
  const { maxFee, priorityFee } = wanted(asked);
  return { maxFee: smaller(maxFee, limit), priorityFee };
}

/** Nodes take a replacement for a tenth more of both; an eighth, rounded up. */
const raised = (fee: bigint): bigint => fee + (fee + 7n) / 8n;

/** Of a transaction with the same nonce that takes the place of one at `before`. undefined: it would be above the limit. */
export function replacementFees(before: GasFees, asked: AskedFees, limit: bigint): GasFees | undefined {
  const least = { maxFee: raised(before.maxFee), priorityFee: raised(before.priorityFee) };
  if (least.maxFee > limit) return undefined;
  const now = wanted(asked);
  const maxFee = smaller(larger(least.maxFee, now.maxFee), limit);
  return { maxFee, priorityFee: smaller(larger(least.priorityFee, now.priorityFee), maxFee) };
}
