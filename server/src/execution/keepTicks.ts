/**
 * What decided outlives retention: for each decision the run of ticks it was made on. Retention leaves these in place for ever,
 * with all up to the next anchored one. Call it in the transaction that refers to them, before its postings: the rows are
 * locks of their own in the one order.
 */
import { sql } from 'kysely';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';

export interface KeptRun {
  readonly symbol: string;
  /** The first tick: itself, or the last one at or before an instant. The one before it is kept too, for its hash. */
  readonly from: { readonly seq: number } | { readonly atMs: number };
  /** The last tick: itself, or the first one after an instant. */
  readonly to: { readonly seq: number } | { readonly atMs: number };
  /** Of a longer run only so many ticks up to its end are kept. */
  readonly longest?: number;
}

const seqOf = (end: KeptRun['from']): number | null => ('seq' in end ? end.seq : null);
const atMsOf = (end: KeptRun['from']): number | null => ('atMs' in end ? end.atMs : null);

export async function keepTicks(tx: Tx, runs: readonly KeptRun[]): Promise<void> {
  if (runs.length === 0) return;
  enterLock(tx, 'keptTicks');
  const lastUpTo = (atMs: string) =>
    sql`(select t.seq from tick t where t.symbol_id = v.symbol_id and t.at_ms <= ${sql.ref(`v.${atMs}`)} order by t.at_ms desc limit 1)`;
  // In order: two workers that keep the same runs wait for each other one after the other.
  await sql`
    insert into tick_keep (symbol_id, from_seq, to_seq)
    select symbol_id, greatest(1, from_seq - 1, to_seq - longest - 1), max(to_seq) from (
      select v.symbol_id, v.longest, coalesce(v.from_seq, ${lastUpTo('from_ms')}, 1) as from_seq, coalesce(v.to_seq, ${lastUpTo('to_ms')} + 1, 1) as to_seq
      from unnest(
        ${runs.map(({ symbol }) => symbol)}::text[], ${runs.map(({ from }) => seqOf(from))}::bigint[], ${runs.map(({ from }) => atMsOf(from))}::bigint[],
        ${runs.map(({ to }) => seqOf(to))}::bigint[], ${runs.map(({ to }) => atMsOf(to))}::bigint[], ${runs.map(({ longest }) => longest ?? null)}::bigint[]
      ) v (symbol_id, from_seq, from_ms, to_seq, to_ms, longest)
    ) run group by 1, 2 order by 1, 2
    on conflict do nothing`.execute(tx);
}
