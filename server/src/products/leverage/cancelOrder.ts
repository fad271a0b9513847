/**
 * Takes a pending order back: what was held for it is free again. It comes after every tick that is public
 * (docs/decisions/0031-acceptance-is-ordered-by-the-log.md): an order that a tick has met stays what the tick made of it.
 */
import type { LeverageOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { add, amount, negate } from '@tessera/shared/money';
import { sql } from 'kysely';
import { acceptInOrder } from '../../execution/acceptInOrder';
import { signRequests } from '../../execution/signRequests';
import type { HandlerCall, SignedIn } from '../../http/handler';
import { postMany } from '../../ledger/Ledger';
import { withReceipts, type Receipts } from '../../record/Receipts';
import type { Tx } from '../../store/database';
import { once } from '../../store/idempotency';
import { rowId } from '../../store/rowId';
import { requireOwn } from './askClose';
import { userLeg } from './booking';
import type { OrderRow } from './leveragedOrder';
import { presentOrder } from './orderRow';
import { requireJudged, type Settled } from './settleAccount';
import { publishOrders } from './publishOrders';
import { readOrder, type LeverageDeps } from './submitOrder';

export type CancelCall = Pick<HandlerCall<'leverageCancel'>, 'request' | 'nowMs' | 'idempotencyKey'> & {
  readonly user: Pick<SignedIn, 'userId' | 'mode'>;
};

export async function cancelOrder(
  { db, clock, receipts }: Omit<LeverageDeps, 'catalog'>,
  call: CancelCall,
): Promise<LeverageOrder> {
  const { user, request, nowMs } = call;
  const userId = rowId(user.userId);
  const onceCall = { userId, call: 'leverageCancel', key: call.idempotencyKey, request: { ...request, mode: user.mode }, nowMs };
  const answer = await acceptInOrder(() =>
    once(db, onceCall, async (tx) => {
      const before = await requireJudged(tx, { userId, mode: user.mode }, nowMs);
      const row = await requireOwn(tx, user, request.id);
      if (row.status === 'cancelled') throw new AppError('ORDER_NOT_FOUND');
      if (row.status !== 'pending') throw new AppError('ORDER_NOT_CANCELLABLE');
      const atMs = clock.now();
      const released = await releaseHolds(tx, [row], before, atMs);
      await signCancels(tx, receipts, call.idempotencyKey, released);
      await publishOrders(tx, released, atMs, before.events);
      return { orderId: row.id };
    }),
  );
  const order = presentOrder(await readOrder(db, answer.response.orderId));
  return withReceipts(db, 'leverage', order, { key: call.idempotencyKey });
}

export const signCancels = (tx: Tx, receipts: Receipts, key: string | undefined, released: readonly OrderRow[]): Promise<void> =>
  signRequests(
    tx,
    receipts,
    { product: 'leverage', request: 'cancel', key },
    released.map((order) => ({ order, acceptedAtMs: order.closedAtMs ?? order.acceptedAtMs, terms: { mode: order.mode } })),
  );

/** Pending orders of one account, which was `judged` in this transaction. By id. */
export async function releaseHolds(
  tx: Tx,
  pending: readonly OrderRow[],
  judged: Pick<Settled, 'completeUntilMs'>,
  nowMs: number,
): Promise<OrderRow[]> {
  const posted = await postMany(
    tx,
    pending.map((row) => {
      const held = add(amount(row.margin), amount(row.feeHold));
      return {
        mode: row.mode,
        kind: 'leverage',
        ref: String(row.id),
        idem: `cancel:leverage:${row.id}`,
        atMs: nowMs,
        legs: [userLeg(row, 'margin', negate(held)), userLeg(row, 'contract', held)],
      };
    }),
  );
  const { rows } = await sql<OrderRow>`
    update leverage_order o set status = 'cancelled', cancel_reason = 'user', closed_at_ms = greatest(${nowMs}::bigint, released.head_ms),
      margin = 0, fee_hold = 0, cancel_journal_id = released.journal_id, look_from_ms = null, asked_head_ms = released.head_ms
    from unnest(
      ${pending.map(({ id }) => id)}::bigint[], ${posted.map(({ journalId }) => journalId)}::bigint[],
      ${pending.map(({ symbolId }) => judged.completeUntilMs(symbolId))}::bigint[]) released (id, journal_id, head_ms)
    where o.id = released.id returning o.*`.execute(tx);
  return rows.sort((one, other) => one.id - other.id);
}
