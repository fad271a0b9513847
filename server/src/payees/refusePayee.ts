/** What keeps a payee that was read well from being added to those of a person. */
import { payeeLimits } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { Db, Tx } from '../store/database';
import type { ReadPayee } from './readPayee';
import { refuseAddress, type AddressDeps } from './refuseAddress';

const dayMs = 86_400_000;

interface Wanted {
  readonly userId: number;
  readonly payee: ReadPayee;
  /** Of a card's number; '' of a wallet. */
  readonly cardHash: string;
  readonly nowMs: number;
  /** The person has proven that it is he. */
  readonly isProven: boolean;
}

/**
 * Throws as refuseAddress, WITHDRAWAL_ADDRESS_EXISTS, WITHDRAWAL_ADDRESS_TOO_MANY with `max`, and TOO_MANY_REQUESTS with the `seconds` until the person may add
 * another one. Holds only while the person's row is held. That a card is bound already is said to who is proven alone: lists show its last digits
 * and its bank, and of the numbers that are left a session could ask for each.
 */
export async function refusePayee(
  db: Db | Tx,
  deps: AddressDeps,
  { userId, payee, cardHash, nowMs, isProven }: Wanted,
): Promise<void> {
  const kept = db.selectFrom('payee').where('userId', '=', userId).where('deletedAtMs', 'is', null);
  const same =
    payee.kind === 'wallet'
      ? kept.where('asset', '=', payee.asset).where('network', '=', payee.network).where('address', '=', payee.address)
      : kept.where('cardHash', '=', cardHash);
  if (payee.kind === 'wallet') await refuseAddress(db, deps, payee);
  if ((isProven || payee.kind === 'wallet') && (await same.select('id').executeTakeFirst()) !== undefined)
    throw new AppError('WITHDRAWAL_ADDRESS_EXISTS');
  const { count } = await kept.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (count >= payeeLimits.most) throw new AppError('WITHDRAWAL_ADDRESS_TOO_MANY', { params: { max: String(payeeLimits.most) } });
  const oldest = await db
    .selectFrom('payee')
    .select('confirmedAtMs')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .offset(payeeLimits.day - 1)
    .limit(1)
    .executeTakeFirst();
  const waitMs = oldest === undefined ? 0 : oldest.confirmedAtMs + dayMs - nowMs;
  if (waitMs > 0) throw new AppError('TOO_MANY_REQUESTS', { params: { seconds: String(Math.ceil(waitMs / 1000)) } });
}
