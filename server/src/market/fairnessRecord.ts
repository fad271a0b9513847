/** What anybody may read to check the feed: its days, minute roots and public incidents. */
import type { EndpointResponse } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database';

const shownIncidents = 200;

/** The newest live ticks of a symbol, oldest first. */
export async function readRecentTicks(db: Db, symbol: string, limit: number): Promise<EndpointResponse<'recentTicks'>['ticks']> {
  const { rows } = await sql<{ seq: number; atMs: number; price: string }>`
    select seq, at_ms, trim_scale(price)::text as price from tick
    where symbol_id = ${symbol} and is_live order by seq desc limit ${limit}`.execute(db);
  return rows.reverse();
}

export async function readIncidents(db: Db): Promise<EndpointResponse<'incidents'>> {
  const rows = await db.selectFrom('incident').selectAll().orderBy('publishedAtMs', 'desc').limit(shownIncidents).execute();
  return { incidents: rows.map((row) => ({ ...row, id: String(row.id) })) };
}
