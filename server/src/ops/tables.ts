/** Tables behind the operator's command line. */
import type { IncidentSum, PublicRole } from '@tessera/shared/contract';
import type { Generated } from 'kysely';

export interface OpsTables {
  audit: AuditTable;
  halt: HaltTable;
  incidentProposal: IncidentProposalTable;
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

/** Trading of a market stopped for everybody; in force while `untilMs` is null. */
export interface HaltTable {
  id: Generated<number>;
  symbol: string;
  fromMs: number;
  reason: string;
  haltedBy: number;
  haltedRole: PublicRole;
  untilMs: number | null;
  resumeReason: string | null;
  resumedBy: number | null;
  resumedRole: PublicRole | null;
}

/** What one operator proposes, and another confirms before it expires, unless one of them rejects it. */
export interface IncidentProposalTable {
  id: Generated<number>;
  symbol: string;
  fromMs: number;
  toMs: number;
  reason: string;
  proposedBy: number;
  proposedRole: PublicRole;
  proposedAtMs: number;
  expiresAtMs: number;
  confirmedBy: number | null;
  confirmedRole: PublicRole | null;
  confirmedAtMs: number | null;
  rejectedBy: number | null;
  rejectedRole: PublicRole | null;
  rejectedAtMs: number | null;
  rejectReason: string | null;
}

/** A published interval in which a symbol's prices do not count; every contract that touches it is void. */
export interface IncidentTable {
  id: Generated<number>;
  symbol: string;
  fromMs: number;
  toMs: number;
  reason: string;
  publishedAtMs: number;
  /** Both null of those that were published by one operator, before two were needed. */
  proposalId: Generated<number | null>;
  /** Counted by the database when it is published. */
  sums: Generated<IncidentSum[] | null>;
}
