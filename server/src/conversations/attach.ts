import type { Tx } from '../store/database';
import { noteWritten } from './noteWritten';

/** What the person asked for elsewhere stands in his conversation, as his own words. With the person held. */
export async function attach(
  tx: Tx,
  entry: { readonly userId: number; readonly clientId: string; readonly text: string; readonly atMs: number },
): Promise<void> {
  const { id } = await tx.insertInto('conversationEntry').values(entry).returning('id').executeTakeFirstOrThrow();
  await noteWritten(tx, entry.userId, id);
}
