/** A day's root goes to the public record, once. The database refuses an entry that is not what was taken (migration 0396). */
import type { LiabilityNode } from '@tessera/shared/fairness';
import { lockRecord, publishRecord } from '../record/publishRecord';
import type { Db, Tx } from '../store/database';
import type { TakenDay } from './takenDays';

interface PublishedDay {
  readonly body: Parameters<typeof publishRecord>[1]['body'];
  readonly day: string;
}

export const madeDay = (
  { day, takenAtMs, persons, height, sums, payable, reserves }: TakenDay,
  root: LiabilityNode,
): PublishedDay => ({
  day,
  body: { day, takenAtMs, persons, height, sums, payable, reserves, root: root.hash },
});
/** Nobody can say any more what was owed then: that is published too, so that a day cannot be left out unseen. */
export const missedDay = (day: string): PublishedDay => ({ day, body: { day, missed: true } });

/** False when another process was first, or leads now. */
export async function publishDay(
  db: Db,
  holdLease: (tx: Tx) => Promise<boolean>,
  { day, body }: PublishedDay,
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await holdLease(tx))) return false;
    await lockRecord(tx);
    const before = await tx.selectFrom('liabilityPublication').select('day').where('day', '=', day).executeTakeFirst();
    if (before !== undefined) return false;
    const { seq } = await publishRecord(tx, { kind: 'liabilities', atMs: nowMs, body });
    await tx.insertInto('liabilityPublication').values({ day, recordSeq: seq }).execute();
    return true;
  });
}
