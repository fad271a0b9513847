/** Tables of this module (migrations 0417 and 0473). Sums and shares are decimal text. */
import type { Language } from '@tessera/shared/contract';
import type { ColumnType, GeneratedAlways } from 'kysely';

export interface ProjectTables {
  project: ProjectTable;
  projectProposal: ProjectProposalTable;
  projectOrder: ProjectOrderTable;
}

type ReadOnly<T> = ColumnType<T, never, never>;

export interface ProjectText {
  readonly language: Language;
  readonly name: string;
  readonly about: string;
}
export interface StatementText {
  readonly language: Language;
  readonly statement: string;
}

/** Written by operators' functions and the trigger of `project_order`. */
export interface ProjectTable {
  id: ReadOnly<number>;
  asset: ReadOnly<string>;
  amountMin: ReadOnly<string>;
  amountMax: ReadOnly<string>;
  maxParticipants: ReadOnly<number>;
  capacity: ReadOnly<string | null>;
  closesAtMs: ReadOnly<number>;
  endsAtMs: ReadOnly<number>;
  texts: ReadOnly<readonly ProjectText[]>;
  state: ReadOnly<'proposed' | 'rejected' | 'open' | 'settling' | 'ended' | 'cancelling' | 'cancelled'>;
  participants: ReadOnly<number>;
  taken: ReadOnly<string>;
  returned: ReadOnly<string>;
  termsSeq: ReadOnly<number | null>;
  resultSeq: ReadOnly<number | null>;
  share: ReadOnly<string | null>;
  statements: ReadOnly<readonly StatementText[] | null>;
  cancelReason: ReadOnly<string | null>;
  publishedAtMs: ReadOnly<number | null>;
}

export interface ProjectProposalTable {
  id: ReadOnly<number>;
  projectId: ReadOnly<number>;
  act: ReadOnly<'open' | 'result' | 'cancel'>;
  share: ReadOnly<string | null>;
  statements: ReadOnly<readonly StatementText[] | null>;
  reason: ReadOnly<string>;
  proposedBy: ReadOnly<number>;
  proposedAtMs: ReadOnly<number>;
  decidedBy: ReadOnly<number | null>;
  decidedAtMs: ReadOnly<number | null>;
  isApproved: ReadOnly<boolean | null>;
  rejectReason: ReadOnly<string | null>;
}

/** One person's participation; over when `endedAtMs` says so. */
export interface ProjectOrderTable {
  id: GeneratedAlways<number>;
  projectId: ColumnType<number, number, never>;
  userId: ColumnType<number, number, never>;
  clientOrderId: ColumnType<string, string, never>;
  amount: ColumnType<string, string, never>;
  /** In USDT, for limits; null: it is in USDT. */
  worth: ColumnType<string | null, string | null, never>;
  joinedAtMs: ColumnType<number, number, never>;
  journalId: ColumnType<number | null, never, number>;
  returned: ColumnType<string | null, never, string>;
  endedAtMs: ColumnType<number | null, never, number>;
  endJournalId: ColumnType<number | null, never, number>;
}
