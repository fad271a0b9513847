import type { Db, Tx } from '../store/database';
import type { PayeeRow } from './tables';

/**
 * A payee of this person; undefined for one that is deleted, somebody else's or nobody's: who asks cannot tell which. Who is about to act on it
 * holds the person's row, as saving and deleting do, so that it stays until he is done.
 */
export const findPayee = (
  db: Db | Tx,
  { userId, publicId }: { readonly userId: number; readonly publicId: string },
): Promise<PayeeRow | undefined> =>
  db
    .selectFrom('payee')
    .selectAll()
    .where('userId', '=', userId)
    .where('publicId', '=', publicId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
