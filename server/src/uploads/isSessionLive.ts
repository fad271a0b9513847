import { sql } from 'kysely';
import { isLive } from '../identity/isLive';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import type { Shown } from '../platform/signedAddress';

/** Is he still signed in, to whom this was to be shown? */
export async function isSessionLive(
  db: Db,
  { viewer, session }: Pick<Shown, 'viewer' | 'session'>,
  nowMs: number,
): Promise<boolean> {
  const id = rowId(session);
  if (viewer.startsWith('operator:')) {
    const { rows } = await sql<{
      lasts: boolean;
    }>`select operator_session_lasts(${id}::bigint, ${nowMs}::bigint) as lasts`.execute(db);
    return rows[0]?.lasts === true;
  }
  const live = await db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .select('session.id')
    .where('session.id', '=', id)
    .where((row) => isLive(row, nowMs))
    .executeTakeFirst();
  return live !== undefined;
}
