import { loggedUntil } from '../feed/loggedUntil';
import type { Db, Tx } from '../store/database';
import { dayOf } from './days';

/**
 * The first day of what begins now: the one after today. By the log of prices too: what begins while the clock is set back would have days behind it
 * that are over already.
 */
export async function firstDay(db: Db | Tx, nowMs: number): Promise<number> {
  return dayOf(Math.max(nowMs, (await loggedUntil(db)) ?? 0)) + 1;
}
