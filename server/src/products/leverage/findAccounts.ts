/**
 * The rough filter: which accounts may something happen to in the ticks since the last round? One question over all open
 * orders, with the lowest and highest price of each symbol in between. It may name an account to which nothing happens; it
 * never leaves one out to which something does.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../../store/database';
import type { Owner } from './booking';
import { closeWithinMs, decideAfterMs, marketWithinMs } from './rules';

export interface Round {
  readonly owners: readonly Owner[];
  /** Ticks up to here were judged before, for everybody who does not wait. */
  readonly cursorMs: number;
  /** Where the log stood when the question was asked; the cursor moves here once every account has been seen to. */
  readonly heads: readonly { readonly symbolId: string; readonly seq: number; readonly atMs: number }[];
}

interface Head {
  symbolId: string;
  seq: number;
  atMs: number;
  /** null: no round has looked at the symbol yet, all of its log is new. */
  cursorSeq: number | null;
  firstNewMs: number | null;
}

/** While nobody trades the cursor stays behind at most so far: a first order then has no more to look at. */
const quietMs = 10_000;

/** One question, because each beat of the prices asks it: somebody trades or waits to be judged, or the cursor has stayed behind. */
export async function hasWork(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from leverage_order where status in ('pending', 'open', 'closing'))
      or exists (select from leverage_order where look_from_ms is not null)
      or exists (select from leverage_account where retry_at_ms is not null)
      or exists (select from tick_head h left join leverage_cursor c using (symbol_id) where c.seq is null or h.at_ms > c.at_ms + ${quietMs})`.execute(
    db,
  );
  return rows.length > 0;
}

/** One state of log and orders: what commits meanwhile belongs to the next round. */
export async function findRound(db: Db, nowMs: number): Promise<Round> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows: heads } = await sql<Head>`
      select h.symbol_id, h.seq, h.at_ms, c.seq as cursor_seq,
        (select t.at_ms from tick t where t.symbol_id = h.symbol_id and t.seq > coalesce(c.seq, 0) order by t.seq limit 1) as first_new_ms
      from tick_head h left join leverage_cursor c on c.symbol_id = h.symbol_id`.execute(tx);
      const firstNew = heads.flatMap((head) => head.firstNewMs ?? []);
      const cursorMs = firstNew.length === 0 ? nowMs : Math.min(...firstNew) - 1;
      return {
        owners: await findOwners(tx, cursorMs, firstNew.length > 0, nowMs),
        cursorMs,
        heads: heads.filter((head) => head.cursorSeq === null || head.seq > head.cursorSeq),
      };
    });
}

async function findOwners(tx: Tx, cursorMs: number, hasNewTicks: boolean, nowMs: number): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    with price_range as materialized (
      select h.symbol_id, min(t.price) as low, max(t.price) as high from tick_head h cross join lateral (
        (select t.price from tick t where t.symbol_id = h.symbol_id and t.at_ms > ${cursorMs}::bigint and t.is_live)
        union all
        (select t.price from tick t where t.symbol_id = h.symbol_id and t.at_ms <= ${cursorMs}::bigint and t.is_live
          and not exists (select from incident i where i.symbol = t.symbol_id and i.from_ms <= t.at_ms and i.to_ms >= t.at_ms)
          order by t.at_ms desc limit 1)
      ) t where ${hasNewTicks}::boolean and (
        -- Nobody's order depends on the others: with nobody trading nothing is read.
        exists (select from leverage_order o where o.symbol_id = h.symbol_id and o.status in ('pending', 'open', 'closing'))
        or exists (select from leverage_order o where o.divisor_symbol = h.symbol_id and o.status in ('pending', 'open', 'closing'))
      ) group by h.symbol_id
    ), found as (
      -- Changed lately, and ticks came since.
      select o.user_id, o.mode from leverage_order o join tick_head h on h.symbol_id = o.symbol_id
      where o.look_from_ms is not null and h.at_ms > o.look_from_ms
      union
      -- Waits for its first tick: one came, or the time is over.
      select o.user_id, o.mode from leverage_order o left join tick_head h on h.symbol_id = o.symbol_id
      where (o.status = 'closing' or (o.status = 'pending' and o.entrustment = 'market'))
        and (h.at_ms > coalesce(o.close_asked_at_ms, o.accepted_at_ms)
          or coalesce(o.close_asked_at_ms + ${closeWithinMs}::bigint, o.accepted_at_ms + ${marketWithinMs}::bigint) + ${decideAfterMs}::bigint <= ${nowMs}::bigint)
      union
      -- A night is over, and its last ticks are in.
      select o.user_id, o.mode from leverage_order o where o.next_swap_ms + ${decideAfterMs}::bigint <= ${nowMs}::bigint
      union
      select a.user_id, a.mode from leverage_account a where a.retry_at_ms <= ${nowMs}::bigint
      union
      -- A price that stands was met. A bid is never below the tick's price by more than the spread, nor above it.
      select o.user_id, o.mode from leverage_order o join price_range r on r.symbol_id = o.symbol_id
      where (o.status = 'pending' and o.entrustment = 'limit' and case o.direction
          when 'long' then r.low + o.spread_above <= o.limit_price
          else r.high - o.spread_below >= o.limit_price or r.low <= o.spread_below end)
        or (o.status in ('open', 'closing') and case o.direction
          when 'long' then r.low - o.spread_below <= o.stop_loss or r.high - o.spread_below >= o.take_profit or r.low <= o.liquidation_price
            or (r.low <= o.spread_below and r.high >= o.take_profit)
          else r.high + o.spread_above >= o.stop_loss or r.low + o.spread_above <= o.take_profit or r.high >= o.liquidation_price end)
      union
      -- Cross: every position at its worst price and conversion, a unit of rounding for each.
      select c.user_id, c.mode from (
        select o.user_id, o.mode, sum(o.margin) as margin,
          sum(required_margin(o.margin, o.leverage, o.closing_margin, ${cursorMs}::bigint, greatest(${cursorMs}::bigint, ${nowMs}::bigint))) as required, max(o.stop_out_level) as level, count(*) as positions,
          sum(case when p.worst < 0 then p.worst / coalesce(d.low, 1) else p.worst / coalesce(d.high, 1) end) as floating
        from leverage_order o
        join price_range r on r.symbol_id = o.symbol_id
        left join price_range d on d.symbol_id = o.divisor_symbol
        cross join lateral (select o.open_lots * o.contract_size * case o.direction
          when 'long' then r.low - o.spread_below - o.open_price else o.open_price - r.high - o.spread_above end as worst) p
        where o.margin_mode = 'cross' and o.status in ('open', 'closing')
        group by o.user_id, o.mode
      ) c left join account a on a.owner_id = c.user_id and a.mode = c.mode and a.kind = 'contract' and a.asset = 'USDT'
      where coalesce(a.balance, 0) + c.margin + c.floating <= c.level * c.required + 0.01 * c.positions
    )
    select f.user_id, f.mode from found f
    where not exists (select from leverage_account a where a.user_id = f.user_id and a.mode = f.mode and a.retry_at_ms > ${nowMs}::bigint)
    order by f.user_id, f.mode`.execute(tx);
  return rows;
}

export async function moveCursor(db: Db, heads: Round['heads']): Promise<void> {
  if (heads.length === 0) return;
  await sql`
    insert into leverage_cursor as known (symbol_id, seq, at_ms)
    select * from unnest(${heads.map((head) => head.symbolId)}::text[], ${heads.map((head) => head.seq)}::bigint[], ${heads.map((head) => head.atMs)}::bigint[]) v
    order by 1
    on conflict (symbol_id) do update set seq = excluded.seq, at_ms = excluded.at_ms where known.seq < excluded.seq`.execute(db);
}

/** Sets an account aside: whatever may happen to it, it is tried again then, from where it was judged to. */
export async function setAside(db: Db, { userId, mode }: Owner, judgedMs: number, retryAtMs: number): Promise<void> {
  await sql`
    insert into leverage_account as known (user_id, mode, judged_ms, retry_at_ms) values (${userId}, ${mode}, ${judgedMs}, ${retryAtMs})
    on conflict (user_id, mode) do update set retry_at_ms = excluded.retry_at_ms,
      judged_ms = case when known.retry_at_ms is null then greatest(known.judged_ms, excluded.judged_ms) else known.judged_ms end`.execute(
    db,
  );
}
