/** Rows of terms as an operator thinks of them: for each symbol, or class and seconds, what holds now and what is to come. */
import type { OperationResponse } from '@tessera/shared/operations';

type Row = OperationResponse<'catalogueGet'>['rows'][number];

export interface TermsOfKey {
  readonly key: readonly string[];
  /** undefined: nothing is in force yet. */
  readonly now: Row | undefined;
  /** What begins later, in order. */
  readonly coming: readonly Row[];
  /** The newest, which a change is a change of. */
  readonly newest: Row;
}

export function termsByKey(rows: readonly Row[], keyColumns: readonly string[], nowMs: number): readonly TermsOfKey[] {
  const found = new Map<string, { key: string[]; rows: Row[] }>();
  for (const row of rows) {
    const key = keyColumns.map((column) => row.terms[column] ?? '');
    const name = key.join('/');
    const group = found.get(name) ?? { key, rows: [] };
    group.rows.push(row);
    found.set(name, group);
  }
  return [...found.values()].flatMap(({ key, rows: all }) => {
    const inOrder = [...all].sort((one, other) => one.since - other.since);
    const newest = inOrder.at(-1);
    if (newest === undefined) return [];
    return [
      {
        key,
        now: inOrder.filter(({ validFromMs }) => validFromMs <= nowMs).at(-1),
        coming: inOrder.filter(({ validFromMs }) => validFromMs > nowMs),
        newest,
      },
    ];
  });
}
