import type { AccountMode, Direction } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { Db } from '../../store/database';

/** All people's contracts of a symbol and side that run. Decimal text. */
export interface OpenStakes {
  readonly symbolId: string;
  readonly direction: Direction;
  readonly asset: string;
  readonly orders: number;
  readonly stake: string;
  /** What their holders get beyond the stake, should all of them win. */
  readonly wins: string;
}

export async function readOpenStakes(db: Db, mode: AccountMode): Promise<readonly OpenStakes[]> {
  const { rows } = await sql<OpenStakes>`
    select symbol_id, direction, asset, count(*) as orders,
      trim_scale(sum(stake))::text as stake, trim_scale(round(sum(stake * payout_rate), 18))::text as wins
    from seconds_order where status <> 'settled' and mode = ${mode}
    group by symbol_id, direction, asset order by symbol_id, asset, direction`.execute(db);
  return rows;
}
