/** What one person may begin again and again costs everybody a row each time: so often within a day, and no more. */
import { AppError } from '@tessera/shared/errors';
import { sql, type RawBuilder } from 'kysely';
import { dayMs } from '../calendar/days';
import type { Db, Tx } from '../store/database';

/** Of a person and mode: deposits bought, loans asked for; of a loan: additions and part repayments. */
const mostADay = 50;

/** `instants`: a query of the instants at which it happened, as at_ms. Throws TOO_MANY_REQUESTS with the seconds until one of them is a day old. */
export async function requireFewADay(db: Db | Tx, instants: RawBuilder<unknown>, nowMs: number): Promise<void> {
  const { rows } = await sql<{ atMs: number }>`
    select at_ms from (${instants}) happened where at_ms > ${nowMs - dayMs}::bigint order by at_ms desc offset ${mostADay - 1} limit 1`.execute(
    db,
  );
  const [oldest] = rows;
  if (oldest === undefined) return;
  const seconds = Math.max(1, Math.ceil((oldest.atMs + dayMs - nowMs) / 1000));
  throw new AppError('TOO_MANY_REQUESTS', { params: { seconds: String(seconds) } });
}
