/** Days as they were taken: what was owed to everybody at one instant of each. */
import { invariant } from '@tessera/shared/errors';
import type { AssetAmounts } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import { loggedUntil } from '../feed/loggedUntil';
import type { Db, Tx } from '../store/database';

/** Shorter than what a transaction may take (store/database.ts). */
const copyLimitMs = 28_000;

/** Of UTC: "2026-11-23". */
export const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

export interface TakenDay {
  readonly day: string;
  readonly takenAtMs: number;
  readonly persons: number;
  readonly height: number;
  readonly sums: AssetAmounts;
  readonly payable: AssetAmounts;
  readonly reserves: AssetAmounts;
}

/**
 * Takes the day of `nowMs` if nobody has yet and the tick log has come to it, and writes down the days before it on which nobody did. All balances are read in one
 * snapshot of the database: no posting waits for it. Answers false when the day was taken already, or the clock and the log are not in
 * the same day: what is said of a day is said for good, so a clock that was set wrong must not say it.
 */
export async function takeDay(db: Db, holdLease: (tx: Tx) => Promise<boolean>, nowMs: number): Promise<boolean> {
  const day = utcDay(nowMs);
  const newest = await db.selectFrom('liabilityDay').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst();
  // A clock that was set back takes no day twice.
  if (newest !== undefined && newest.day >= day) return false;
  const logged = await loggedUntil(db);
  if (logged === undefined || utcDay(logged) !== day) return false;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      if (!(await holdLease(tx))) return false;
      // It copies the balances of everybody.
      await sql`set local statement_timeout = ${sql.lit(copyLimitMs)}`.execute(tx);
      await sql`select miss_liabilities(${day})`.execute(tx);
      await sql`select take_liabilities(${day}, ${nowMs}::bigint)`.execute(tx);
      return true;
    });
}

/** Taken or missed and not published yet, oldest first. */
export async function unpublishedDays(
  db: Db,
): Promise<readonly (TakenDay | { readonly day: string; readonly takenAtMs: null })[]> {
  const rows = await db
    .selectFrom('liabilityDay')
    .leftJoin('liabilityPublication as published', 'published.day', 'liabilityDay.day')
    .selectAll('liabilityDay')
    .where('published.day', 'is', null)
    .orderBy('liabilityDay.day')
    .execute();
  return rows.map((row) => (row.takenAtMs === null ? { day: row.day, takenAtMs: null } : takenDay(row)));
}

export function takenDay({
  day,
  takenAtMs,
  persons,
  height,
  sums,
  payable,
  reserves,
}: {
  readonly [Field in keyof TakenDay]: TakenDay[Field] | null;
}): TakenDay {
  invariant(
    day !== null &&
      takenAtMs !== null &&
      persons !== null &&
      height !== null &&
      sums !== null &&
      payable !== null &&
      reserves !== null,
    'a day that was taken has all its figures',
  );
  return { day, takenAtMs, persons, height, sums, payable, reserves };
}
