import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Tx } from '../store/database';
import type { ActingOperator } from './ActingOperator';

/** Before whatever an operator changes of a person. Throws REVIEW_OWN when that is himself. */
export async function refuseOwnAccount(
  tx: Tx,
  { sessionHash }: Pick<ActingOperator, 'sessionHash'>,
  userId: number,
): Promise<void> {
  const { rows } = await sql<{ isOwn: boolean }>`select is_own_account(${sessionHash}, ${userId}::bigint) as is_own`.execute(tx);
  if (rows[0]?.isOwn === true) throw new AppError('REVIEW_OWN');
}
