/** Takes a pending order back: what was held for it is free again. An order that a tick has met stays what the tick made of it. */
import type { LeverageOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { add, amount, negate } from '@tessera/shared/money';
import type { HandlerCall } from '../../http/handler';
import { post } from '../../ledger/Ledger';
import type { Db, Tx } from '../../store/database';
import { once } from '../../store/idempotency';
import { rowId } from '../../store/rowId';
import { requireOwn } from './askClose';
import { userLeg } from './booking';
import type { OrderRow } from './leveragedOrder';
import { presentOrder } from './orderRow';
import { requireJudged } from './settleAccount';
import { publishOrders } from './publishOrders';
import { readOrder } from './submitOrder';

export type CancelCall = Pick<HandlerCall<'leverageCancel'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;

export async function cancelOrder(db: Db, call: CancelCall): Promise<LeverageOrder> {
  const { user, request, nowMs } = call;
  const userId = rowId(user.userId);
  const onceCall = { userId, call: 'leverageCancel', key: call.idempotencyKey, request: { ...request, mode: user.mode }, nowMs };
  const answer = await once(db, onceCall, async (tx) => {
    const before = await requireJudged(tx, { userId, mode: user.mode }, nowMs);
    const row = await requireOwn(tx, user, request.id);
    if (row.status === 'cancelled') throw new AppError('ORDER_NOT_FOUND');
    if (row.status !== 'pending') throw new AppError('ORDER_NOT_CANCELLABLE');
    await publishOrders(tx, [await releaseHold(tx, row, nowMs)], nowMs, before.events);
    return { orderId: row.id };
  });
  return presentOrder(await readOrder(db, answer.response.orderId));
}

export async function releaseHold(tx: Tx, row: OrderRow, nowMs: number): Promise<OrderRow> {
  const owner = { userId: row.userId, mode: row.mode };
  const held = add(amount(row.margin), amount(row.feeHold));
  const { journalId } = await post(tx, {
    mode: row.mode,
    kind: 'leverage',
    ref: String(row.id),
    idem: `cancel:leverage:${row.id}`,
    atMs: nowMs,
    legs: [userLeg(owner, 'margin', negate(held)), userLeg(owner, 'contract', held)],
  });
  return tx
    .updateTable('leverageOrder')
    .set({
      status: 'cancelled',
      cancelReason: 'user',
      closedAtMs: nowMs,
      margin: '0',
      feeHold: '0',
      cancelJournalId: journalId,
      lookFromMs: null,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
