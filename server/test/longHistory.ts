/** A long history of one person's coin account in demo USDT, made by the ledger's own function in a few statements. */
import type pg from 'pg';

const entriesAtOnce = 5000;

export interface LongHistory {
  readonly userId: number;
  readonly entries: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** What the id of each cause begins with. */
  readonly cause?: string;
}

/** Evenly over the time, wins and losses in turn; every 500th is a refill. `untilMs` is not reached. */
export async function longHistory(owner: pg.Pool, { userId, entries, fromMs, untilMs, cause = '' }: LongHistory): Promise<void> {
  for (let first = 1; first <= entries; first += entriesAtOnce) {
    await owner.query(
      `with account as (
         select open_accounts(array[$1::bigint, 0], array['demo', 'demo'], array['USDT', 'USDT'], array['coin', 'pnl']) as ids
       ), given as (
         select i, case when i % 500 = 1 then 700 when i % 2 = 0 then -1.25 else 1.2 end as moved
         from generate_series($3::int, least($2::int, $3::int + $6::int - 1)) i
       ), legs as (
         select i, leg, ids[leg] as account, case leg when 1 then moved else -moved end as amount from given, account, generate_series(1, 2) leg
       )
       select post_batch(
         (select array_agg('demo'::text order by i) from given),
         (select array_agg(case when i % 500 = 1 then 'demo_refill' when i % 2 = 0 then 'seconds_open' else 'seconds_settle' end order by i) from given),
         (select array_agg($7::text || i order by i) from given),
         (select array_agg('long:' || $1 || ':' || i order by i) from given),
         (select array_agg($4::bigint + (($5::bigint - $4::bigint) * (i - 1)) / $2::int order by i) from given),
         (select array_agg((i - $3::int + 1)::int order by i, leg) from legs),
         (select array_agg(account order by i, leg) from legs),
         (select array_agg(amount order by i, leg) from legs))`,
      [userId, entries, first, fromMs, untilMs, entriesAtOnce, cause],
    );
  }
}
