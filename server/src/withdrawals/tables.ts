/** Tables of this module (migration 0384). Sums are decimal text. */
import type { IdentityLevel } from '@tessera/shared/contract';
import type { Generated } from 'kysely';

export interface WithdrawalTables {
  turnover: { userId: number; done: string; base: string; needed: string };
  turnoverNeed: { id: Generated<number>; userId: number; ref: string; need: string; atMs: number };
  withdrawal: WithdrawalTable;
  payout: PayoutTable;
  cardTerm: CardTermTable;
  /** Migration 0426. `dayMax` in USDT. */
  withdrawalLimit: { level: IdentityLevel; sinceVersion: number; untilVersion: number | null; dayMax: string };
}

/** Migration 0402. */
export interface CardTermTable {
  asset: string;
  sinceVersion: number;
  untilVersion: number | null;
  hasWithdrawal: boolean;
  withdrawalMin: string;
  withdrawalMax: string;
  withdrawalFee: string;
}

export type WithdrawalState = 'under_review' | 'paying' | 'success' | 'failure' | 'cancelled';

export interface WithdrawalTable {
  id: Generated<number>;
  publicId: string;
  userId: number;
  payeeId: number;
  asset: string;
  /** null: to a bank card. */
  network: string | null;
  label: string;
  /** The whole address; of a card its last digits. */
  address: string;
  amount: string;
  fee: string;
  /** In USDT when it was asked for. */
  value: string;
  reviewId: string;
  status: Generated<WithdrawalState>;
  reason: string | null;
  transaction: string | null;
  askedAtMs: number;
  endedAtMs: number | null;
}

export interface PayoutTable {
  id: Generated<number>;
  withdrawalId: number;
  adapter: string;
  key: string;
  state: Generated<'ordered' | 'paid' | 'failed'>;
  transaction: string | null;
  reason: string | null;
  orderedAtMs: number;
  endedAtMs: number | null;
  operatorId: number | null;
}
