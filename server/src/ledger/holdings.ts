import type { AccountMode } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database';

/** What stands on all accounts of a kind together, of people or of the house. Decimal text. */
export interface Holding {
  readonly asset: string;
  readonly holder: 'people' | 'house';
  readonly kind: string;
  readonly balance: string;
}

/** Goes through every account of the mode. */
export async function readHoldings(db: Db, mode: AccountMode): Promise<readonly Holding[]> {
  const { rows } = await sql<Holding>`
    select asset, case owner_id when 0 then 'house' else 'people' end as holder, kind, trim_scale(sum(balance))::text as balance
    from account_balance where mode = ${mode}
    group by 1, 2, 3 having sum(balance) <> 0 order by 1, 2 desc, 3`.execute(db);
  return rows;
}
