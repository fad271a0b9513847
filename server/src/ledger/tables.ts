/** Read-only for everybody: rows are written by the SQL functions of migration 0001 alone. */
import type { AccountMode } from '@tessera/shared/contract';

export interface LedgerTables {
  asset: AssetTable;
  account: AccountTable;
  journal: JournalTable;
  entry: EntryTable;
  fundsState: FundsStateTable;
  ledgerCheck: LedgerCheckTable;
}

export interface AssetTable {
  id: string;
  scale: number;
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
