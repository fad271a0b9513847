/** Read-only for everybody: rows are written by the SQL functions of migrations 0002, 0131 and 0395 alone. */
import type { AccountMode } from '@tessera/shared/contract';
import type { Generated } from 'kysely';

export interface LedgerTables {
  asset: AssetTable;
  accountKind: AccountKindTable;
  account: AccountTable;
  journal: JournalTable;
  entry: EntryTable;
  accountTally: AccountTallyTable;
  houseSnapshot: HouseSnapshotTable;
  fundsState: FundsStateTable;
  ledgerCheck: LedgerCheckTable;
}

export interface AssetTable {
  id: string;
  scale: number;
}

/** What accounts there are. Bounds are signed and decimal text; null is unbounded. */
export interface AccountKindTable {
  /** With a colon at its end: a family, as custody:<rail>. */
  kind: string;
  isUser: boolean;
  min: string | null;
  max: string | null;
  isTracked: boolean;
  isPassing: boolean;
}

export interface AccountTable {
  id: number;
  /** The user, or 0 for the house. */
  ownerId: number;
  mode: AccountMode;
  asset: string;
  kind: string;
  /** House accounts are not: their balance is the sum of their entries, so that postings never queue for one row. */
  isTracked: boolean;
  /** Decimal text. Always zero for an untracked account. */
  balance: string;
  version: number;
  /** Of its last entry; 0 where there is none. */
  lastAtMs: Generated<number>;
}

export interface JournalTable {
  id: number;
  mode: AccountMode;
  kind: string;
  ref: string;
  idem: string;
  atMs: number;
}

export interface EntryTable {
  journalId: number;
  seq: number;
  accountId: number;
  amount: string;
  /** null on an untracked account. */
  balanceAfter: string | null;
  accountVersion: number | null;
  /** The journal's kind; null on an untracked account, as all below. */
  kind: string | null;
  /** The journal's instant, and never before that of the entry before it on the account. */
  atMs: number | null;
  /** Of this kind on this account, up to this entry: how many, and what they moved together. */
  kindEntries: number | null;
  kindMoved: string | null;
}

/** Kept by post_batch: entries of one kind on one day (UTC, counted from 1970). */
export interface AccountTallyTable {
  accountId: number;
  kind: string;
  day: number;
  entries: number;
  moved: string;
}

/** What an untracked account held after a journal. */
export interface HouseSnapshotTable {
  accountId: number;
  journalId: number;
  balance: string;
}

export interface FundsStateTable {
  isReadOnly: boolean;
  reason: string;
  atMs: number;
}

export interface LedgerCheckTable {
  rule: string;
  checkedJournalId: number;
  violations: number;
  atMs: number;
}
