/** Sets, moves or removes the stops of a pending order or an open position. Ticks after this instant can meet a new one. */
import type { LeverageOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { compare, price, toText, type Price } from '@tessera/shared/money';
import type { HandlerCall } from '../../http/handler';
import type { Db, Tx } from '../../store/database';
import { rowId } from '../../store/rowId';
import { requireStopPrice, requireStops } from './acceptance';
import { requireOwn } from './askClose';
import type { OrderRow } from './leveragedOrder';
import { presentOrder } from './orderRow';
import { requireJudged } from './settleAccount';
import { tellOrders } from './submitOrder';

export type SetStopCall = Pick<HandlerCall<'leverageSetStop'>, 'request' | 'user' | 'nowMs'>;

interface Stop {
  readonly price: Price | undefined;
  readonly sinceMs: number | null;
}

export async function setStop(db: Db, { user, request, nowMs }: SetStopCall): Promise<LeverageOrder> {
  return db.transaction().execute(async (tx) => {
    await requireJudged(tx, { userId: rowId(user.userId), mode: user.mode }, nowMs);
    const row = await requireOwn(tx, user, request.id);
    if (row.status !== 'pending' && row.status !== 'open') throw new AppError('ORDER_STATUS_WRONG');
    const takeProfit = changed(row.takeProfit, row.tpSinceMs, request.takeProfit, row.digits, nowMs);
    const stopLoss = changed(row.stopLoss, row.slSinceMs, request.stopLoss, row.digits, nowMs);
    // A stop that stays as it is was judged when it was set.
    requireStops(
      row.direction,
      {
        takeProfit: request.takeProfit === undefined ? undefined : takeProfit.price,
        stopLoss: request.stopLoss === undefined ? undefined : stopLoss.price,
      },
      await pricesOf(tx, row),
    );
    const set = await tx
      .updateTable('leverageOrder')
      .set({
        takeProfit: takeProfit.price === undefined ? null : toText(takeProfit.price),
        tpSinceMs: takeProfit.sinceMs,
        stopLoss: stopLoss.price === undefined ? null : toText(stopLoss.price),
        slSinceMs: stopLoss.sinceMs,
        lookFromMs: Math.min(row.lookFromMs ?? nowMs, nowMs),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await tellOrders(tx, [set], nowMs);
    return presentOrder(set);
  });
}

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

/** Open: the opening and the current price. Pending limit: its limit; until it opens the market's price says nothing about its stops. */
async function pricesOf(tx: Tx, row: OrderRow): Promise<Price[]> {
  if (row.limitPrice !== null && row.openPrice === null) return [price(row.limitPrice)];
  const head = await tx.selectFrom('tickHead').select('price').where('symbolId', '=', row.symbolId).executeTakeFirst();
  if (head === undefined) throw new AppError('ORDER_PRICE_STALE', { isRetryable: true });
  return [price(row.openPrice ?? row.seenPrice ?? head.price), price(head.price)];
}
