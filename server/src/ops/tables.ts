/** Tables behind the operator's command line. */
import type { Generated } from 'kysely';

export interface OpsTables {
  audit: AuditTable;
  review: ReviewTable;
  incident: IncidentTable;
}

/** Hash-chained: hash = SHA-256(previous hash and this row), so a removed or changed row shows. */
export interface AuditTable {
  id: number;
  atMs: number;
  actor: string;
  action: string;
  subject: string;
  details: string;
  previousHash: string;
  hash: string;
}

/** What waits for a person: top-ups, withdrawals, identity, loans. The module that opened it acts on the decision. */
export interface ReviewTable {
  id: Generated<number>;
  kind: string;
  subjectId: string;
  userId: number;
  requestedBy: string;
  summary: string;
  status: 'waiting' | 'approved' | 'rejected';
  decidedBy: string | null;
  decidedAtMs: number | null;
  reason: string | null;
  openedAtMs: number;
}

/** A published interval in which a symbol's prices do not count; every contract that touches it is void. */
export interface IncidentTable {
  id: Generated<number>;
  symbol: string;
  fromMs: number;
  toMs: number;
  reason: string;
  publishedAtMs: number;
}
