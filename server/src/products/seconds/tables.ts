/** Tables of seconds contracts (migration 0030). */
import type { AccountMode, AssetClass, Direction, SecondsOutcome, VoidReason } from '@tessera/shared/contract';
import type { Generated, GeneratedAlways } from 'kysely';

export interface SecondsTables {
  secondsQuoteKey: { key: Buffer };
  secondsOrder: SecondsOrderTable;
  settlePrice: SettlePriceTable;
  secondsIncidentApplied: { incidentId: number; appliedAtMs: number };
}

export interface SecondsOrderTable {
  id: GeneratedAlways<number>;
  userId: number;
  mode: AccountMode;
  clientOrderId: string;
  symbolId: string;
  assetClass: AssetClass;
  direction: Direction;
  seconds: number;
  asset: string;
  stake: string;
  fee: string;
  payoutRate: string;
  feeRate: string;
  ruleVersion: number;
  catalogVersion: number;
  quotedPrice: string;
  quotedSeq: number;
  acceptedPrice: string;
  acceptedSeq: number;
  acceptedAtMs: number;
  expiresAtMs: number;
  openJournalId: number | null;
  /** 'settling' is not stored: it is what a running order is called once its expiry has passed. */
  status: Generated<'accepted' | 'running' | 'settled'>;
  /** The next instant at which ticks may decide something; null when settled. */
  dueAtMs: GeneratedAlways<number | null>;
  entrySeq: number | null;
  entryAtMs: number | null;
  entryPrice: string | null;
  exitSeq: number | null;
  exitAtMs: number | null;
  exitPrice: string | null;
  nextSeq: number | null;
  nextAtMs: number | null;
  nextPrice: string | null;
  outcome: SecondsOutcome | null;
  voidReason: VoidReason | null;
  returned: string | null;
  profit: string | null;
  settledAtMs: number | null;
  settleJournalId: number | null;
  incidentId: number | null;
  correctionJournalId: number | null;
}

export interface SettlePriceTable {
  symbolId: string;
  atMs: number;
  ruleVersion: number;
  exitSeq: number | null;
  exitAtMs: number | null;
  exitPrice: string | null;
  nextSeq: number | null;
  nextAtMs: number | null;
  nextPrice: string | null;
  decidedAtMs: number;
}
