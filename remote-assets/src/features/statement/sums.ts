/**
 * A statement added up again by the reader, entry by entry: numbers follow each other, each balance is the one before and the
 * amount, the last one is the closing balance, and the kinds are the sums of their entries.
 */
import type { RecordKind, Statement, StatementEntry } from '@tessera/shared/contract';
import { add, amount, compare, zero, type Amount } from '@tessera/shared/money';

type Entry = Pick<StatementEntry, 'version' | 'kind' | 'amount' | 'balanceAfter'>;
type Ends = Pick<Statement, 'opening' | 'closing'>;

export type Finding =
  | { readonly is: 'agrees' }
  /** All that was read follows; there is more. */
  | { readonly is: 'so-far'; readonly read: number }
  | { readonly is: 'broken-entry'; readonly version: number }
  | { readonly is: 'broken-closing' }
  | { readonly is: 'broken-kind'; readonly kind: RecordKind };

export interface Sums {
  add(entry: Entry): void;
  /** Of what was added until now. `totals`: where they are known too. */
  find(ends: Ends, totals?: Statement['totals']): Finding;
}

export function startSums(opening: Statement['opening']): Sums {
  let { version } = opening;
  let balance = amount(opening.balance);
  let broken: number | undefined;
  const kinds = new Map<string, { entries: number; moved: Amount }>();
  return {
    add(entry) {
      const expected = add(balance, amount(entry.amount));
      if (entry.version !== version + 1 || compare(expected, amount(entry.balanceAfter)) !== 0) broken ??= entry.version;
      version = entry.version;
      balance = amount(entry.balanceAfter);
      const kept = kinds.get(entry.kind) ?? { entries: 0, moved: zero };
      kinds.set(entry.kind, { entries: kept.entries + 1, moved: add(kept.moved, amount(entry.amount)) });
    },
    find({ closing }, totals) {
      if (broken !== undefined) return { is: 'broken-entry', version: broken };
      if (version < closing.version) return { is: 'so-far', read: version - opening.version };
      if (version !== closing.version || compare(balance, amount(closing.balance)) !== 0) return { is: 'broken-closing' };
      const wrong = totals?.find(({ kind, entries, moved }) => {
        const found = kinds.get(kind);
        return found?.entries !== entries || compare(found.moved, amount(moved)) !== 0;
      });
      if (wrong !== undefined) return { is: 'broken-kind', kind: wrong.kind };
      // A kind that moved something and has no total: the totals would not make the closing balance.
      return totals !== undefined && totals.length !== kinds.size ? { is: 'broken-closing' } : { is: 'agrees' };
    },
  };
}

export function addUp(statement: Pick<Statement, 'opening' | 'closing' | 'totals' | 'items'>): Finding {
  const sums = startSums(statement.opening);
  for (const entry of statement.items) sums.add(entry);
  return sums.find(statement, statement.totals);
}
