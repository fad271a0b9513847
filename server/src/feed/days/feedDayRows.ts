/** The rows of feed_day and what is published with each step of a day: committed to, begun, over, or its seed lost. */
import { canonicalText, type DayBeacon } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import type { FeedSource } from '../../market/tables';
import { sha256Hex } from '../../platform/random';
import { publishRecord } from '../../record/publishRecord';
import type { Db } from '../../store/database';
import type { DayParameters } from './DayPart';

/** Which value the day's seed will be joined with; fixed when the seed is committed to. */
export interface BeaconPlan {
  readonly kind: 'local' | 'drand';
  /** The hash that names the network's chain. */
  readonly chain: string | null;
}

export interface FeedDayRow {
  readonly day: string;
  readonly source: FeedSource;
  readonly version: number;
  readonly attempt: number;
  readonly seedHash: string;
  /** Of version 2 only once it was revealed. */
  readonly seed: string | null;
  readonly beaconHash: string | null;
  readonly beaconPlan: BeaconPlan | null;
  readonly publishedAtMs: number;
  readonly revealedAtMs: number | null;
  readonly drawnFromMs: number | null;
  readonly beacon: DayBeacon | null;
  readonly opening: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, DayParameters>>;
  readonly lostAtMs: number | null;
}

const columns = sql`day::text as day, source, version, attempt, seed_hash, seed, beacon_hash, beacon_plan, published_at_ms, revealed_at_ms,
  drawn_from_ms, beacon, opening, parameters, lost_at_ms`;

/** The attempts of one day, the first one first. */
export async function readDayRows(db: Db, source: FeedSource, day: string): Promise<readonly FeedDayRow[]> {
  const { rows } = await sql<FeedDayRow>`
    select ${columns} from feed_day where source = ${source} and day = ${day}::date order by attempt`.execute(db);
  return rows;
}

/** The last day before `day` that has begun. */
export async function readDayBefore(db: Db, source: FeedSource, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from feed_day
    where source = ${source} and day < ${day}::date and lost_at_ms is null and (version = 1 or drawn_from_ms is not null)
    order by day desc limit 1`.execute(db);
  return rows[0]?.day;
}

/** Days that are over and not shown yet. */
export async function readUnrevealed(db: Db, source: FeedSource, today: string): Promise<readonly FeedDayRow[]> {
  const { rows } = await sql<FeedDayRow>`
    select ${columns} from feed_day
    where source = ${source} and day < ${today}::date and revealed_at_ms is null and lost_at_ms is null order by day limit 100`.execute(
    db,
  );
  return rows;
}

export interface Commitment extends Pick<FeedDayRow, 'day' | 'source' | 'attempt' | 'seedHash' | 'parameters'> {
  readonly version: number;
  readonly beaconHash: string;
  readonly beaconPlan: BeaconPlan;
  readonly isLate: boolean;
  readonly isInvented: boolean;
  /** The hash of the seed that was lost. */
  readonly replaces: string | null;
}

/** False when another node committed to that day meanwhile. */
export async function commitTo(db: Db, given: Commitment, nowMs: number): Promise<boolean> {
  const { day, source, version, attempt, seedHash, beaconHash, beaconPlan, parameters, isLate, isInvented, replaces } = given;
  const taken = new Error('the day is committed to already');
  try {
    await db.transaction().execute(async (tx) => {
      const entry = await publishRecord(tx, {
        kind: 'seed_committed',
        atMs: nowMs,
        body: {
          day,
          source,
          version,
          attempt,
          seedHash,
          beaconHash,
          beacon: { kind: beaconPlan.kind, chain: beaconPlan.chain },
          parametersHash: sha256Hex(canonicalText(parameters as never)),
          isLate,
          isInvented,
          replaces,
        },
      });
      const added = await tx
        .insertInto('feedDay')
        .values({
          ...{ day, source, version, attempt, seedHash, beaconHash },
          seed: null,
          publishedAtMs: entry.atMs,
          recordSeq: entry.seq,
          revealedAtMs: null,
          beaconPlan: JSON.stringify(beaconPlan),
          opening: '{}',
          parameters: JSON.stringify(parameters),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows !== 1n) throw taken;
    });
    return true;
  } catch (error) {
    if (error === taken) return false;
    throw error;
  }
}

export interface Drawing {
  readonly fromMs: number;
  readonly beacon: DayBeacon;
  readonly opening: Readonly<Record<string, string>>;
}

/** The day begins. */
export async function drawDay(
  db: Db,
  { day, source, attempt, seedHash }: FeedDayRow,
  drawing: Drawing,
  nowMs: number,
): Promise<void> {
  const { fromMs, beacon, opening } = drawing;
  await db.transaction().execute(async (tx) => {
    await sql`select draw_feed_day(${seedHash}, ${fromMs}::bigint, ${JSON.stringify(beacon)}::jsonb, ${JSON.stringify(opening)}::jsonb)`.execute(
      tx,
    );
    await publishRecord(tx, {
      kind: 'beacon',
      atMs: nowMs,
      body: { day, source, attempt, seedHash, fromMs, ...beacon, opening },
    });
  });
}

/** The day is over. Throws when the seed is not the one of its commitment. */
export async function revealDay(
  db: Db,
  { day, source, attempt, seedHash }: FeedDayRow,
  seed: string,
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select reveal_feed_day(${seed}, ${nowMs}::bigint)`.execute(tx);
    await publishRecord(tx, { kind: 'seed_revealed', atMs: nowMs, body: { day, source, attempt, seedHash, seed } });
  });
}

/** Days of version 1 held their seed here already. */
export async function revealOldDays(db: Db, source: FeedSource, today: string, nowMs: number): Promise<void> {
  await sql`
    update feed_day set revealed_at_ms = ${nowMs}::bigint
    where source = ${source} and version = 1 and revealed_at_ms is null and day < ${today}::date`.execute(db);
}

/** The seed's file is gone. What follows is published with the commitment that replaces it, or here when the day is over. */
export async function loseDay(db: Db, { day, source, attempt, seedHash }: FeedDayRow, nowMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select lose_feed_day(${seedHash}, ${nowMs}::bigint)`.execute(tx);
    await publishRecord(tx, { kind: 'seed_revealed', atMs: nowMs, body: { day, source, attempt, seedHash, seed: null } });
  });
}
