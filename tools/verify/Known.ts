/** What is known besides a proof: from the same file, from a device's evidence, or asked of an exchange. */
import type { Entry, Receipt, Root, Witnessed } from './shapes';
import type { TermsText } from './terms';

export interface Known {
  /** Of the public record, ascending; all of them, or those that somebody kept. */
  readonly entries: readonly Entry[];
  /** Roots that somebody kept, or that the exchange shows now. */
  readonly roots: readonly Pick<Root, 'minuteMs' | 'root'>[];
  /** Hashes of ticks that somebody kept. */
  readonly heads: readonly { readonly symbol: string; readonly seq: number; readonly hash: string }[];
  readonly receipts: readonly Receipt[];
  /** Versions of the terms, whole. */
  readonly terms: readonly TermsText[];
  readonly witnessed: readonly Witnessed[];
  /** Public keys of witnesses, from the witnesses themselves. */
  readonly witnessKeys: readonly string[];
  /** The clock of the one who checks; without it every wait for a root goes on. */
  readonly nowMs?: number | undefined;
}

export const nothingKnown: Known = { entries: [], roots: [], heads: [], receipts: [], terms: [], witnessed: [], witnessKeys: [] };

export const joined = (a: Known, b: Partial<Known>): Known => ({
  entries: [...new Map([...a.entries, ...(b.entries ?? [])].map((entry) => [`${entry.seq} ${entry.hash}`, entry])).values()].sort(
    (one, other) => one.seq - other.seq,
  ),
  roots: [...a.roots, ...(b.roots ?? [])],
  heads: [...a.heads, ...(b.heads ?? [])],
  receipts: [...a.receipts, ...(b.receipts ?? [])],
  terms: [...a.terms, ...(b.terms ?? [])],
  witnessed: [...a.witnessed, ...(b.witnessed ?? [])],
  witnessKeys: [...a.witnessKeys, ...(b.witnessKeys ?? [])],
  nowMs: a.nowMs ?? b.nowMs,
});
