/**
 * Where the device keeps evidence. What was kept first stays: nothing that comes later takes its place. Only a root that was read from
 * a file gives way to the one that the device itself is shown.
 */
import type { EvidenceDifference, EvidenceKind, KeptEntry, KeptHead, KeptReceipt, KeptRoot } from '@tessera/shared/fairness';

export interface OwnedReceipt extends KeptReceipt {
  /** The user number of the person who was signed in: another person of this device is not shown it. */
  readonly owner: string;
  /** `product order request key` */
  readonly name: string;
}

export interface KeptDifference extends EvidenceDifference {
  /** 0 or 1. */
  readonly isRead: number;
}

export interface EvidenceBatch {
  readonly roots?: readonly KeptRoot[];
  readonly heads?: readonly KeptHead[];
  readonly entries?: readonly KeptEntry[];
  readonly receipts?: readonly OwnedReceipt[];
  readonly differences?: readonly KeptDifference[];
}

export interface EvidenceStore {
  /** Answers how many of them were new. */
  add(batch: EvidenceBatch): Promise<number>;
  /** Both ends included, ascending. */
  roots(fromMs: number, toMs: number): Promise<KeptRoot[]>;
  oldestRoot(): Promise<KeptRoot | undefined>;
  /** That this device was shown itself, of a minute up to then. */
  newestRoot(upToMs: number): Promise<KeptRoot | undefined>;
  heads(symbol: string, fromSeq: number, toSeq: number): Promise<KeptHead[]>;
  allHeads(): Promise<KeptHead[]>;
  entries(): Promise<KeptEntry[]>;
  receipts(owner: string): Promise<OwnedReceipt[]>;
  differences(): Promise<KeptDifference[]>;
  markRead(): Promise<void>;
  count(kind: 'roots' | 'heads' | 'entries'): Promise<number>;
  /** Forgets roots of minutes before, heads kept before, and passing ones kept before `passingMs`. Receipts, entries and differences stay. */
  forgetBefore(atMs: number, passingMs: number): Promise<void>;
}

export const differenceKey = ({ kind, of, shown }: EvidenceDifference): [EvidenceKind, string, string] => [kind, of, shown];
