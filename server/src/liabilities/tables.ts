/** Written by the functions of migration 0396, and never changed. `jsonb` arrives read. */
import type { AssetAmounts } from '@tessera/shared/fairness';
import type { ColumnType } from 'kysely';

export interface LiabilityTables {
  liabilityDay: LiabilityDayTable;
  liabilityPerson: { day: string; userId: number; accounts: readonly CountedAccount[] };
  liabilityLeaf: LiabilityLeafTable;
  liabilityNode: LiabilityNodeTable;
  liabilityPublication: { day: string; recordSeq: number };
}

/** All but the day are null together: nobody was there on that day. */
export interface LiabilityDayTable {
  day: string;
  takenAtMs: number | null;
  persons: number | null;
  height: number | null;
  sums: AssetAmounts | null;
  payable: AssetAmounts | null;
  reserves: AssetAmounts | null;
}

/** As the entry with this number left the account. */
export interface CountedAccount {
  readonly kind: string;
  readonly asset: string;
  readonly version: number;
  readonly balance: string;
}

export interface LiabilityLeafTable {
  day: string;
  place: number;
  userId: number;
  part: number;
  salt: Buffer;
  amounts: AssetAmounts;
}

/** `amounts` is written as text of JSON. */
export interface LiabilityNodeTable {
  day: string;
  level: number;
  place: number;
  hash: string;
  persons: number;
  amounts: ColumnType<AssetAmounts, string>;
}
