import { loggedUntil } from '../feed/loggedUntil';
import type { Db, Tx } from '../store/database';
import { dayOf } from './days';

/**
 * The last day that is over. The clock alone does not say so: one that jumps ahead would pay for days that nobody has lived through, so the log of
 * prices must have gone past midnight too. Without any price no day is over.
 */
export async function lastDayOver(db: Db | Tx, nowMs: number): Promise<number> {
  return dayOf(Math.min(nowMs, (await loggedUntil(db)) ?? 0)) - 1;
}
