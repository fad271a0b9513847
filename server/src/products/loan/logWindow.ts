/** The ticks of a loan's markets that one check reads, in order of time. */
import { loanMeanMs } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Tx } from '../../store/database';

export interface LogTick {
  readonly symbolId: string;
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
  /** It came during a halt of its market. */
  readonly isHalted: boolean;
}

export interface LogWindow {
  /** From here on the minute up to each tick is complete. */
  readonly wholeFromMs: number;
  readonly ticks: readonly LogTick[];
  /** The instant that all markets have reached. */
  readonly untilMs: number;
  /** Known ticks after the instant that all markets have reached. */
  readonly rest: readonly LogTick[];
  readonly isCut: boolean;
}

interface Asked {
  readonly lookedAtMs: number;
  readonly nowMs: number;
  /** New ticks that one check reads; the next check reads the following ones. */
  readonly ticksAtOnce: number;
}

/** By how much a tick may be published later than one of another market. */
const lateMs = 10_000;

/** From a minute before the last check on, so that the first mean is complete. Without ticks that were filled in afterwards and without those of incidents. */
export async function readWindow(
  tx: Tx,
  symbols: readonly string[],
  { lookedAtMs, nowMs, ticksAtOnce }: Asked,
): Promise<LogWindow> {
  const fromMs = lookedAtMs - 2 * loanMeanMs;
  // All ticks of an instant or none: half of them are not the state of the markets. Ticks before the last check do not count towards the limit.
  const { rows: after } = await sql<{ atMs: number }>`
    select at_ms from tick where symbol_id = any (${symbols}::text[]) and at_ms > ${lookedAtMs}::bigint and is_live
    order by at_ms offset ${ticksAtOnce} limit 1`.execute(tx);
  const [cut] = after;
  const { rows } = await sql<LogTick>`
    select t.symbol_id, t.seq, t.at_ms, t.price::text as price, exists (select from halt h
      where h.symbol = t.symbol_id and h.from_ms <= t.at_ms and coalesce(h.until_ms, t.at_ms) >= t.at_ms) as is_halted
    from tick t
    where t.symbol_id = any (${symbols}::text[]) and t.at_ms > ${fromMs}::bigint and t.is_live
      and (${cut?.atMs ?? null}::bigint is null or t.at_ms < ${cut?.atMs ?? null}::bigint)
      and not exists (select from incident i where i.symbol = t.symbol_id and i.from_ms <= t.at_ms and i.to_ms >= t.at_ms)
    order by t.at_ms, t.symbol_id, t.seq`.execute(tx);
  const heads = symbols.map((symbol) => rows.findLast(({ symbolId }) => symbolId === symbol)?.atMs ?? 0);
  const newest = Math.max(lookedAtMs, ...heads);
  const known = Math.max(lookedAtMs, Math.min(newest, ...heads.filter((atMs) => atMs > nowMs - lateMs)));
  // Also if all of it was an incident.
  const untilMs = cut !== undefined && cut.atMs <= nowMs - lateMs ? cut.atMs - 1 : known;
  return {
    wholeFromMs: fromMs + loanMeanMs,
    ticks: rows.filter(({ atMs }) => atMs <= untilMs),
    rest: rows.filter(({ atMs }) => atMs > untilMs),
    untilMs,
    isCut: cut !== undefined,
  };
}
