/** Tables of this module (migration 0392). Sums, prices and shares are decimal text. */
import type { AccountMode } from '@tessera/shared/contract';
import type { ColumnType, GeneratedAlways } from 'kysely';

export interface FlashTables {
  flashTerm: FlashTermTable;
  flashExchange: FlashExchangeTable;
}

/** Versioned like all of the catalogue. */
export interface FlashTermTable {
  asset: string;
  sinceVersion: number;
  untilVersion: number | null;
  hasFlash: boolean;
  spread: string;
  feeRate: string;
  flashMin: string;
  flashMax: string;
}

type Kept<T> = ColumnType<T, T, never>;

/** A quote until `doneAtMs` says when it was taken. */
export interface FlashExchangeTable {
  id: GeneratedAlways<number>;
  quoteId: Kept<string>;
  userId: Kept<number>;
  mode: Kept<AccountMode>;
  fromAsset: Kept<string>;
  toAsset: Kept<string>;
  given: Kept<string>;
  received: Kept<string>;
  fee: Kept<string>;
  rate: Kept<string>;
  feeRate: Kept<string>;
  fromSpread: Kept<string>;
  toSpread: Kept<string>;
  fromSymbol: Kept<string | null>;
  fromSeq: Kept<number | null>;
  fromAtMs: Kept<number | null>;
  fromPrice: Kept<string | null>;
  fromHash: Kept<string | null>;
  toSymbol: Kept<string | null>;
  toSeq: Kept<number | null>;
  toAtMs: Kept<number | null>;
  toPrice: Kept<string | null>;
  toHash: Kept<string | null>;
  ruleVersion: Kept<number>;
  catalogVersion: Kept<number>;
  quotedAtMs: Kept<number>;
  expiresAtMs: Kept<number>;
  doneAtMs: ColumnType<number | null, null, number>;
  journalId: ColumnType<number | null, null, number>;
}
