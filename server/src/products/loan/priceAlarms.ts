/** Alarms for operators: a market of real-money loans has had no deciding prices for some minutes. One alarm for each such time. */
import { sql } from 'kysely';
import type { Log } from '../../platform/log';
import type { Db } from '../../store/database';

export interface StandingMarket {
  readonly symbolId: string;
  /** Instant of its last deciding prices; undefined if there were none for a week. */
  readonly lastAtMs: number | undefined;
  /** Number of real-money loans with this coin as collateral. */
  readonly loans: number;
}

/** `standing`: all markets without deciding prices now. New ones are reported, those that are no longer in it have ended. */
export async function keepAlarms(db: Db, log: Log, standing: readonly StandingMarket[], nowMs: number): Promise<void> {
  const told = standing.filter(({ loans }) => loans > 0);
  const symbols = told.map(({ symbolId }) => symbolId);
  await sql`
    update loan_price_alarm set ended_at_ms = greatest(told_at_ms, ${nowMs}::bigint)
    where ended_at_ms is null and symbol_id <> all (${symbols}::text[])`.execute(db);
  if (told.length === 0) return;
  const { rows } = await sql<{ symbolId: string; loans: number; isNew: boolean }>`
    insert into loan_price_alarm as known (symbol_id, last_at_ms, told_at_ms, loans)
    select symbol_id, last_at_ms, ${nowMs}::bigint, loans from unnest(
      ${symbols}::text[], ${told.map(({ lastAtMs }) => lastAtMs ?? null)}::bigint[], ${told.map(({ loans }) => loans)}::int[]) market (symbol_id, last_at_ms, loans)
    on conflict (symbol_id) where ended_at_ms is null do update set loans = excluded.loans where excluded.loans > known.loans
    returning symbol_id, loans, xmax = 0 as is_new`.execute(db);
  for (const { symbolId, loans, isNew } of rows)
    if (isNew) log.warn({ symbol: symbolId, loans }, 'a market of loans has no prices that decide');
}
