/**
 * The one order in which a transaction takes its locks (docs/decisions/0030-one-lock-order.md). Anyone who keeps to it never waits
 * for somebody who waits for him, so ordinary traffic cannot deadlock. Every door to a lock says here what it is about to
 * take; a step back in the order is a mistake in our code, and is refused before anything waits.
 */
import { invariant } from '@tessera/shared/errors';

export const lockOrder = [
  'user',
  'limit',
  'contract',
  'review',
  'audit',
  'order',
  'capacity',
  'tickLog',
  'keptTicks',
  'account',
  'record',
  'message',
  'outbox',
] as const;
export type LockKind = (typeof lockOrder)[number];

interface Taken {
  readonly rank: number;
  /** The ledger accounts that are held. */
  readonly accounts: ReadonlySet<string>;
}

/** By transaction: it is forgotten with it. */
const takenBy = new WeakMap<object, Taken>();
const nothing: Taken = { rank: -1, accounts: new Set() };

/**
 * Call it before taking locks of a kind. Throws InvariantError after a later kind, and when accounts are to be locked beside
 * others that are held already: they are locked by id, all at once. Several locks of one other kind are taken by id.
 */
export function enterLock(tx: object, kind: Exclude<LockKind, 'account'>): void {
  enter(tx, kind, []);
}

/** `names`: of the accounts that are locked; those of the house are not. */
export function enterAccountLock(tx: object, names: readonly string[]): void {
  enter(tx, 'account', names);
}

function enter(tx: object, kind: LockKind, names: readonly string[]): void {
  const taken = takenBy.get(tx) ?? nothing;
  const rank = lockOrder.indexOf(kind);
  invariant(rank >= taken.rank, `locks are taken in one order: ${kind} comes before ${String(lockOrder[taken.rank])}`);
  const isFirst = taken.accounts.size === 0;
  const stray = isFirst ? undefined : names.find((name) => !taken.accounts.has(name));
  invariant(stray === undefined, `a transaction locks its accounts at once: ${String(stray)} was not among them`);
  takenBy.set(tx, { rank, accounts: isFirst ? new Set(names) : taken.accounts });
}
