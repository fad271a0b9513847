/**
 * What the database counts for a trader's record: every settled order of one person in one account mode, of all products,
 * at the instant that settled it. The mode is part of every question: demo and real are never added up together.
 */
import type { AccountMode } from '@tessera/shared/contract';
import { amount, type Amount } from '@tessera/shared/money';
import { sql, type RawBuilder } from 'kysely';
import { fundingAsset } from '../funds/fundingAsset';
import type { Db } from '../store/database';
import type { CountedGroup } from './figures';

export interface Trader {
  readonly userId: number;
  readonly mode: AccountMode;
}

export interface Period {
  /** 0: everything. */
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * product, symbol_id, direction, result, profit, volume, at_ms of each settled order from an instant on. The deals are a left
 * join on what they are grouped by: PostgreSQL leaves it out of a question that does not ask for the volume.
 */
const settledOrders = ({ userId, mode }: Trader, fromMs: number): RawBuilder<unknown> => sql`
  select 'seconds' as product, symbol_id, direction,
    case outcome when 'won' then 'profit' when 'lost' then 'loss' else 'returned' end as result,
    profit, stake as volume, settled_at_ms as at_ms
  from seconds_order where user_id = ${userId} and mode = ${mode} and status = 'settled' and settled_at_ms >= ${fromMs}::bigint
  union all
  select 'leverage', symbol_id, direction, case sign(gain) when 1 then 'profit' when -1 then 'loss' else 'returned' end, gain, coalesce(turnover, 0), closed_at_ms
  from leverage_order o
  cross join lateral (select o.profit + o.insured - o.fee + o.swap as gain) net
  left join (select order_id, sum(notional) as turnover from leverage_deal where user_id = ${userId} and mode = ${mode} group by order_id) deals on deals.order_id = o.id
  where user_id = ${userId} and mode = ${mode} and status = 'closed' and closed_at_ms >= ${fromMs}::bigint`;

/** The same columns of the spot orders that ended with something bought or sold. They have no outcome and no profit. */
const tradedSpotOrders = ({ userId, mode }: Trader, fromMs: number): RawBuilder<unknown> => sql`
  select 'spot' as product, symbol_id, case side when 'buy' then 'long' else 'short' end as direction, 'traded' as result,
    0 as profit, case quote when ${fundingAsset} then filled_total else 0 end as volume, ended_at_ms as at_ms
  from spot_order where user_id = ${userId} and mode = ${mode} and filled > 0 and ended_at_ms >= ${fromMs}::bigint`;

type GroupRow = Omit<CountedGroup, 'symbol' | 'profit' | 'volume'> & {
  readonly symbolId: string;
  readonly profit: string;
  readonly volume: string;
};

export async function countOrders(db: Db, trader: Trader, period: Period, yesterday: Period): Promise<CountedGroup[]> {
  const fromMs = Math.min(period.fromMs, yesterday.fromMs);
  const { rows } = await sql<GroupRow>`
    select product, symbol_id, direction, result, at_ms >= ${period.fromMs}::bigint as is_in_period,
      at_ms >= ${yesterday.fromMs}::bigint and at_ms < ${yesterday.toMs}::bigint as is_yesterday,
      count(*) as orders, sum(profit) as profit, sum(volume) as volume
    from (${settledOrders(trader, fromMs)} union all ${tradedSpotOrders(trader, fromMs)}) counted
    where at_ms <= ${period.toMs}::bigint
    group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows.map(({ symbolId, profit, volume, ...row }) => ({
    ...row,
    symbol: symbolId,
    profit: amount(profit),
    volume: amount(volume),
  }));
}

/**
 * The largest fall of the realised profit from a peak before, the period's start (0) being the first peak. Orders that were
 * settled in one millisecond are one step, so that their order cannot matter. undefined without an order.
 */
export async function maxDrawdown(db: Db, trader: Trader, period: Period): Promise<Amount | undefined> {
  const { rows } = await sql<{ drawdown: string | null }>`
    with step as (
      select at_ms, sum(profit) as profit from (${settledOrders(trader, period.fromMs)}) settled where at_ms <= ${period.toMs}::bigint group by at_ms
    ), run as (select at_ms, sum(profit) over (order by at_ms) as total from step)
    select max(greatest(0, peak) - total) as drawdown
    from (select total, max(total) over (order by at_ms) as peak from run) peaks`.execute(db);
  const found = rows[0]?.drawdown;
  return found === null || found === undefined ? undefined : amount(found);
}
