import { loggedUntil } from '../feed/loggedUntil';
import type { Db, Tx } from '../store/database';
import { dayOf } from './days';

/**
 * The last finished day. The clock alone is not enough, because a clock that jumps ahead would pay days in advance: the price log
 * must have passed midnight too. Without any price no day is finished.
 */
export async function lastDayOver(db: Db | Tx, nowMs: number): Promise<number> {
  return dayOf(Math.min(nowMs, (await loggedUntil(db)) ?? 0)) - 1;
}
