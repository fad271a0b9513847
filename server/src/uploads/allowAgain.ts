import { sql } from 'kysely';
import type { Tx } from '../store/database';

/** What these pictures were for has failed: the same ones may be handed in again. They stay with it. */
export async function allowAgain(tx: Tx, usedBy: string): Promise<void> {
  await tx
    .updateTable('upload')
    .set((row) => ({ contentHash: sql`${row.ref('contentHash')} || ' ' || id` }))
    .where('usedBy', '=', usedBy)
    .execute();
}
