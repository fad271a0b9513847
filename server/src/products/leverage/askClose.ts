/**
 * Asks for a position, or a part of it, to be closed: the first tick after this decides the price. Closing stays possible
 * while the market is about to close and while the feed is late; only a closed market has no tick to wait for.
 */
import type { EndpointRequest, LeverageOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, compare, isPositive, isZero, toText, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { ClassFilter } from '../../catalog/classFilter';
import { acceptInOrder } from '../../execution/acceptInOrder';
import { signRequests } from '../../execution/signRequests';
import type { HandlerCall, SignedIn } from '../../http/handler';
import { takeLocks } from '../../ledger/takeLocks';
import { withReceipts, type Receipts } from '../../record/Receipts';
import type { Tx } from '../../store/database';
import { once } from '../../store/idempotency';
import { parseRowId, rowId } from '../../store/rowId';
import type { OrderRow } from './leveragedOrder';
import { presentOrder } from './orderRow';
import { publishOrders } from './publishOrders';
import { readOrder, type LeverageDeps } from './submitOrder';

export type CloseCall = Pick<HandlerCall<'leverageClose'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;

export async function askClose(
  { db, catalog, clock, receipts }: LeverageDeps,
  call: CloseCall,
  isOfClass: ClassFilter,
): Promise<LeverageOrder> {
  const { user, request, nowMs } = call;
  const userId = rowId(user.userId);
  const onceCall = { userId, call: 'leverageClose', key: call.idempotencyKey, request: { ...request, mode: user.mode }, nowMs };
  const answer = await acceptInOrder(() =>
    once(db, onceCall, async (tx) => {
      await takeLocks(tx, { contracts: [{ userId, mode: user.mode }] });
      const atMs = clock.now();
      const row = await requireOwn(tx, user, request.id);
      if (!isOfClass(row.assetClass)) throw new AppError('ORDER_NOT_FOUND');
      const lots = requireClosable(row, request, catalog, atMs);
      const marked = await markClosing(tx, [{ id: row.id, lots }], atMs);
      await signClosings(tx, receipts, call.idempotencyKey, marked, request.lots);
      await publishOrders(tx, marked, atMs);
      return { orderId: row.id };
    }),
  );
  const order = presentOrder(await readOrder(db, answer.response.orderId));
  return withReceipts(db, 'leverage', order, { key: call.idempotencyKey });
}

/** `asked`: the lots that were named; without them all of each. */
export const signClosings = (
  tx: Tx,
  receipts: Receipts,
  key: string | undefined,
  closing: readonly OrderRow[],
  asked?: string,
): Promise<void> =>
  signRequests(
    tx,
    receipts,
    { product: 'leverage', request: 'close', key },
    closing.map((order) => ({
      order,
      acceptedAtMs: order.closeAskedAtMs ?? order.acceptedAtMs,
      terms: {
        mode: order.mode,
        askedLots: asked === undefined ? null : toText(amount(asked)),
        lots: toText(amount(order.closingLots ?? '0')),
      },
    })),
  );

/** The same answer for an order that is not there and for one that is somebody else's. */
export async function requireOwn(tx: Tx, user: Pick<SignedIn, 'userId' | 'mode'>, orderId: string): Promise<OrderRow> {
  const id = parseRowId(orderId);
  const row =
    id === undefined
      ? undefined
      : await tx
          .selectFrom('leverageOrder')
          .selectAll()
          .where('id', '=', id)
          .where('userId', '=', rowId(user.userId))
          .where('mode', '=', user.mode)
          .executeTakeFirst();
  if (row === undefined) throw new AppError('ORDER_NOT_FOUND');
  return row;
}

function requireClosable(row: OrderRow, { lots }: EndpointRequest<'leverageClose'>, catalog: Catalog, nowMs: number): Amount {
  if (row.status === 'closing') throw new AppError('ORDER_DO_NOT_RESUBMIT');
  if (row.status !== 'open') throw new AppError('ORDER_STATUS_WRONG');
  const openLots = amount(row.openLots);
  const asked = lots === undefined ? openLots : amount(lots);
  if (!isPositive(asked)) throw new AppError('ORDER_QUANTITY_NOT_POSITIVE');
  if (compare(asked, openLots) > 0) throw new AppError('ORDER_CLOSE_FORBIDDEN');
  const step = catalog.symbol(row.symbolId)?.lotStep;
  // The whole position may always be closed, whatever the step has become meanwhile.
  if (step !== undefined && compare(asked, openLots) < 0 && !isZero(asked.mod(step) as Amount)) {
    throw new AppError('ORDER_QUANTITY_STEP', { params: { step: toText(step) } });
  }
  if (catalog.marketStatus(row.symbolId, nowMs)?.state === 'closed') throw new AppError('ORDER_MARKET_CLOSED');
  return asked;
}

/** Asked for after every tick that is public by now, and after the one that opened the position. By id. */
export async function markClosing(
  tx: Tx,
  asked: readonly { readonly id: number; readonly lots: Amount }[],
  nowMs: number,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    update leverage_order o set status = 'closing', closing_lots = asked.lots, close_asked_at_ms = asked.at_ms,
      look_from_ms = least(o.look_from_ms, asked.at_ms)
    from (
      select given.id, given.lots, greatest(${nowMs}::bigint, head.at_ms, position.opened_at_ms) as at_ms
      from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ lots }) => toText(lots))}::numeric[]) given (id, lots)
      join leverage_order position using (id) left join tick_head head on head.symbol_id = position.symbol_id
    ) asked where o.id = asked.id returning o.*`.execute(tx);
  return rows.sort((one, other) => one.id - other.id);
}
