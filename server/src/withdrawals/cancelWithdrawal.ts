/** wallet/out_cancel: while operators have not agreed, the person takes his request back and has the money at once. */
import type { Withdrawal } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import type { HandlerCall } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import { once } from '../store/idempotency';
import { rowId } from '../store/rowId';
import { endWithdrawal } from './endWithdrawal';
import type { WithdrawalDeps } from './Withdrawals';
import { presentWithdrawal, readWithdrawals } from './withdrawalRow';

/** Throws DATA_NOT_FOUND, WITHDRAWAL_NOT_CANCELLABLE once it is approved, WALLET_FROZEN_BALANCE_ZERO once it is over: nothing is held for it. */
export async function cancelWithdrawal(
  { db, reviews, messages, wakeOutbox }: WithdrawalDeps,
  call: HandlerCall<'withdrawalCancel'>,
): Promise<Withdrawal> {
  const { user: signedIn, request, nowMs } = call;
  const userId = rowId(signedIn.userId);
  const onceCall = { userId, call: 'withdrawalCancel', key: call.idempotencyKey, request: { id: request.id }, nowMs };
  const { response } = await once(db, onceCall, async (tx) => {
    await holdSession(tx, signedIn, nowMs);
    const row = await tx
      .selectFrom('withdrawal')
      .selectAll()
      .where('userId', '=', userId)
      .where('publicId', '=', request.id)
      .executeTakeFirst();
    if (row === undefined) throw new AppError('DATA_NOT_FOUND');
    // Whoever decides holds the person too.
    if (row.endedAtMs !== null) throw new AppError('WALLET_FROZEN_BALANCE_ZERO');
    if (row.status !== 'under_review') throw new AppError('WITHDRAWAL_NOT_CANCELLABLE');
    await reviews.cancel(tx, { reviewId: row.reviewId, nowMs });
    await endWithdrawal(tx, messages, { row, end: { status: 'cancelled' }, nowMs });
    const [ended] = await readWithdrawals(tx, { userId, publicId: row.publicId, limit: 1 });
    invariant(ended !== undefined, 'what was ended is there');
    return presentWithdrawal(ended);
  });
  wakeOutbox();
  return response;
}
