import type { CloseReason } from '@tessera/shared/contract';
import { add, isPositive, subtract, type Amount } from '@tessera/shared/money';
import type { LeveragedOrder } from './leveragedOrder';
import type { Fill } from './nextEvent';
import { liquidationOf, turnoverOf, type Closing } from './positionMoney';

/** What decided a closing; of a stop-out, the tick may be later than that of the price. */
interface Ending {
  readonly reason: CloseReason;
  readonly atMs: number;
}

/** The order after some or all of its lots were closed. */
export function closedOrder(
  order: LeveragedOrder,
  lots: Amount,
  fill: Fill,
  closing: Closing,
  paid: { readonly fee: Amount; readonly insured: Amount },
  { reason, atMs }: Ending,
): LeveragedOrder {
  const openLots = subtract(order.openLots, lots);
  const isAll = !isPositive(openLots);
  const left: LeveragedOrder = {
    ...order,
    openLots,
    status: isAll ? 'closed' : 'open',
    closing: undefined,
    margin: subtract(order.margin, closing.released),
    fee: add(order.fee, paid.fee),
    insured: add(order.insured, paid.insured),
    profit: add(order.profit, closing.profit),
    closings: order.closings + 1,
    closeTurnover: add(order.closeTurnover, turnoverOf(fill.price, lots)),
    closeReason: isAll ? reason : order.closeReason,
    closedAtMs: isAll ? atMs : undefined,
    nextSwapMs: isAll ? undefined : order.nextSwapMs,
  };
  if (isAll || order.opened === undefined) return { ...left, liquidation: isAll ? order.liquidation : left.liquidation };
  return { ...left, liquidation: liquidationOf(left, order.opened.price, atMs) };
}
