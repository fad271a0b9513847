/** Closes every open position, or cancels every pending order, of a person: all, of a symbol, or of a family of markets. */
import type { EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount } from '@tessera/shared/money';
import { isAnyClass, isCrypto, isForexOrMetal, type ClassFilter } from '../../catalog/classFilter';
import { requireSymbol } from '../../catalog/requireSymbol';
import { acceptInOrder } from '../../execution/acceptInOrder';
import type { HandlerCall } from '../../http/handler';
import { readReceiptsOf } from '../../record/Receipts';
import { once } from '../../store/idempotency';
import { rowId } from '../../store/rowId';
import { markClosing, signClosings } from './askClose';
import { releaseHolds, signCancels } from './cancelOrder';
import type { OrderRow } from './leveragedOrder';
import { judgeFirst, requireJudged } from './settleAccount';
import { publishOrders } from './publishOrders';
import type { LeverageDeps } from './submitOrder';

const families: Readonly<Record<'crypto' | 'forex' | 'any', ClassFilter>> = {
  crypto: isCrypto,
  forex: isForexOrMetal,
  any: isAnyClass,
};

/** Calls that were answered before requests were signed remember no orders. */
interface Asked {
  readonly count: number;
  readonly orderIds?: readonly number[];
}
export type AllCall = Pick<HandlerCall<'leverageCloseAll'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;

export async function askAll(
  { db, catalog, clock, receipts }: LeverageDeps,
  call: AllCall,
): Promise<EndpointResponse<'leverageCloseAll'>> {
  const { user, request, nowMs } = call;
  if (request.symbol !== undefined) requireSymbol(catalog, request.symbol, families[request.family ?? 'any']);
  const userId = rowId(user.userId);
  const isClose = request.action === 'close';
  const onceCall = {
    userId,
    call: 'leverageCloseAll',
    key: call.idempotencyKey,
    request: { ...request, mode: user.mode },
    nowMs,
  };
  const answer = await acceptInOrder(() =>
    once<Asked>(db, onceCall, async (tx) => {
      const before = await (isClose ? judgeFirst : requireJudged)(tx, { userId, mode: user.mode }, nowMs);
      const atMs = clock.now();
      const found = await tx
        .selectFrom('leverageOrder')
        .selectAll()
        .where('userId', '=', userId)
        .where('mode', '=', user.mode)
        .where('status', '=', isClose ? 'open' : 'pending')
        .$if(request.symbol !== undefined, (query) => query.where('symbolId', '=', request.symbol ?? ''))
        .$if(request.family === 'crypto', (query) => query.where('assetClass', '=', 'crypto'))
        .$if(request.family === 'forex', (query) => query.where('assetClass', '<>', 'crypto'))
        .orderBy('id')
        .execute();
      const isMarketOpen = (row: OrderRow): boolean => catalog.marketStatus(row.symbolId, atMs)?.state !== 'closed';
      const possible = isClose ? found.filter(isMarketOpen) : found;
      // Some of them: the rest stays open and is seen to be. None of them: the person is told why.
      if (found.length > 0 && possible.length === 0) throw new AppError('ORDER_MARKET_CLOSED');
      const changed = isClose
        ? await markClosing(
            tx,
            possible.map(({ id, openLots }) => ({ id, lots: amount(openLots) })),
            atMs,
          )
        : await releaseHolds(tx, possible, before, atMs);
      if (changed.length > 0) await (isClose ? signClosings : signCancels)(tx, receipts, call.idempotencyKey, changed);
      await publishOrders(tx, changed, atMs, before.events);
      return { count: changed.length, orderIds: changed.map(({ id }) => id) };
    }),
  );
  const { count, orderIds = [] } = answer.response;
  return { count, receipts: await readReceiptsOf(db, 'leverage', orderIds, request.action, call.idempotencyKey) };
}
