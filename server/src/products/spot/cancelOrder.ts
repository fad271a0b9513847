/**
 * Asks for the end of a spot order. It is a request: ticks up to its instant may still fill the order, so that whether it
 * was in time is read from the tick log and not from who was faster. The execution ends the order.
 */
import type { SpotOrder, SpotStatus } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { acceptInOrder } from '../../execution/acceptInOrder';
import { signRequests } from '../../execution/signRequests';
import type { HandlerCall, SignedIn } from '../../http/handler';
import { withReceipts } from '../../record/Receipts';
import { once } from '../../store/idempotency';
import { enterLock } from '../../store/lockOrder';
import { parseRowId, rowId } from '../../store/rowId';
import { publishOrder, readSpotOrder, type SubmitDeps } from './submitOrder';

export type CancelCall = Pick<HandlerCall<'spotCancel'>, 'request' | 'nowMs' | 'idempotencyKey'> & {
  readonly user: Pick<SignedIn, 'userId' | 'mode'>;
};

export async function cancelOrder(
  { db, clock, receipts }: Pick<SubmitDeps, 'db' | 'clock' | 'receipts'>,
  { request, user, nowMs, idempotencyKey: key }: CancelCall,
): Promise<SpotOrder> {
  const userId = rowId(user.userId);
  const onceCall = { userId, call: 'spotCancel', key, request: { ...request, mode: user.mode }, nowMs };
  const { response } = await acceptInOrder(() =>
    once(db, onceCall, async (tx) => {
      enterLock(tx, 'order');
      const { rows } = await sql<{ id: number; status: SpotStatus; symbolId: string }>`
        select id, status, symbol_id from spot_order
        where id = ${parseRowId(request.id) ?? 0} and user_id = ${userId} and mode = ${user.mode} for update`.execute(tx);
      const order = rows[0];
      if (order === undefined) throw new AppError('ORDER_NOT_FOUND');
      if (order.status === 'cancelling') return { orderId: order.id };
      if (order.status !== 'new' && order.status !== 'partial') throw new AppError('ORDER_NOT_CANCELLABLE');
      // The ticks that are public by now may still fill it, even if the request waited for the order.
      const atMs = clock.now();
      const { rows: cancelled } = await sql<{ cancelAtMs: number }>`
        update spot_order set status = 'cancelling', is_due = true, updated_at_ms = ${atMs},
          cancel_at_ms = greatest(${atMs}::bigint, looked_at_ms, (select at_ms from tick_head where symbol_id = ${order.symbolId}))
        where id = ${order.id} returning cancel_at_ms`.execute(tx);
      await signRequests(
        tx,
        receipts,
        { product: 'spot', request: 'cancel', key },
        cancelled.map(({ cancelAtMs }) => ({
          order: { id: order.id, userId, symbolId: order.symbolId },
          acceptedAtMs: cancelAtMs,
          terms: { mode: user.mode },
        })),
      );
      await publishOrder(tx, { userId, mode: user.mode, id: order.id, isMoved: false, atMs });
      return { orderId: order.id };
    }),
  );
  return withReceipts(db, 'spot', await readSpotOrder(db, response.orderId), { key });
}
