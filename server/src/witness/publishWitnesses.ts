/** Whom this exchange asks stands in the public record (kind `witness`): anyone who was told once can say that it is another one now. */
import { canonicalText, type PublicValue } from '@tessera/shared/fairness';
import { lockRecord, publishRecord } from '../record/publishRecord';
import type { Db } from '../store/database';
import type { Witness } from './Witness';

/** The whole list, when it is another one than was published last; nothing where there never was a witness. */
export async function publishWitnesses(db: Db, witnesses: readonly Witness[], nowMs: number): Promise<void> {
  const body = { witnesses: witnesses.map(({ published }) => published) };
  await db.transaction().execute(async (tx) => {
    await lockRecord(tx);
    const before = (await readPublishedWitnesses(tx)) ?? [];
    if (canonicalText({ witnesses: before }) === canonicalText(body)) return;
    await publishRecord(tx, { kind: 'witness', atMs: nowMs, body });
  });
}

/** undefined: none was ever published. */
export async function readPublishedWitnesses(db: Db): Promise<readonly PublicValue[] | undefined> {
  const newest = await db
    .selectFrom('publicRecord')
    .select('body')
    .where('kind', '=', 'witness')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest && (JSON.parse(newest.body) as { readonly witnesses: readonly PublicValue[] }).witnesses;
}
