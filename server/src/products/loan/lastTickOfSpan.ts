/** For a coin without deciding prices: the ticks since its last deciding ones, which prove that none of them decided. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../store/database';

/**
 * The last tick of the span if the proof can show the whole span; undefined if it is too long or has no tick. Of a span that is too long,
 * retention keeps only a part: ticks are missing between its last one and what came after the span.
 */
export async function lastTickOfSpan(
  db: Db | Tx,
  symbol: string,
  { sinceMs, untilMs, longest }: { readonly sinceMs: number; readonly untilMs: number; readonly longest: number },
): Promise<{ readonly seq: number; readonly atMs: number } | undefined> {
  const { rows } = await sql<{ seq: number; atMs: number; isShort: boolean }>`
    select last.seq, last.at_ms, last.seq - coalesce(
      (select seq from tick where symbol_id = ${symbol} and at_ms <= ${sinceMs}::bigint order by at_ms desc limit 1), 0) <= ${longest}::int
      and coalesce((select seq from tick where symbol_id = ${symbol} and seq > last.seq order by seq limit 1), last.seq + 1) = last.seq + 1 as is_short
    from (select seq, at_ms from tick where symbol_id = ${symbol} and at_ms <= ${untilMs}::bigint order by at_ms desc limit 1) last`.execute(
    db,
  );
  const [last] = rows;
  return last?.isShort === true ? last : undefined;
}
