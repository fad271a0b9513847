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

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Room for the base fee to double. */
const wanted = ({ baseFee, priorityFee }: AskedFees): GasFees => ({ maxFee: baseFee * 2n + priorityFee, priorityFee });

/**
 * What lies in the middle of what endpoints said: of an odd number of them the median, of an even number the two beside it. One that says far too
 * much moves the upper at most, one that says far too little the lower.
 */
export function middleOf(said: readonly bigint[]): { readonly lower: bigint; readonly upper: bigint } {
  const sorted = [...said].sort((one, other) => (one < other ? -1 : 1));
  const at = (place: number) => sorted[place] ?? 0n;
  return { lower: at((sorted.length - 1) >> 1), upper: at(sorted.length >> 1) };
}

/**
 * How much gas a transaction may use; undefined: most endpoints say that it would fail, or all that it takes more than `most`. What is not used is
 * not paid, so the highest figure counts, up to `most`: too little would fail and be paid. `said` undefined: it would fail.
 */
export function gasLimitOf(said: readonly (bigint | undefined)[], most: bigint): bigint | undefined {
  const needs = said.filter((need) => need !== undefined).map((need) => need + need / 5n);
  const first = needs[0];
  if (first === undefined || needs.length * 2 < said.length) return undefined;
  if (needs.reduce(smaller) > most) return undefined;
  return smaller(needs.reduce(larger), most);
}

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
