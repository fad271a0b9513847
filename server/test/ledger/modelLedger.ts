/** What the book must do, told once more in BigInt. */
export const scales = { USDT: 6, BTC: 8 } as const;
export type Asset = keyof typeof scales;
export const modes = ['real', 'demo'] as const;
export type Mode = (typeof modes)[number];
/** Amounts are whole multiples of the 18th decimal. */
export const one = 10n ** 18n;
export const unit = (asset: Asset) => 10n ** BigInt(18 - scales[asset]);

export interface ModelAccount {
  readonly id: number;
  readonly mode: Mode;
  readonly asset: Asset;
  readonly isUser: boolean;
  /** A debt: never above zero, where every other account of a user is never below. */
  readonly isDebt?: boolean;
}
export interface ModelLeg {
  readonly account: ModelAccount;
  readonly amount: bigint;
}
export interface ModelPosting {
  readonly mode: Mode;
  readonly idem: string;
  readonly legs: readonly ModelLeg[];
}

/** What the model expects of one call: the state it leaves, or the refusal. */
type Expected =
  | { readonly balances: Map<number, bigint>; readonly known: Map<string, ModelPosting>; readonly replays: boolean[] }
  | { readonly refusal: string };

export function expectedOf(
  batch: readonly ModelPosting[],
  before: Map<number, bigint>,
  known: Map<string, ModelPosting>,
): Expected {
  const balances = new Map(before);
  const nowKnown = new Map(known);
  const replays: boolean[] = [];
  if (new Set(batch.map((posting) => posting.idem)).size !== batch.length) return { refusal: 'L0003' };
  for (const posting of batch) {
    const { legs } = posting;
    if (
      legs.length < 2 ||
      new Set(legs.map((leg) => leg.account.id)).size !== legs.length ||
      legs.some((leg) => leg.amount === 0n)
    )
      return { refusal: 'L0003' };
  }
  for (const posting of batch) {
    const earlier = known.get(posting.idem);
    if (earlier !== undefined && contentOf(earlier) !== contentOf(posting)) return { refusal: 'L0002' };
  }
  const fresh = batch.filter((posting) => !known.has(posting.idem));
  if (
    fresh.some(({ mode, legs }) =>
      legs.some(({ account, amount }) => account.mode !== mode || amount % unit(account.asset) !== 0n),
    )
  )
    return { refusal: 'L0003' };
  for (const { legs } of fresh) {
    for (const asset of Object.keys(scales)) {
      if (legs.filter((leg) => leg.account.asset === asset).reduce((sum, leg) => sum + leg.amount, 0n) !== 0n)
        return { refusal: 'L0004' };
    }
  }
  for (const posting of batch) {
    replays.push(known.has(posting.idem));
    if (known.has(posting.idem)) continue;
    nowKnown.set(posting.idem, posting);
    const after = posting.legs.map(({ account, amount }) => ({ account, balance: (balances.get(account.id) ?? 0n) + amount }));
    if (after.some(({ account, balance }) => account.isUser && account.isDebt !== true && balance < 0n))
      return { refusal: 'L0001' };
    if (after.some(({ account, balance }) => account.isDebt === true && balance > 0n)) return { refusal: 'L0006' };
    for (const { account, balance } of after) balances.set(account.id, balance);
  }
  return { balances, known: nowKnown, replays };
}

const contentOf = ({ mode, legs }: ModelPosting) =>
  JSON.stringify([mode, legs.map((leg) => `${leg.account.id}:${leg.amount}`).sort()]);
