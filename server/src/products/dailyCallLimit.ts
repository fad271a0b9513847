/** Limits how often per day a person may do what leaves a permanent row each time. */
import { AppError } from '@tessera/shared/errors';
import { sql, type RawBuilder } from 'kysely';
import { dayMs } from '../calendar/days';
import type { Db, Tx } from '../store/database';

/** Per person and mode: purchases of deposits, requests for loans. Per loan: additions of collateral, part repayments. */
const mostADay = 50;

/** `instants`: a query that returns the instants of the earlier ones as at_ms. Throws TOO_MANY_REQUESTS with the seconds until the next one is allowed. */
export async function requireBelowDailyLimit(db: Db | Tx, instants: RawBuilder<unknown>, nowMs: number): Promise<void> {
  const { rows } = await sql<{ atMs: number }>`
    select at_ms from (${instants}) happened where at_ms > ${nowMs - dayMs}::bigint order by at_ms desc offset ${mostADay - 1} limit 1`.execute(
    db,
  );
  const [oldest] = rows;
  if (oldest === undefined) return;
  const seconds = Math.max(1, Math.ceil((oldest.atMs + dayMs - nowMs) / 1000));
  throw new AppError('TOO_MANY_REQUESTS', { params: { seconds: String(seconds) } });
}
