/** lh/loan/cancel: cancels a request that operators have not decided yet, and returns its collateral at once. */
import type { Loan } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { HandlerCall } from '../../http/handler';
import { holdSession } from '../../identity/holdPerson';
import type { Owner } from '../../ledger/takeLocks';
import { once } from '../../store/idempotency';
import { parseRowId, rowId } from '../../store/rowId';
import { endRequest } from './endRequest';
import type { LoanDeps } from './LoanDeps';
import { mustBe, presentLoan, readLoans } from './loanRow';
import { requireOwn } from './repayLoan';
import { tellLoan } from './tellLoan';

/** Throws ORDER_NOT_FOUND; ORDER_NOT_CANCELLABLE once it is decided. */
export async function cancelLoan({ db, reviews, messages }: LoanDeps, call: HandlerCall<'loanCancel'>): Promise<Loan> {
  const { user, request, nowMs } = call;
  const owner: Owner = { userId: rowId(user.userId), mode: user.mode };
  const onceCall = {
    ...{ userId: owner.userId, call: 'loanCancel', key: call.idempotencyKey, nowMs },
    request: { orderId: request.orderId, mode: owner.mode },
  };
  const { response } = await once(db, onceCall, async (tx) => {
    await holdSession(tx, user, nowMs);
    const asked = await tx
      .selectFrom('loan')
      .select(['reviewId', 'status'])
      .where('id', '=', parseRowId(request.orderId) ?? 0)
      .where('userId', '=', owner.userId)
      .where('mode', '=', owner.mode)
      .executeTakeFirst();
    if (asked === undefined) throw new AppError('ORDER_NOT_FOUND');
    // The decision of a review locks the person too.
    if (asked.status !== 'pending_review' || asked.reviewId === null) throw new AppError('ORDER_NOT_CANCELLABLE');
    await reviews.cancel(tx, { reviewId: asked.reviewId, nowMs });
    const loan = await requireOwn(tx, owner, request.orderId);
    await endRequest(tx, loan, { step: 'cancelled', atMs: nowMs });
    await tellLoan(tx, messages, owner, { told: [], atMs: nowMs });
    const [after] = await readLoans(tx, sql<boolean>`id = ${loan.row.id}`);
    return presentLoan(mustBe(after), new Map());
  });
  return response;
}
