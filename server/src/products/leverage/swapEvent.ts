/** A night that a position was held: charged from the free balance, then from the margin; credited to the free balance. */
import { add, amount, isNegative, isZero, max, min, negate, subtract, zero, type Amount } from '@tessera/shared/money';
import { nightsAt, notionalOf, rolloversBetween, swapOf } from '@tessera/shared/trading';
import { houseLeg, moving, replaced, userLeg, type Applied, type Owner } from './booking';
import { isOpen, type LeveragedOrder } from './leveragedOrder';
import type { Account, Fill } from './nextEvent';
import { liquidationOf } from './positionMoney';

export interface SwapEvent {
  readonly kind: 'swap';
  readonly order: LeveragedOrder;
  readonly rolloverMs: number;
  /** Zero at weekends that a triple night makes up for: nothing is charged. */
  readonly nights: number;
  /** What it was valued at: the last tick at or before the rollover. undefined where the night does not count. */
  readonly fill: Fill | undefined;
}

const dayMs = 86_400_000;
/** The first rollover after an instant. */
export function nextRollover(afterMs: number, rolloverMinute: number): number {
  return rolloversBetween(afterMs, afterMs + dayMs, rolloverMinute)[0] ?? afterMs + dayMs;
}

export const nightsOf = (order: LeveragedOrder, rolloverMs: number): number => nightsAt(rolloverMs, order.tripleWeekday);

/** The smallest unit that must stay, so that a margin level can still be told. */
const minMargin = (scale: number): Amount => amount(scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`);

function swapAmount(order: LeveragedOrder, nights: number, fill: Fill, scale: number): Amount {
  const size = { lots: order.openLots, contractSize: order.contractSize };
  const valuation = { divisor: fill.conversion.divisor, scale };
  const notional = notionalOf(size, fill.tick.price, valuation);
  return swapOf({ mode: order.swapMode, perNight: order.swapPerNight, digits: order.digits }, size, notional, nights, valuation);
}

export function swapBooking(account: Account, { order, rolloverMs, nights, fill }: SwapEvent, owner: Owner): Applied {
  const next = { ...order, nextSwapMs: nextRollover(rolloverMs, order.rolloverMinute) };
  if (nights === 0 || fill === undefined || !isOpen(order)) return { account: replaced(account, next), bookings: [] };
  const due = swapAmount(order, nights, fill, account.scale);
  const owed = isNegative(due) ? negate(due) : zero;
  const fromFree = min(owed, account.free);
  const fromMargin = min(subtract(owed, fromFree), max(subtract(order.margin, minMargin(account.scale)), zero));
  const paid = isNegative(due) ? negate(add(fromFree, fromMargin)) : due;
  const margin = subtract(order.margin, fromMargin);
  const charged: LeveragedOrder = { ...next, margin, swap: add(order.swap, paid) };
  const judged =
    isZero(fromMargin) || order.opened === undefined
      ? charged
      : { ...charged, liquidation: liquidationOf(charged, order.opened.price, rolloverMs) };
  const free = isNegative(due) ? negate(fromFree) : due;
  return {
    account: replaced(account, judged, free),
    bookings: [
      {
        key: `swap:leverage:${order.id}:${rolloverMs}`,
        orderId: order.id,
        deals: [],
        legs: moving([
          userLeg(owner, 'contract', free),
          userLeg(owner, 'margin', negate(fromMargin)),
          houseLeg('fee', negate(paid)),
        ]),
        swap: { orderId: order.id, rolloverMs, nights, amount: paid, fill },
      },
    ],
  };
}
