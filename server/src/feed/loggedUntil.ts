import type { Db } from '../store/database';

/**
 * The instant of the newest tick, unix ms; undefined before there is one. A clock that was set wrong says that days are over which are not: what
 * is written once for a day waits until the log, which everybody sees and nobody sets back, has left it too.
 */
export async function loggedUntil(db: Db): Promise<number | undefined> {
  const { newest } = await db
    .selectFrom('tickHead')
    .select((of) => of.fn.max('atMs').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? undefined;
}
