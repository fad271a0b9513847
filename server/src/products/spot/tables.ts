/** Tables of spot orders (migration 0040). */
import type { AccountMode, Entrustment, Side, SpotEndReason, SpotStatus } from '@tessera/shared/contract';
import type { Generated, GeneratedAlways } from 'kysely';

export interface SpotTables {
  spotTerm: SpotTermTable;
  spotOrder: SpotOrderTable;
  spotFill: SpotFillTable;
  /** How far each symbol's ticks have been held against the waiting orders. */
  spotCursor: { symbolId: string; seq: number };
}

/** Terms of one symbol, versioned like all of the catalogue. */
export interface SpotTermTable {
  symbolId: string;
  sinceVersion: number;
  untilVersion: number | null;
  quantityMin: string;
  quantityStep: string;
  quantityMax: string;
  /** Quote units. */
  totalMin: string;
  feeRate: string;
  priceBand: string;
  slippageCap: string;
  toleratedMove: string;
  /** Base units of a typical level: the modelled book scales with it. */
  levelQuantity: string;
}

export interface SpotOrderTable {
  id: GeneratedAlways<number>;
  userId: number;
  mode: AccountMode;
  clientOrderId: string;
  symbolId: string;
  base: string;
  quote: string;
  side: Side;
  entrustment: Entrustment;
  price: string | null;
  quantity: string | null;
  total: string | null;
  seenPrice: string | null;
  feeRate: string;
  ruleVersion: number;
  catalogVersion: number;
  acceptedPrice: string;
  acceptedSeq: number;
  acceptedAtMs: number;
  /** Frozen at acceptance: quote units of a purchase, base units of a sale. */
  held: string;
  openJournalId: number | null;
  status: Generated<SpotStatus>;
  endReason: SpotEndReason | null;
  filled: Generated<string>;
  filledTotal: Generated<string>;
  fee: Generated<string>;
  /** What of `held` still stands in coin_hold. */
  frozen: string;
  cancelAtMs: number | null;
  /** Ticks up to here have been looked at for this order. */
  lookedAtMs: number;
  /** Ticks, or the clock, may decide something about it. */
  isDue: Generated<boolean>;
  updatedAtMs: number;
  endedAtMs: number | null;
  endJournalId: number | null;
  isOpen: GeneratedAlways<boolean>;
}

export interface SpotFillTable {
  id: GeneratedAlways<number>;
  orderId: number;
  tickSeq: number;
  tickAtMs: number;
  tickPrice: string;
  /** Average over the levels taken. */
  price: string;
  quantity: string;
  total: string;
  fee: string;
  journalId: number;
}
