/** What requests, decisions and reports must have done to the book of real money, told once more: what each account has gained. */
import { fromDecimal } from '../ledger/decimalText';
import type { TestDatabase } from '../testDatabase';

/** `<owner> <kind> <asset>`; owner 0 is the house. */
export type AccountKey = string;
export type Gains = ReadonlyMap<AccountKey, bigint>;

export interface MoneyModel {
  readonly gains: Gains;
  gain(key: AccountKey, sum: bigint): void;
  /** From one account to another. */
  move(from: AccountKey, to: AccountKey, sum: bigint): void;
  /** Whether an account whose beginning was told has that much. */
  has(key: AccountKey, sum: bigint): boolean;
}

export const of = (owner: number, kind: string, asset = 'USDT'): AccountKey => `${owner} ${kind} ${asset}`;
export const houseOf = (kind: string, asset = 'USDT'): AccountKey => of(0, kind, asset);
export const sumOf = fromDecimal;

export function createMoneyModel(beginning: Gains): MoneyModel {
  const gains = new Map<AccountKey, bigint>();
  const gain = (key: AccountKey, sum: bigint) => {
    gains.set(key, (gains.get(key) ?? 0n) + sum);
  };
  return {
    gains,
    gain,
    move(from, to, sum) {
      gain(from, -sum);
      gain(to, sum);
    },
    has: (key, sum) => (beginning.get(key) ?? 0n) + (gains.get(key) ?? 0n) >= sum,
  };
}

/** What every account of the real mode holds. */
export async function readBook({ owner }: Pick<TestDatabase, 'owner'>): Promise<Gains> {
  const { rows } = await owner.query<{ key: string; balance: string }>(
    `select owner_id || ' ' || kind || ' ' || asset as key, trim_scale(balance)::text as balance from account_balance where mode = 'real'`,
  );
  return new Map(rows.map(({ key, balance }) => [key, fromDecimal(balance)]));
}

/** As text, without what did not change. */
export const changesOf = (now: Gains, before: Gains = new Map()): Readonly<Record<AccountKey, string>> =>
  Object.fromEntries(
    [...now]
      .map(([key, sum]) => [key, sum - (before.get(key) ?? 0n)] as const)
      .filter(([, sum]) => sum !== 0n)
      .map(([key, sum]) => [key, String(sum)]),
  );
