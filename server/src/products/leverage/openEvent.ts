/** A pending order meets its price: the position stands, its margin is held, its fee paid. */
import { add, subtract, zero } from '@tessera/shared/money';
import { houseLeg, moving, replaced, userLeg, type Applied, type Owner } from './booking';
import type { LeveragedOrder } from './leveragedOrder';
import type { Account, AccountEvent } from './nextEvent';
import { liquidationOf } from './positionMoney';
import { nextRollover } from './swapEvent';

/** What the hold was too large by comes back; what it was too small by is taken as well. */
export function openEvent(
  account: Account,
  { order, fill, opening, trigger }: Extract<AccountEvent, { kind: 'open' }>,
  owner: Owner,
): Applied {
  const held = add(order.margin, order.feeHold);
  const back = subtract(held, add(opening.margin, opening.fee));
  const { atMs, seq } = fill.tick;
  const openingOrder: LeveragedOrder = {
    ...order,
    status: 'open',
    openLots: order.lots,
    margin: opening.margin,
    feeHold: zero,
    fee: opening.fee,
    pricePerLot: opening.pricePerLot,
    opened: { price: fill.price, seq, atMs },
    nextSwapMs: nextRollover(atMs, order.rolloverMinute),
    // Stops asked for with the order stand from the opening on.
    takeProfit:
      order.takeProfit === undefined ? undefined : { ...order.takeProfit, sinceMs: Math.max(order.takeProfit.sinceMs, atMs) },
    stopLoss: order.stopLoss === undefined ? undefined : { ...order.stopLoss, sinceMs: Math.max(order.stopLoss.sinceMs, atMs) },
  };
  const opened = { ...openingOrder, liquidation: liquidationOf(openingOrder, fill.price, atMs) };
  return {
    account: replaced(account, opened, back),
    bookings: [
      {
        key: `open:leverage:${order.id}`,
        orderId: order.id,
        swap: undefined,
        legs: moving([
          userLeg(owner, 'margin', subtract(opening.margin, held)),
          userLeg(owner, 'contract', back),
          houseLeg('fee', opening.fee),
        ]),
        deals: [
          {
            order,
            kind: 'open',
            lots: order.lots,
            fill,
            notional: opening.notional,
            margin: opening.margin,
            fee: opening.fee,
            profit: undefined,
            insured: zero,
            trigger,
            instantMs: atMs,
            account: undefined,
          },
        ],
      },
    ],
  };
}
