/** Positions that close at one tick and stand for one another: a stop-out, a set-off. */
import { invariant } from '@tessera/shared/errors';
import { add, compare, isZero, min, negate, rate, subtract, toText, zero, type Amount, type Rate } from '@tessera/shared/money';
import { settlementOfClosing, sharesOfStopOut } from '@tessera/shared/trading';
import { houseLeg, moving, replaced, userLeg, type Applied, type Booking, type DealDraft, type Owner } from './booking';
import { closedOrder } from './closedOrder';
import type { DecidingTick } from './knownTicks';
import type { LeveragedOrder } from './leveragedOrder';
import type { Account, AccountEvent, Fill, Trigger } from './nextEvent';
import { closingOf, type Closing } from './positionMoney';
import type { StopOutAccount } from './tables';

/** All cross positions at once: they stand for one another, and the free balance behind them. */
export const stopOut = (account: Account, event: Extract<AccountEvent, { kind: 'stop_out' }>, owner: Owner): Applied =>
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

/** An isolated position that a gap took beyond its margin, and the opposite ones of its holder: no free balance stands behind them. */
export const setOff = (account: Account, event: Extract<AccountEvent, { kind: 'set_off' }>, owner: Owner): Applied =>
  closeTogether(account, { ...event, reason: 'set_off', level: noLevel, behind: zero }, owner);

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
    after = replaced(
      after,
      stillAsked(order, closedOrder(order, lots, fill, closing, { fee, insured }, { reason, atMs: tick.atMs })),
    );
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
      instantMs: tick.atMs,
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
