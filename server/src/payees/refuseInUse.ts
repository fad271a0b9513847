import { AppError } from '@tessera/shared/errors';
import type { Db, Tx } from '../store/database';
import type { PayeeRow } from './tables';

/**
 * What a withdrawal is under way to stays bound: its person can read in full where his money goes until that is over. Throws
 * WITHDRAWAL_ADDRESS_IN_USE. Holds only while the person's row is held.
 */
export async function refuseInUse(from: Db | Tx, { id, userId }: Pick<PayeeRow, 'id' | 'userId'>): Promise<void> {
  const waiting = await from
    .selectFrom('withdrawal')
    .select('id')
    .where('userId', '=', userId)
    .where('payeeId', '=', id)
    .where('status', 'in', ['under_review', 'paying'])
    .executeTakeFirst();
  if (waiting !== undefined) throw new AppError('WITHDRAWAL_ADDRESS_IN_USE');
}
