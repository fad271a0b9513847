/** A raise that was asked for a day ago begins: the person is told. Answers how many were. */
import { sql } from 'kysely';
import type { Messages } from '../content/messages';
import type { Db } from '../store/database';

/** In one transaction, so that nobody waits long for the rows of a crowd. */
const batchSize = 200;

export async function tellLimits(
  { db, messages, wakeOutbox }: { readonly db: Db; readonly messages: Pick<Messages, 'send'>; readonly wakeOutbox: () => void },
  nowMs: number,
): Promise<number> {
  const told = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ userId: number; isDue: boolean }>`
      with due as (
        select id from person_limit where told_at_ms is null and valid_from_ms <= ${nowMs}
        order by valid_from_ms, id limit ${batchSize} for update skip locked)
      update person_limit l set told_at_ms = ${nowMs} from due where l.id = due.id
      returning l.user_id, coalesce(l.until_ms > l.valid_from_ms, true) as is_due`.execute(tx);
    // What was taken back before it began is told to nobody.
    const begun = rows.filter(({ isDue }) => isDue).sort((one, other) => one.userId - other.userId);
    await messages.send(
      tx,
      begun.map(({ userId }) => ({ userId, kind: 'limit_in_force', nowMs })),
    );
    return begun.length;
  });
  if (told > 0) wakeOutbox();
  return told;
}
