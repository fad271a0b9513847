/** What is known besides a proof: from the same file, from a device's evidence, or asked of an exchange. */
import type { ListedDay } from './dayLog';
import type { Entry, Receipt, Root, Tick, Witnessed } from './shapes';
import type { TermsText } from './terms';

export interface Known {
  /** Of the public record, ascending; all of them, or those that somebody kept. */
  readonly entries: readonly Entry[];
  /** An exchange was asked for all entries: those of a file are held against them (`told`), and name no key. */
  readonly isAsked: boolean;
  readonly told: readonly Entry[];
  /** Roots that somebody kept, or that the exchange shows now. */
  readonly roots: readonly Pick<Root, 'minuteMs' | 'root' | 'signed'>[];
  /** Hashes of ticks that somebody kept. */
  readonly heads: readonly { readonly symbol: string; readonly seq: number; readonly hash: string }[];
  readonly receipts: readonly Receipt[];
  /** Versions of the terms, whole. */
  readonly terms: readonly TermsText[];
  /** Asked of an exchange: what a proof leaves out of the log. */
  readonly ticks?: readonly Tick[] | undefined;
  readonly witnessed: readonly Witnessed[];
  /** Public keys of witnesses, from the witnesses themselves. */
  readonly witnessKeys: readonly string[];
  /** The day files of the symbol that is looked at, as the exchange lists them. */
  readonly logDays?: readonly ListedDay[] | undefined;
  /** The clock of the one who checks; without it every wait for a root goes on. */
  readonly nowMs?: number | undefined;
}

export const nothingKnown: Known = {
  ...{ entries: [], isAsked: false, told: [], roots: [], heads: [], receipts: [], terms: [], witnessed: [], witnessKeys: [] },
};

export const joined = (a: Known, b: Partial<Known>): Known => ({
  entries: a.isAsked ? a.entries : merged(a.entries, b.entries),
  isAsked: a.isAsked,
  told: a.isAsked ? merged(a.told, b.entries) : a.told,
  roots: [...a.roots, ...(b.roots ?? [])],
  heads: [...a.heads, ...(b.heads ?? [])],
  receipts: [...a.receipts, ...(b.receipts ?? [])],
  terms: [...a.terms, ...(b.terms ?? [])],
  witnessed: [...a.witnessed, ...(b.witnessed ?? [])],
  witnessKeys: [...a.witnessKeys, ...(b.witnessKeys ?? [])],
  ticks: a.ticks ?? b.ticks,
  logDays: a.logDays ?? b.logDays,
  nowMs: a.nowMs ?? b.nowMs,
});

const merged = (entries: readonly Entry[], others: readonly Entry[] = []): readonly Entry[] =>
  [...new Map([...entries, ...others].map((entry) => [`${entry.seq} ${entry.hash}`, entry])).values()].sort(
    (one, other) => one.seq - other.seq,
  );

/** What files told before is held against what the exchange shows. */
export const askedOf = (known: Known, entries: readonly Entry[], shown: Pick<Known, 'terms' | 'roots' | 'witnessed'>): Known => ({
  ...known,
  ...{ entries, isAsked: true, told: known.entries, terms: [...shown.terms, ...known.terms] },
  ...{ roots: [...known.roots, ...shown.roots], witnessed: [...known.witnessed, ...shown.witnessed] },
});
