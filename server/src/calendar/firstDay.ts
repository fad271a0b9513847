import { loggedUntil } from '../feed/loggedUntil';
import type { Db, Tx } from '../store/database';
import { dayOf } from './days';

/**
 * The first day of a term that begins now: the day after today, by the clock and by the price log. By the clock alone, a term that begins while the
 * clock is set back would have days that are over already.
 */
export async function firstDay(db: Db | Tx, nowMs: number): Promise<number> {
  return dayOf(Math.max(nowMs, (await loggedUntil(db)) ?? 0)) + 1;
}
