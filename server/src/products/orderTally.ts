/**
 * What the ended orders of a person under a filter add up to: whole days (UTC) from sums that are kept (migration 0182), the rest
 * of the first and the last day from its orders. It does not grow with the orders of the days between.
 */
import { add, amount, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../ledger/invariants';
import type { Db } from '../store/database';
import type { OrderFilter, TalliedProduct } from './orderFilter';
import { endOfTime } from './orderPage';

export interface OrderTally {
  readonly orders: number;
  readonly won: number;
  readonly lost: number;
  readonly returned: number;
  /** Stakes; in spot what was traded, in quote units. */
  readonly volume: Amount;
  readonly fee: Amount;
  readonly swap: Amount;
  readonly profit: Amount;
}

interface TallyRow {
  readonly side: string;
  readonly orders: number;
  readonly won: number;
  readonly lost: number;
  readonly returned: number;
  readonly volume: string;
  readonly fee: string;
  readonly swap: string;
  readonly profit: string;
}

export const noOrders: OrderTally = {
  orders: 0,
  won: 0,
  lost: 0,
  returned: 0,
  volume: zero,
  fee: zero,
  swap: zero,
  profit: zero,
};

/** All sides together. */
export const addUp = (sides: Iterable<OrderTally>): OrderTally =>
  [...sides].reduce(
    (sum, side) => ({
      orders: sum.orders + side.orders,
      won: sum.won + side.won,
      lost: sum.lost + side.lost,
      returned: sum.returned + side.returned,
      volume: add(sum.volume, side.volume),
      fee: add(sum.fee, side.fee),
      swap: add(sum.swap, side.swap),
      profit: add(sum.profit, side.profit),
    }),
    noOrders,
  );

/** By side; a side without an order is not in it. */
export async function readTally(db: Db, filter: OrderFilter): Promise<ReadonlyMap<string, OrderTally>> {
  const { firstDay, endDay, edges } = daysOf(filter);
  const covered = sql`
    user_id = ${filter.userId} and mode = ${filter.mode} and product = ${filter.product} and side = any (${filter.sides}::text[])
    and ${filter.symbol === undefined ? sql`true` : sql`symbol_id = ${filter.symbol}`} and (asset_class = 'crypto') = ${filter.isCrypto}::boolean`;
  const { rows } = await sql<TallyRow>`
    select side, sum(orders)::bigint as orders, sum(won)::bigint as won, sum(lost)::bigint as lost, sum(returned)::bigint as returned,
      sum(volume) as volume, sum(fee) as fee, sum(swap) as swap, sum(profit) as profit
    from (
      select side, orders, won, lost, returned, volume, fee, swap, profit from order_tally
      where ${covered} and day >= ${firstDay} and day < ${endDay}
      ${sql.join(
        edges.map(
          ([from, to]) => sql`union all
      select side, 1, won, lost, returned, volume, fee, swap, profit from ended_order
      where ${covered} and accepted_at_ms between ${from}::bigint and ${to}::bigint`,
        ),
        sql` `,
      )}
    ) kept group by side`.execute(db);
  return new Map(
    rows.map(({ side, volume, fee, swap, profit, ...counts }) => [
      side,
      { ...counts, volume: amount(volume), fee: amount(fee), swap: amount(swap), profit: amount(profit) },
    ]),
  );
}

const dayMs = 86_400_000;

/** The whole days of an interval, and what of it is beside them. */
export function daysOf({ fromMs, toMs }: Pick<OrderFilter, 'fromMs' | 'toMs'>): {
  readonly firstDay: number;
  /** The day after the last one. */
  readonly endDay: number;
  readonly edges: readonly (readonly [fromMs: number, toMs: number])[];
} {
  const firstDay = Math.ceil(fromMs / dayMs);
  const endDay = Math.floor((toMs + 1) / dayMs);
  if (firstDay >= endDay) return { firstDay: 0, endDay: 0, edges: [[fromMs, toMs]] };
  const edges = [
    [fromMs, firstDay * dayMs - 1],
    [endDay * dayMs, toMs],
  ] as const;
  return { firstDay, endDay, edges: edges.filter(([from, to]) => from <= to && from < endOfTime - dayMs) };
}

/** For operators and tests: the kept sums against the orders. */
export const tallyRule = (product: TalliedProduct): InvariantRule => ({
  rule: `I10-${product}`,
  says: 'the kept sums of ended orders are what the orders say',
  isFatal: false,
  whole: () => sql`
    select 'user ' || user_id || ' ' || mode || ' ' || symbol_id || ' ' || side || ' day ' || day as subject from (
      select user_id, mode, symbol_id, side, day, orders, won, lost, returned, volume, fee, swap, profit from order_tally where product = ${product}
      union all
      select user_id, mode, symbol_id, side, accepted_at_ms / 86400000, -1, -won, -lost, -returned, -volume, -fee, -swap, -profit
      from ended_order where product = ${product}
    ) both_sides group by user_id, mode, symbol_id, side, day
    having (sum(orders), sum(won), sum(lost), sum(returned), sum(volume), sum(fee), sum(swap), sum(profit)) is distinct from (0, 0, 0, 0, 0, 0, 0, 0)
    limit ${maxSubjects}`,
});
