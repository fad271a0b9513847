/** The last deciding prices of a market: those of the last tick outside of halts whose minute has prices in enough of its seconds. */
import { price } from '@tessera/shared/money';
import { loanMeanMs, meanOf } from '@tessera/shared/trading';
import { sql } from 'kysely';
import { dayMs } from '../../calendar/days';
import type { Db, Tx } from '../../store/database';
import type { Mark, Marks } from './marks';

/** How far back it searches: an hour more than a coin counts, so that checks of nearly the same instant share an answer. */
const backMs = 7 * dayMs + 3_600_000;

interface Asked {
  /** Between these two instants there is nothing newer than `mark`; without a `mark` there is nothing at all. */
  readonly fromMs: number;
  readonly atMs: number;
  readonly mark: Mark | undefined;
}

/**
 * Caches the answers of one round, because a thin market costs a scan of its week. Different loans are checked up to different instants; for a
 * later instant only the span since the cached one is queried.
 */
export function cacheLastDecidingMarks(ask: typeof lastDecidingMarks = lastDecidingMarks): typeof lastDecidingMarks {
  const known = new Map<string, Asked>();
  return async (db, symbols, { atMs, meanSeconds }) => {
    const found = new Map<string, Mark>();
    for (const symbol of symbols) {
      const key = `${symbol} ${meanSeconds}`;
      const before = known.get(key);
      const isKnown = before !== undefined && atMs <= before.atMs && atMs >= (before.mark?.atMs ?? before.fromMs + 7 * dayMs);
      const afterMs = before !== undefined && atMs > before.atMs ? before.atMs : undefined;
      const newer = isKnown
        ? undefined
        : (await ask(db, [symbol], { atMs, meanSeconds, ...(afterMs === undefined ? {} : { afterMs }) })).get(symbol);
      const mark = newer ?? (isKnown || afterMs !== undefined ? before?.mark : undefined);
      if (!isKnown && (before === undefined || afterMs !== undefined))
        known.set(key, { fromMs: before?.fromMs ?? atMs - backMs, atMs, mark });
      if (mark !== undefined) found.set(symbol, mark);
    }
    return found;
  };
}

/** At or before an instant, and after `afterMs`. A market without deciding prices for a week is not in it. */
export async function lastDecidingMarks(
  db: Db | Tx,
  symbols: readonly string[],
  { atMs, meanSeconds, afterMs = 0 }: { readonly atMs: number; readonly meanSeconds: number; readonly afterMs?: number },
): Promise<Marks> {
  if (symbols.length === 0) return new Map();
  const { rows } = await sql<{
    symbol: string;
    seq: number;
    atMs: number;
    newest: string;
    fromSeq: number;
    count: number;
    sum: string;
  }>`
    select asked.symbol, found.* from unnest(${symbols}::text[]) asked (symbol) cross join lateral (
      select t.seq, t.at_ms, t.price::text as newest, minute.from_seq, minute.count, minute.sum
      from tick t cross join lateral (
        select min(u.seq) as from_seq, count(*) as count, sum(u.price)::text as sum, count(distinct u.at_ms / 1000) as seconds
        from tick u where u.symbol_id = t.symbol_id and u.at_ms > t.at_ms - ${loanMeanMs}::bigint and u.at_ms <= t.at_ms and u.is_live
          and not exists (select from incident i where i.symbol = u.symbol_id and i.from_ms <= u.at_ms and i.to_ms >= u.at_ms)
      ) minute
      where t.symbol_id = asked.symbol and t.is_live and t.at_ms > ${Math.max(atMs - backMs, afterMs)}::bigint
        and t.at_ms <= coalesce((select min(h.from_ms) from halt h where h.symbol = asked.symbol and h.from_ms <= ${atMs}::bigint
          and coalesce(h.until_ms, ${atMs}::bigint) >= ${atMs}::bigint), ${atMs}::bigint)
        and not exists (select from halt h where h.symbol = t.symbol_id and h.from_ms <= t.at_ms and coalesce(h.until_ms, t.at_ms) >= t.at_ms)
        and not exists (select from incident i where i.symbol = t.symbol_id and i.from_ms <= t.at_ms and i.to_ms >= t.at_ms)
        -- So many seconds need as many ticks. Of a market that has long been thin nearly all ends here, without its minutes being counted.
        and (select p.at_ms from tick p where p.symbol_id = t.symbol_id and p.seq = t.seq - ${meanSeconds - 1}::int) > t.at_ms - ${loanMeanMs}::bigint
        and minute.seconds >= ${meanSeconds}::int
      order by t.at_ms desc limit 1
    ) found`.execute(db);
  return new Map(
    rows.map(({ newest, sum, count, ...row }): [string, Mark] => [
      row.symbol,
      { ...row, newest: price(newest), mean: meanOf(price(sum), count) },
    ]),
  );
}
