/** The days of the feed as anybody may read them: a seed is shown once its day is over, never before. */
import type { FeedDay } from '@tessera/shared/contract';
import { isInventedDay, isLateCommitment } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import type { FeedSource } from '../../market/tables';
import type { Db } from '../../store/database';

const columns = sql`d.day::text as day, d.source, d.version, d.attempt, d.published_at_ms as committed_at_ms, d.record_seq, d.beacon_hash,
  d.beacon, d.drawn_from_ms, d.revealed_at_ms, d.lost_at_ms, d.seed_hash,
  case when d.revealed_at_ms is not null then d.seed end as seed, d.opening`;

type Row = FeedDay & { readonly committedAtMs: number };

function toPublicDay(row: Row): FeedDay {
  const dayAtMs = Date.parse(`${row.day}T00:00:00Z`);
  return {
    ...row,
    isLate: isLateCommitment(dayAtMs, row.committedAtMs),
    isInvented: isInventedDay(dayAtMs, row.committedAtMs),
  };
}

/** The newest days first, with those that are committed to and have not begun. */
export async function readFeedDays(db: Db, limit: number): Promise<FeedDay[]> {
  const { rows } = await sql<Row>`
    select ${columns}, d.parameters from feed_day d order by d.day desc, d.source, d.attempt desc limit ${limit}`.execute(db);
  return rows.map(toPublicDay);
}

/** What the prices of an instant were drawn from, by the source that wrote this tick. null where the source has no days. */
export async function readFeedDayOf(db: Db, symbol: string, seq: number, atMs: number): Promise<FeedDay | null> {
  const { rows } = await sql<Row & { source: FeedSource }>`
    select ${columns} from tick t join feed_epoch e using (epoch) join feed_day d on d.source = e.source
      and d.day = (to_timestamp(${atMs}::bigint / 1000) at time zone 'UTC')::date
      and (d.version = 1 or d.drawn_from_ms <= ${atMs}::bigint)
    where t.symbol_id = ${symbol} and t.seq = ${seq}::bigint order by d.attempt desc limit 1`.execute(db);
  return rows[0] === undefined ? null : toPublicDay(rows[0]);
}
