/** A year of one person's coin account in demo USDT, booked by the ledger's own function, thousands of movements in one call. */
import type pg from 'pg';

const entriesAtOnce = 5000;

/** Evenly over the time, `untilMs` not reached: a stake and what it returned in turn; every 500th is a refill. */
export async function writeYear(
  pool: pg.Pool,
  { userId, entries, fromMs, untilMs }: Readonly<Record<'userId' | 'entries' | 'fromMs' | 'untilMs', number>>,
): Promise<void> {
  for (let first = 1; first <= entries; first += entriesAtOnce)
    await pool.query(
      `with account as (
         select open_accounts(array[$1::bigint, 0], array['demo', 'demo'], array['USDT', 'USDT'], array['coin', 'pnl']) as ids
       ), given as (
         select i, case when i % 500 = 1 then 'demo_refill' when i % 2 = 0 then 'seconds_open' else 'seconds_settle' end as kind
         from generate_series($2::int, $3::int) i
       ), moved as (
         select i, kind, case kind when 'demo_refill' then 700 when 'seconds_open' then -1.25 else 1.2 end as amount from given
       ), legs as (
         select i, leg, ids[leg] as account, case leg when 1 then amount else -amount end as amount
         from moved, account, generate_series(1, 2) leg
       )
       select post_batch(
         (select array_agg('demo'::text order by i) from given),
         (select array_agg(kind order by i) from given),
         (select array_agg(i::text order by i) from given),
         (select array_agg('year:' || $1 || ':' || i order by i) from given),
         (select array_agg($4::bigint + ($5::bigint - $4::bigint) * (i - 1) / $6::int order by i) from given),
         (select array_agg(i - $2::int + 1 order by i, leg) from legs),
         (select array_agg(account order by i, leg) from legs),
         (select array_agg(amount order by i, leg) from legs))`,
      [userId, first, Math.min(entries, first + entriesAtOnce - 1), fromMs, untilMs, entries],
    );
}
