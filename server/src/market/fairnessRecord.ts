/** What anybody may read to check the feed: its days, day files, minute roots and public incidents. */
import type { EndpointResponse } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database';

const shownIncidents = 200;
const shownLogDays = 1000;

/** The newest live ticks of a symbol, oldest first. */
export async function readRecentTicks(db: Db, symbol: string, limit: number): Promise<EndpointResponse<'recentTicks'>['ticks']> {
  const { rows } = await sql<{ seq: number; atMs: number; price: string }>`
    select seq, at_ms, trim_scale(price)::text as price from tick
    where symbol_id = ${symbol} and is_live order by seq desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** The newest days that are written to files, oldest first. */
export async function readLogDays(db: Db, symbol: string): Promise<EndpointResponse<'logDays'>['days']> {
  const rows = await db
    .selectFrom('logDay')
    .select(['day', 'firstSeq', 'lastSeq', 'hash', 'bytes', 'sha256'])
    .where('symbolId', '=', symbol)
    .orderBy('day', 'desc')
    .limit(shownLogDays)
    .execute();
  return rows.reverse();
}

/** The newest first, with who agreed on them, by role, and both sides' sums. */
export async function readIncidents(db: Db): Promise<EndpointResponse<'incidents'>> {
  const rows = await db
    .selectFrom('incident as i')
    .leftJoin('incidentProposal as p', 'p.id', 'i.proposalId')
    .select([
      'i.id',
      'i.symbol',
      'i.fromMs',
      'i.toMs',
      'i.reason',
      'i.publishedAtMs',
      'i.sums',
      'p.proposedRole',
      'p.confirmedRole',
    ])
    .orderBy('i.publishedAtMs', 'desc')
    .limit(shownIncidents)
    .execute();
  return {
    incidents: rows.map(({ id, sums, proposedRole, confirmedRole, ...incident }) => ({
      ...incident,
      id: String(id),
      ...(sums === null ? {} : { sums }),
      ...(proposedRole === null ? {} : { proposedBy: proposedRole }),
      ...(confirmedRole === null ? {} : { confirmedBy: confirmedRole }),
    })),
  };
}
