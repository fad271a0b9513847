import type { AccountMode, Direction } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { Db } from '../../store/database';

/** All people's positions of a symbol on one side, those that wait too. Decimal text; money in the funding asset, at the opening prices. */
export interface OpenPositions {
  readonly symbolId: string;
  readonly mode: AccountMode;
  readonly direction: Direction;
  readonly asset: string;
  readonly orders: number;
  readonly lots: string;
  readonly margin: string;
  /** Margin × leverage. */
  readonly notional: string;
}

export async function readOpenPositions(db: Db): Promise<readonly OpenPositions[]> {
  const { rows } = await sql<OpenPositions>`
    select symbol_id, mode, direction, asset, count(*) as orders,
      trim_scale(sum(case status when 'pending' then lots else open_lots end))::text as lots,
      trim_scale(sum(margin))::text as margin, trim_scale(sum(margin * leverage))::text as notional
    from leverage_order where status in ('pending', 'open', 'closing')
    group by symbol_id, mode, direction, asset order by symbol_id, direction`.execute(db);
  return rows;
}
