/**
 * Two sources do not agree on prices: where one takes over from another, they jump. Nothing may be open then, because the
 * jump would decide it. The installation starts with the source that it had, until everything is over.
 */
import type { FeedSource } from '../market/tables';
import type { Db } from '../store/database';

/** Throws an Error in an operator's words. `countUndecided`: orders and positions that the next tick may decide. */
export async function requireSameSource(db: Db, source: FeedSource, countUndecided: () => Promise<number>): Promise<void> {
  const last = await db.selectFrom('feedEpoch').select('source').orderBy('epoch', 'desc').limit(1).executeTakeFirst();
  if (last === undefined || last.source === source) return;
  const count = await countUndecided();
  if (count === 0) return;
  throw new Error(
    `FEED was "${last.source}" and is "${source}" now, while ${count} orders or positions are open: prices would jump under them. ` +
      `Start with FEED=${last.source} until they are closed, cancelled or refunded, then change it.`,
  );
}
