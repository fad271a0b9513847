/** The ticks that a look at a loan goes through: of its markets, in the order of time. */
import { loanMeanMs } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Tx } from '../../store/database';

export interface LogTick {
  readonly symbolId: string;
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
  /** It came while trading of its market was halted. */
  readonly isHalted: boolean;
}

export interface LogWindow {
  /** From here on the minute up to each tick is whole. */
  readonly wholeFromMs: number;
  readonly ticks: readonly LogTick[];
  /** Up to where all markets have come. */
  readonly untilMs: number;
  /** Known, but of a time to which the other markets have not come. */
  readonly rest: readonly LogTick[];
  readonly isCut: boolean;
}

interface Asked {
  readonly lookedAtMs: number;
  readonly nowMs: number;
  /** New ones that one look takes in; what comes after them is the next look's. */
  readonly ticksAtOnce: number;
}

/** A tick may come out so much later than one of another market. */
const lateMs = 10_000;

/** From a minute before the last look on, so that the first mean is whole. Without ticks that were filled in, and without those of incidents. */
export async function readWindow(
  tx: Tx,
  symbols: readonly string[],
  { lookedAtMs, nowMs, ticksAtOnce }: Asked,
): Promise<LogWindow> {
  const fromMs = lookedAtMs - 2 * loanMeanMs;
  // Of an instant all ticks or none: half of it is not what the markets said then. Those of before the last look are not counted.
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
  // Also where all of it was an incident.
  const untilMs = cut !== undefined && cut.atMs <= nowMs - lateMs ? cut.atMs - 1 : known;
  return {
    wholeFromMs: fromMs + loanMeanMs,
    ticks: rows.filter(({ atMs }) => atMs <= untilMs),
    rest: rows.filter(({ atMs }) => atMs > untilMs),
    untilMs,
    isCut: cut !== undefined,
  };
}
