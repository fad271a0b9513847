/** An account's orders and the window of the log it is judged on, read under the account's lock. */
import { invariant } from '@tessera/shared/errors';
import { amount, price, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import { fundingAsset } from '../../funds/fundingAsset';
import type { Db, Tx } from '../../store/database';
import type { Owner } from './booking';
import { createKnownTicks, type KnownTicks } from './knownTicks';
import type { OrderRow } from './leveragedOrder';

export interface AccountRows {
  /** Pending and open ones, by id. */
  readonly orders: readonly OrderRow[];
  readonly free: string;
  readonly scale: number;
  /** Where the account stands, if it was ever judged by itself. */
  readonly judgedMs: number | undefined;
  readonly isWaiting: boolean;
}

export async function readAccount(tx: Tx, { userId, mode }: Owner): Promise<AccountRows> {
  const orders = await tx
    .selectFrom('leverageOrder')
    .selectAll()
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .where('status', 'in', ['pending', 'open', 'closing'])
    .orderBy('id')
    .execute();
  const { rows } = await sql<{ free: string | null; scale: number; judgedMs: number | null; retryAtMs: number | null }>`
    select a.balance as free, s.scale, j.judged_ms, j.retry_at_ms
    from asset s
    left join account a on a.owner_id = ${userId} and a.mode = ${mode} and a.asset = s.id and a.kind = 'contract'
    left join leverage_account j on j.user_id = ${userId} and j.mode = ${mode}
    where s.id = ${fundingAsset}`.execute(tx);
  const found = rows[0];
  invariant(found !== undefined, `the book has the asset ${fundingAsset}`);
  return {
    orders,
    free: found.free ?? '0',
    scale: found.scale,
    judgedMs: found.judgedMs ?? undefined,
    isWaiting: found.retryAtMs !== null,
  };
}

export interface TickWindow {
  readonly ticks: KnownTicks;
  /** A worker that was away for long takes the log up in pieces: this one ends here. undefined: it reaches the log's end. */
  readonly endsAtMs: number | undefined;
  /** The last tick of each symbol that is in it. */
  lastMs(symbol: string): number | undefined;
}
const maxTicks = 3_000;

/** Symbols whose ticks an account's orders depend on. */
export const symbolsOf = (orders: readonly OrderRow[]): string[] => [
  ...new Set(
    orders.flatMap((order) => (order.divisorSymbol === null ? [order.symbolId] : [order.symbolId, order.divisorSymbol])),
  ),
];

/** How far each log is complete, and its ticks, in one statement: what is complete in its view is seen in it. */
export async function readTickWindow(tx: Tx | Db, symbols: readonly string[], afterMs: number): Promise<TickWindow> {
  const { rows: found } = await sql<{ symbolId: string; completeMs: number; seq: number | null; atMs: number; price: string }>`
    select s as symbol_id, greatest(coalesce(head.at_ms, -1), coalesce(mark.at_ms, -1)) as complete_ms, t.seq, t.at_ms, t.price
    from unnest(${symbols}::text[]) s left join tick_head head on head.symbol_id = s left join tick_watermark mark on mark.symbol_id = s
    left join lateral (
      (select seq, at_ms, price from tick t
        where t.symbol_id = s and t.at_ms > ${afterMs}::bigint and t.is_live and ${outsideIncidents} order by t.at_ms limit ${maxTicks})
      union all
      (select seq, at_ms, price from tick t
        where t.symbol_id = s and t.at_ms <= ${afterMs}::bigint and t.is_live and ${outsideIncidents} order by t.at_ms desc limit 1)
    ) t on true order by t.at_ms`.execute(tx);
  const rows = found.flatMap((row) => (row.seq === null ? [] : [{ ...row, seq: row.seq }]));
  const ends = symbols.flatMap((symbol) => {
    const run = rows.filter((row) => row.symbolId === symbol && row.atMs > afterMs);
    return run.length < maxTicks ? [] : (run.at(-1)?.atMs ?? []);
  });
  const endsAtMs = ends.length === 0 ? undefined : Math.min(...ends);
  const within = rows.filter((row) => endsAtMs === undefined || row.atMs <= endsAtMs);
  const complete = new Map(found.map((log) => [log.symbolId, Math.min(log.completeMs, endsAtMs ?? log.completeMs)]));
  const ticks = within.map((row) => ({ symbol: row.symbolId, seq: row.seq, atMs: row.atMs, price: price(row.price) }));
  return {
    ticks: createKnownTicks(ticks, complete, afterMs),
    endsAtMs,
    lastMs: (symbol) => within.findLast((row) => row.symbolId === symbol)?.atMs,
  };
}
/** A tick `t` inside a published incident of its symbol decides nothing. */
const outsideIncidents = sql`not exists (select from incident i where i.symbol = t.symbol_id and i.from_ms <= t.at_ms and i.to_ms >= t.at_ms)`;

export const freeOf = (rows: AccountRows): Amount => amount(rows.free);
