/**
 * What operators may do to a person's access. A frozen account cannot sign in and is sent to customer service; a locked
 * one is blocked. Either ends every session at once; running servers learn of it within a second.
 */
import { endSessionsInDatabase } from './sessions';
import type { Db } from '../store/database';

export interface StandingChange {
  readonly userId: number;
  readonly nowMs: number;
}

/** Each answers false when there is no such user. */
export const freezeUser = (db: Db, change: StandingChange): Promise<boolean> => block(db, change, 'frozenAtMs');
export const lockUserAccess = (db: Db, change: StandingChange): Promise<boolean> => block(db, change, 'lockedAtMs');
export const unfreezeUser = (db: Db, change: StandingChange): Promise<boolean> => unblock(db, change, 'frozenAtMs');
export const unlockUserAccess = (db: Db, change: StandingChange): Promise<boolean> => unblock(db, change, 'lockedAtMs');

function block(db: Db, { userId, nowMs }: StandingChange, column: 'frozenAtMs' | 'lockedAtMs'): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const found = await tx
      .updateTable('appUser')
      .set({ [column]: nowMs })
      .where('id', '=', userId)
      .executeTakeFirst();
    await endSessionsInDatabase(tx, userId, column === 'frozenAtMs' ? 'frozen' : 'locked', nowMs);
    return found.numUpdatedRows === 1n;
  });
}

async function unblock(db: Db, { userId }: StandingChange, column: 'frozenAtMs' | 'lockedAtMs'): Promise<boolean> {
  const found = await db
    .updateTable('appUser')
    .set({ [column]: null })
    .where('id', '=', userId)
    .executeTakeFirst();
  return found.numUpdatedRows === 1n;
}
