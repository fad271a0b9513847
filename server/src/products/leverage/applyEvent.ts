/**
 * What an event does: the account after it, the money that moves, and the deals that are kept. Pure. docs/trading.md has
 * the table of postings; each position that an event moves has one journal, whose key can exist once.
 */
import type { CloseReason } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import {
  add,
  compare,
  isPositive,
  isZero,
  min,
  negate,
  rate,
  subtract,
  toText,
  zero,
  type Amount,
  type Rate,
} from '@tessera/shared/money';
import { settlementOfClosing, sharesOfStopOut } from '@tessera/shared/trading';
import { houseLeg, moving, replaced, userLeg, type Applied, type Booking, type DealDraft, type Owner } from './booking';
import type { DecidingTick } from './knownTicks';
import type { LeveragedOrder } from './leveragedOrder';
import type { Account, AccountEvent, Fill, Trigger } from './nextEvent';
import { closingOf, liquidationOf, turnoverOf, type Closing } from './positionMoney';
import { nextRollover, swapBooking, type SwapEvent } from './swapEvent';
import type { StopOutAccount } from './tables';

/** Everything that can happen to an account; reopen: no tick came for a close that was asked for. */
export type AnyEvent = AccountEvent | SwapEvent | { readonly kind: 'reopen'; readonly order: LeveragedOrder };

export function applyEvent(account: Account, event: AnyEvent, owner: Owner): Applied {
  switch (event.kind) {
    case 'open':
      return open(account, event, owner);
    case 'cancel':
      return cancel(account, event, owner);
    case 'close':
      return close(account, event, owner);
    case 'stop_out':
      return stopOut(account, event, owner);
    case 'set_off':
      return closeTogether(account, { ...event, reason: 'set_off', level: noLevel, behind: zero }, owner);
    case 'swap':
      return swapBooking(account, event, owner);
    case 'reopen':
      return { account: replaced(account, { ...event.order, status: 'open', closing: undefined }), bookings: [] };
  }
}

/** What the hold was too large by comes back; what it was too small by is taken as well. */
function open(
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
            account: undefined,
          },
        ],
      },
    ],
  };
}

function cancel(account: Account, { order, reason, atMs }: Extract<AccountEvent, { kind: 'cancel' }>, owner: Owner): Applied {
  const held = add(order.margin, order.feeHold);
  const cancelled: LeveragedOrder = {
    ...order,
    status: 'cancelled',
    cancelReason: reason,
    closedAtMs: atMs,
    margin: zero,
    feeHold: zero,
  };
  return {
    account: replaced(account, cancelled, held),
    bookings: [
      {
        key: `cancel:leverage:${order.id}`,
        orderId: order.id,
        deals: [],
        swap: undefined,
        legs: moving([userLeg(owner, 'margin', negate(held)), userLeg(owner, 'contract', held)]),
      },
    ],
  };
}

/** What decided a closing; of a stop-out, the tick may be later than that of the price. */
interface Ending {
  readonly reason: CloseReason;
  readonly atMs: number;
}

/** The order after some or all of its lots were closed. */
function closed(
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

function close(
  account: Account,
  { order, lots, reason, fill, trigger }: Extract<AccountEvent, { kind: 'close' }>,
  owner: Owner,
): Applied {
  const { opened } = order;
  invariant(opened !== undefined, `order ${order.id} that is closed was opened`);
  const closing = closingOf(order, opened.price, lots, fill.price, fill.conversion.divisor, account.scale);
  const paid = settlementOfClosing(closing, order.marginMode === 'cross' ? account.free : zero);
  return {
    account: replaced(account, closed(order, lots, fill, closing, paid, { reason, atMs: fill.tick.atMs }), paid.credit),
    bookings: [
      {
        key: `close:leverage:${order.id}:${order.closings + 1}`,
        orderId: order.id,
        swap: undefined,
        legs: moving([
          userLeg(owner, 'margin', negate(closing.released)),
          userLeg(owner, 'contract', paid.credit),
          houseLeg('pnl', negate(closing.profit)),
          houseLeg('fee', paid.fee),
          houseLeg('insurance', negate(paid.insured)),
        ]),
        deals: [
          {
            order,
            kind: 'close',
            lots,
            fill,
            notional: closing.notional,
            margin: closing.released,
            fee: paid.fee,
            profit: closing.profit,
            insured: paid.insured,
            trigger,
            account: undefined,
          },
        ],
      },
    ],
  };
}

/** All cross positions at once: they stand for one another, and the free balance behind them. */
const stopOut = (account: Account, event: Extract<AccountEvent, { kind: 'stop_out' }>, owner: Owner): Applied =>
  closeTogether(
    account,
    {
      ...event,
      reason: 'stop_out',
      closings: event.closings.map((one) => ({ ...one, lots: one.order.openLots })),
      behind: account.free,
    },
    owner,
  );
const noLevel = rate('0');

interface ClosingTogether {
  readonly reason: 'stop_out' | 'set_off';
  readonly tick: DecidingTick;
  readonly level: Rate;
  readonly sinceMs: number;
  readonly closings: readonly { readonly order: LeveragedOrder; readonly lots: Amount; readonly fill: Fill }[];
  /** Free balance that may be used up. */
  readonly behind: Amount;
}

/** Several closings at once, a journal for each: only what all of them together lack is insured. */
function closeTogether(account: Account, event: ClosingTogether, owner: Owner): Applied {
  const { reason, tick, sinceMs, behind } = event;
  const parts = event.closings.map(({ order, lots, fill }) => {
    invariant(order.opened !== undefined, `order ${order.id} that is closed was opened`);
    return {
      order,
      lots,
      fill,
      closing: closingOf(order, order.opened.price, lots, fill.price, fill.conversion.divisor, account.scale),
    };
  });
  const snapshot = snapshotOf(event, parts);
  const sum = (of: (closing: Closing) => Amount): Amount => parts.reduce((total, part) => add(total, of(part.closing)), zero);
  const whole = { released: sum((one) => one.released), profit: sum((one) => one.profit), fee: sum((one) => one.fee) };
  const paid = settlementOfClosing(whole, behind);
  const shares = sharesOfStopOut(
    parts.map(({ closing }) => closing),
    behind,
  );
  let after = account;
  const deals = parts.map(({ order, lots, fill, closing }, index): DealDraft => {
    const { fee, insured } = shares[index] ?? { fee: zero, insured: zero };
    after = replaced(after, stillAsked(order, closed(order, lots, fill, closing, { fee, insured }, { reason, atMs: tick.atMs })));
    const trigger: Trigger = { kind: reason, price: undefined, sinceMs };
    return {
      order,
      kind: 'close',
      lots,
      fill,
      notional: closing.notional,
      margin: closing.released,
      fee,
      profit: closing.profit,
      insured,
      trigger,
      account: snapshot,
    };
  });
  const sharedOut = shares.reduce(
    (rest, share) => ({ fee: subtract(rest.fee, share.fee), insured: subtract(rest.insured, share.insured) }),
    { fee: paid.fee, insured: paid.insured },
  );
  invariant(
    isZero(sharedOut.fee) && isZero(sharedOut.insured),
    'fees and insurance of what closes together are shared out to the last unit',
  );
  // The balance is never below zero on the way: what a position brings comes before what another one takes.
  const bookings = deals
    .map((deal) => ({ deal, credit: creditOf(deal) }))
    .sort((one, other) => compare(other.credit, one.credit))
    .map(({ deal, credit }): Booking => ({
      key: `${journalKinds[reason]}:leverage:${deal.order.id}:${deal.order.closings + 1}`,
      orderId: deal.order.id,
      deals: [deal],
      swap: undefined,
      legs: moving([
        userLeg(owner, 'margin', negate(deal.margin)),
        userLeg(owner, 'contract', credit),
        houseLeg('pnl', negate(deal.profit ?? zero)),
        houseLeg('fee', deal.fee),
        houseLeg('insurance', negate(deal.insured)),
      ]),
    }));
  return { account: { ...after, free: add(account.free, paid.credit) }, bookings };
}

/** What the closing brings the contract account, or takes from it. */
const creditOf = ({ margin, profit, fee, insured }: DealDraft): Amount =>
  subtract(add(add(margin, profit ?? zero), insured), fee);

const journalKinds = { stop_out: 'stopout', set_off: 'setoff' } as const;

/** A close that the person asked for, of what the set-off left open. */
const stillAsked = ({ closing }: LeveragedOrder, after: LeveragedOrder): LeveragedOrder =>
  closing === undefined || after.status === 'closed'
    ? after
    : { ...after, status: 'closing', closing: { ...closing, lots: min(closing.lots, after.openLots) } };

const snapshotOf = (
  { behind, tick, level }: ClosingTogether,
  parts: readonly { readonly order: LeveragedOrder; readonly lots: Amount; readonly fill: Fill; readonly closing: Closing }[],
): StopOutAccount => ({
  free: toText(behind),
  stopOutLevel: toText(level),
  tick: { symbol: tick.symbol, seq: tick.seq },
  positions: parts.map(({ order, lots, fill, closing }) => ({
    orderId: String(order.id),
    symbol: order.symbol,
    direction: order.direction,
    lots: toText(lots),
    contractSize: toText(order.contractSize),
    openPrice: toText(order.opened?.price ?? fill.price),
    margin: toText(closing.released),
    spreadBelow: toText(order.spread.below),
    spreadAbove: toText(order.spread.above),
    tickSeq: fill.tick.seq,
    tickPrice: toText(fill.tick.price),
    divisor: toText(fill.conversion.divisor),
    divisorSymbol: fill.conversion.tick?.symbol ?? null,
    divisorSeq: fill.conversion.tick?.seq ?? null,
  })),
});
