/** Tables of reviews (migrations 0326, 0355 and 0384). */
import type { ColumnType, Generated } from 'kysely';

export interface ReviewTables {
  review: ReviewTable;
  reviewKind: { kind: string; role: string };
  reviewRule: { kind: string; fromAmount: string; approvals: number };
  reviewDecision: ReviewDecisionTable;
  reviewApproval: ReviewApprovalView;
  reviewExpiry: { reviewId: number; atMs: number };
  reviewCancellation: { reviewId: number; atMs: number };
  reviewReversal: { reviewId: number; operatorId: number; reason: string; atMs: number };
}

export type ReviewState = 'pending' | 'approved' | 'rejected' | 'expired' | 'reversed' | 'cancelled';

export interface ReviewTable {
  id: Generated<number>;
  publicId: string;
  kind: string;
  ref: string;
  userId: number;
  askedBy: number | null;
  /** A JSON object; written as text. */
  terms: ColumnType<ReviewTerms, string, never>;
  termsHash: string;
  amount: string | null;
  asset: string | null;
  /** Set by the database, from the rule of the kind and amount. */
  approvals: Generated<number>;
  openedAtMs: number;
  expiresAtMs: number | null;
  state: Generated<ReviewState>;
  endedAtMs: Generated<number | null>;
}

export type ReviewTerms = Readonly<Record<string, unknown>>;

export interface ReviewDecisionTable {
  reviewId: number;
  operatorId: number;
  verdict: 'approved' | 'rejected';
  reason: string;
  fields: readonly string[];
  termsHash: string;
  atMs: number;
}

/** Of what waits: the approvals that count, of operators who may act. Of what is over: those that it had. */
export interface ReviewApprovalView {
  reviewId: number;
  operatorId: number;
  atMs: number;
}
