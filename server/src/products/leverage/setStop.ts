/**
 * Sets, moves or removes the stops of a pending order or an open position, after every tick that is public
 * (docs/decisions/0031-acceptance-is-ordered-by-the-log.md). Ticks after this instant can meet a new one.
 */
import { randomUUID } from 'node:crypto';
import type { LeverageOrder, ReceiptTerms } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { compare, price, toText, type Price } from '@tessera/shared/money';
import { closingPrice, openingPrice } from '@tessera/shared/trading';
import { acceptInOrder } from '../../execution/acceptInOrder';
import { signRequests } from '../../execution/signRequests';
import type { HandlerCall } from '../../http/handler';
import { withReceipts } from '../../record/Receipts';
import type { Tx } from '../../store/database';
import { once } from '../../store/idempotency';
import { rowId } from '../../store/rowId';
import { requireStopPrice, requireStops } from './acceptance';
import { requireOwn } from './askClose';
import type { OrderRow } from './leveragedOrder';
import { presentOrder } from './orderRow';
import { requireJudged } from './settleAccount';
import { publishOrders } from './publishOrders';
import { readOrder, type LeverageDeps } from './submitOrder';

export type SetStopCall = Pick<HandlerCall<'leverageSetStop'>, 'request' | 'user' | 'nowMs'>;

interface Stop {
  readonly price: Price | undefined;
  readonly sinceMs: number | null;
}

/** A request without a name of its own gets one, and is no repeat of any other. */
export async function setStop({ db, clock, receipts }: LeverageDeps, call: SetStopCall): Promise<LeverageOrder> {
  const { user, nowMs } = call;
  const { requestId: key = randomUUID(), ...request } = call.request;
  const onceCall = { userId: rowId(user.userId), call: 'leverageSetStop', key, request: { ...request, mode: user.mode }, nowMs };
  const { response } = await acceptInOrder(() =>
    once(db, onceCall, async (tx) => ({ orderId: await setInside(tx, { user, request, nowMs }, key, { clock, receipts }) })),
  );
  return withReceipts(db, 'leverage', presentOrder(await readOrder(db, response.orderId)), { key });
}

async function setInside(
  tx: Tx,
  { user, request, nowMs }: SetStopCall,
  key: string,
  { clock, receipts }: Pick<LeverageDeps, 'clock' | 'receipts'>,
): Promise<number> {
  const before = await requireJudged(tx, { userId: rowId(user.userId), mode: user.mode }, nowMs);
  const row = await requireOwn(tx, user, request.id);
  const headMs = before.completeUntilMs(row.symbolId);
  const atMs = Math.max(clock.now(), headMs);
  if (row.status !== 'pending' && row.status !== 'open') throw new AppError('ORDER_STATUS_WRONG');
  const takeProfit = changed(row.takeProfit, row.tpSinceMs, request.takeProfit, row.digits, atMs);
  const stopLoss = changed(row.stopLoss, row.slSinceMs, request.stopLoss, row.digits, atMs);
  // A stop that stays as it is was judged when it was set.
  requireStops(
    row.direction,
    {
      takeProfit: request.takeProfit === undefined ? undefined : takeProfit.price,
      stopLoss: request.stopLoss === undefined ? undefined : stopLoss.price,
    },
    ...(await pricesOf(tx, row)),
  );
  const set = await tx
    .updateTable('leverageOrder')
    .set({
      takeProfit: takeProfit.price === undefined ? null : toText(takeProfit.price),
      tpSinceMs: takeProfit.sinceMs,
      stopLoss: stopLoss.price === undefined ? null : toText(stopLoss.price),
      slSinceMs: stopLoss.sinceMs,
      lookFromMs: Math.min(row.lookFromMs ?? atMs, atMs),
      askedHeadMs: headMs,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await signRequests(tx, receipts, { product: 'leverage', request: 'stop', key }, [
    { order: set, acceptedAtMs: atMs, terms: stopTermsOf(set) },
  ]);
  await publishOrders(tx, [set], atMs, before.events);
  return set.id;
}

/** Both stops as they stand from now on, with the instants after which a tick can meet them. */
const stopTermsOf = ({ mode, takeProfit, tpSinceMs, stopLoss, slSinceMs }: OrderRow): ReceiptTerms => ({
  mode,
  takeProfit: takeProfit === null ? null : toText(price(takeProfit)),
  takeProfitSinceMs: tpSinceMs,
  stopLoss: stopLoss === null ? null : toText(price(stopLoss)),
  stopLossSinceMs: slSinceMs,
});

function changed(
  stored: string | null,
  sinceMs: number | null,
  asked: string | null | undefined,
  digits: number,
  nowMs: number,
): Stop {
  const old = stored === null ? undefined : price(stored);
  if (asked === undefined) return { price: old, sinceMs };
  const wanted = requireStopPrice(asked, { digits });
  if (wanted === undefined) return { price: undefined, sinceMs: null };
  // The same price again goes on standing since when it stood.
  return { price: wanted, sinceMs: old !== undefined && compare(old, wanted) === 0 ? sinceMs : nowMs };
}

/** The price of the opening, or the one at which it would open, and the price at which it would be closed now. */
async function pricesOf(tx: Tx, row: OrderRow): Promise<[openPrice: Price, currentPrice: Price]> {
  const head = await tx.selectFrom('tickHead').select('price').where('symbolId', '=', row.symbolId).executeTakeFirst();
  if (head === undefined) throw new AppError('ORDER_PRICE_STALE', { isRetryable: true });
  const spread = { below: price(row.spreadBelow), above: price(row.spreadAbove) };
  const opened = row.openPrice ?? row.limitPrice ?? row.seenPrice;
  return [
    opened === null ? openingPrice(row.direction, price(head.price), spread) : price(opened),
    closingPrice(row.direction, price(head.price), spread),
  ];
}
