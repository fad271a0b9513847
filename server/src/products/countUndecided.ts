/** Orders and positions that later ticks will decide, of all products and people. */
import { sql } from 'kysely';
import type { Db } from '../store/database';

export async function countUndecided(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from seconds_order where status <> 'settled')
      + (select count(*) from spot_order where status in ('new', 'partial', 'cancelling'))
      + (select count(*) from leverage_order where status in ('pending', 'open', 'closing')) as count`.execute(db);
  return rows[0]?.count ?? 0;
}
