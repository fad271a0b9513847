/** Tables of this module (migration 0410). Sums and shares are decimal text; days are UTC and counted from 1970. */
import type { AccountMode, RedemptionRule, TreasureOrder, TreasureStatus } from '@tessera/shared/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface TreasureTables {
  treasureTerm: TreasureTermTable;
  treasureOrder: TreasureOrderTable;
  treasureRedemption: TreasureRedemptionTable;
  treasureTaken: TreasureTakenTable;
}

interface InterestColumns {
  asset: string;
  rate: string;
  rateKind: 'term' | 'annual';
  days: number;
  dayCount: number;
  /** All four are null if there is no early redemption. */
  penalty: RedemptionRule['penalty'] | null;
  penaltyValue: string | null;
  isCapped: boolean | null;
  isPartly: boolean | null;
  amountScale: number;
}

/** Versioned like the rest of the catalogue. */
export interface TreasureTermTable extends InterestColumns {
  productId: number;
  sinceVersion: number;
  untilVersion: number | null;
  hasSale: boolean;
  treasureMin: string;
  singleLimit: string;
  treasureMax: string | null;
  capacity: string | null;
  hasReview: boolean;
}

type Kept<T> = ColumnType<T, T, never>;

export interface TreasureOrderTable extends InterestColumns {
  id: GeneratedAlways<number>;
  userId: Kept<number>;
  mode: Kept<AccountMode>;
  clientOrderId: Kept<string>;
  productId: Kept<number>;
  catalogVersion: Kept<number>;
  assetScale: Kept<number>;
  amount: Kept<string>;
  boughtAtMs: Kept<number>;
  reviewId: Kept<string | null>;
  principal: string;
  earned: Generated<string>;
  rewards: Generated<string>;
  carry: Generated<string>;
  penalties: Generated<string>;
  status: TreasureStatus;
  endKind: TreasureOrder['end'];
  reason: string | null;
  decidedAtMs: number | null;
  startDay: number | null;
  nextDay: number | null;
  endedAtMs: number | null;
}

export interface TreasureRedemptionTable {
  orderId: Kept<number>;
  /** From 1. */
  turn: Kept<number>;
  amount: Kept<string>;
  penalty: Kept<string>;
  atMs: Kept<number>;
}

export interface TreasureTakenTable {
  productId: number;
  mode: AccountMode;
  taken: string;
}
