/**
 * Asks for the end of a spot order. It is a request: ticks up to its instant may still fill the order, so that whether it
 * was in time is read from the tick log and not from who was faster. The execution ends the order.
 */
import type { SpotOrder, SpotStatus } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { HandlerCall } from '../../http/handler';
import { appendOutbox } from '../../realtime/outbox';
import type { Db } from '../../store/database';
import { once } from '../../store/idempotency';
import { parseRowId, rowId } from '../../store/rowId';
import { readSpotOrder } from './submitOrder';

export type CancelCall = Pick<HandlerCall<'spotCancel'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;

export async function cancelOrder(db: Db, { request, user, nowMs, idempotencyKey: key }: CancelCall): Promise<SpotOrder> {
  const userId = rowId(user.userId);
  const { response } = await once(
    db,
    { userId, call: 'spotCancel', key, request: { ...request, mode: user.mode }, nowMs },
    async (tx) => {
      const { rows } = await sql<{ id: number; status: SpotStatus }>`
      select id, status from spot_order where id = ${parseRowId(request.id) ?? 0} and user_id = ${userId} and mode = ${user.mode} for update`.execute(
        tx,
      );
      const order = rows[0];
      if (order === undefined) throw new AppError('ORDER_NOT_FOUND');
      if (order.status === 'cancelling') return { orderId: order.id };
      if (order.status !== 'new' && order.status !== 'partial') throw new AppError('ORDER_NOT_CANCELLABLE');
      // A tick that was looked at already has decided, even if the request waited for that.
      await sql`
      update spot_order set status = 'cancelling', cancel_at_ms = greatest(${nowMs}::bigint, looked_at_ms), is_due = true, updated_at_ms = ${nowMs}
      where id = ${order.id}`.execute(tx);
      await appendOutbox(tx, userId, user.mode, { type: 'spot.updated', order: await readSpotOrder(tx, order.id) }, nowMs);
      return { orderId: order.id };
    },
  );
  return readSpotOrder(db, response.orderId);
}
