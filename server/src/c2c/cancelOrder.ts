import type { C2cOrder } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import type { HandlerCall } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import { once } from '../store/idempotency';
import { rowId } from '../store/rowId';
import type { C2cDeps } from './C2c';
import { endUnpaid } from './endUnpaid';
import { findOrder, shownOrder } from './orderRows';
import { requireReal } from './requirements';

/** Throws DATA_NOT_FOUND, and ORDER_NOT_CANCELLABLE once it is paid or over. */
export async function cancelOrder({ db, box }: C2cDeps, call: HandlerCall<'c2cCancel'>): Promise<C2cOrder> {
  const { user, request, nowMs } = call;
  requireReal(user);
  const userId = rowId(user.userId);
  const { id: publicId } = request;
  await once(db, { userId, call: 'c2cCancel', key: call.idempotencyKey, request: { id: publicId }, nowMs }, async (tx) => {
    await holdSession(tx, user, nowMs);
    const order = await findOrder(tx, { userId, publicId });
    if (order === undefined) throw new AppError('DATA_NOT_FOUND');
    if (order.status !== 'reserved') throw new AppError('ORDER_NOT_CANCELLABLE');
    await endUnpaid(tx, order, 'cancelled', nowMs);
    return {};
  });
  const row = await findOrder(db, { userId, publicId });
  invariant(row !== undefined, 'orders are never removed');
  return shownOrder(box, row);
}
