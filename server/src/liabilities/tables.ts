/** Written by the functions of migration 0396 (nodes and publications by the server), and never changed. */
import type { AssetAmounts } from '@tessera/shared/fairness';
import type { ColumnType } from 'kysely';

export interface LiabilityTables {
  liabilityDay: LiabilityDayTable;
  liabilityAccount: LiabilityAccountTable;
  liabilityPerson: LiabilityPersonTable;
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
export interface LiabilityAccountTable {
  day: string;
  userId: number;
  kind: string;
  asset: string;
  version: number;
  /** Decimal text. */
  balance: string;
}

/** Where a person's two leaves lie, and what their salts and their division come from. */
export interface LiabilityPersonTable {
  day: string;
  userId: number;
  firstPlace: number;
  secondPlace: number;
  secret: Buffer;
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
