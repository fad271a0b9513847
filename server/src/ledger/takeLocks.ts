/**
 * Takes what a caller names, in the one order of store/lockOrder.ts, whatever order it is named in. A caller that comes back
 * for something earlier is refused there.
 *
 *   const [coin] = await takeLocks(tx, { contracts: [owner], accounts: [{ ownerId, mode, kind: 'contract', asset: 'USDT' }] });
 */
import type { AccountMode } from '@tessera/shared/contract';
import type { Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { lockUser } from '../store/lockUser';
import { lockBalances, type AccountName } from './Ledger';

export interface Owner {
  readonly userId: number;
  readonly mode: AccountMode;
}

export interface WantedLocks {
  /** Shared: the persons stay as they are until the transaction ends. */
  readonly users?: readonly number[];
  /**
   * Whatever takes from a person's contract account, or changes the positions that stand on it, holds this: one
   * transaction at a time.
   */
  readonly contracts?: readonly Owner[];
  readonly orders?: { readonly table: 'seconds_order' | 'spot_order' | 'leverage_order'; readonly ids: readonly number[] };
  /** All users' accounts that the transaction will post to. */
  readonly accounts?: readonly (AccountName & { readonly mode: AccountMode })[];
}

/** Answers the balances of the accounts, in the order given. */
export async function takeLocks(tx: Tx, { users = [], contracts = [], orders, accounts = [] }: WantedLocks): Promise<Amount[]> {
  if (users.length > 0) {
    enterLock(tx, 'user');
    await sql`select from app_user where id = any (${users}::bigint[]) order by id for share`.execute(tx);
  }
  for (const { userId, mode } of [...contracts].sort(byOwner)) {
    enterLock(tx, 'contract');
    await lockUser(tx, userId, `contract-${mode}`);
  }
  if (orders !== undefined) {
    enterLock(tx, 'order');
    await sql`select from ${sql.table(orders.table)} where id = any (${orders.ids}::bigint[]) order by id for update`.execute(tx);
  }
  return lockBalances(tx, accounts);
}

const byOwner = (one: Owner, other: Owner): number => one.userId - other.userId || (one.mode < other.mode ? -1 : 1);
