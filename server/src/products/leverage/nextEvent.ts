/**
 * What one tick does to one account. Pure: the same account and the same log always give the same event. Anyone who asks
 * applies the event and asks again with the same tick, until nothing more happens.
 *
 * At a tick: first the stop-out of the cross positions, then the set-off of opposite isolated ones, then the stops of single positions, then closings that the person
 * asked for, then openings; within each the older order first. A position opened by this tick is judged from the next.
 */
import type { CancelReason, CloseReason } from '@tessera/shared/contract';
import {
  add,
  compare,
  isNegative,
  isPositive,
  max,
  min,
  subtract,
  zero,
  type Amount,
  type Price,
  type Rate,
} from '@tessera/shared/money';
import {
  closingPrice,
  hasMovedAgainst,
  isAtLevel,
  isLimitMet,
  isLiquidated,
  noDivisor,
  openingPrice,
  profitOf,
  requiredMarginOf,
  stopMet,
} from '@tessera/shared/trading';
import type { DecidingTick, KnownTicks } from './knownTicks';
import { isCross, isOpen, type LeveragedOrder, type ArmedTrigger } from './leveragedOrder';
import { closingOf, openingOf, type Opening } from './positionMoney';
import { setsOff } from './rules';
import type { TriggerKind } from './tables';

export interface Account {
  /** Free balance of the contract account. */
  readonly free: Amount;
  /** By id. Orders that ended stay, so that anyone who writes them sees how. */
  readonly orders: readonly LeveragedOrder[];
  /** Stop-out was judged up to here. */
  readonly judgedMs: number;
  /** Decimals of the account's asset. */
  readonly scale: number;
}

export interface Conversion {
  readonly divisor: Price;
  /** undefined where nothing has to be converted. */
  readonly tick: DecidingTick | undefined;
}

/** The price of a deal and the ticks it comes from. */
export interface Fill {
  readonly tick: DecidingTick;
  readonly price: Price;
  readonly conversion: Conversion;
}

export interface Trigger {
  readonly kind: TriggerKind;
  readonly price: Price | undefined;
  readonly sinceMs: number;
}

export type AccountEvent =
  | {
      readonly kind: 'open';
      readonly order: LeveragedOrder;
      readonly fill: Fill;
      readonly opening: Opening;
      readonly trigger: Trigger;
    }
  | { readonly kind: 'cancel'; readonly order: LeveragedOrder; readonly reason: CancelReason; readonly atMs: number }
  | {
      readonly kind: 'close';
      readonly order: LeveragedOrder;
      readonly lots: Amount;
      readonly reason: CloseReason;
      readonly fill: Fill;
      readonly trigger: Trigger;
    }
  | {
      readonly kind: 'stop_out';
      readonly tick: DecidingTick;
      readonly level: Rate;
      readonly sinceMs: number;
      readonly closings: readonly { readonly order: LeveragedOrder; readonly fill: Fill }[];
    }
  | {
      readonly kind: 'set_off';
      readonly tick: DecidingTick;
      readonly sinceMs: number;
      /** The one that lacks money, then the opposite ones with as many lots as it has, the older first. */
      readonly closings: readonly { readonly order: LeveragedOrder; readonly lots: Amount; readonly fill: Fill }[];
    };

/** The log of these symbols has not reached the instant yet: what happens there cannot be told. */
export interface Undecided {
  readonly kind: 'undecided';
  readonly symbols: readonly string[];
  readonly atMs: number;
}

export function nextEvent(account: Account, tick: DecidingTick, ticks: KnownTicks): AccountEvent | Undecided | undefined {
  const stopOut = stopOutAt(account, tick, ticks);
  if (stopOut !== undefined) return stopOut;
  const concerned = account.orders.filter((order) => order.symbol === tick.symbol);
  const setOff = setOffAt(account, concerned, tick, ticks);
  if (setOff !== undefined) return setOff;
  for (const order of concerned) {
    const met = stopOf(order, tick);
    if (met !== undefined) return closing(order, order.openLots, met.kind, { ...met }, tick, ticks);
  }
  for (const order of concerned) {
    if (order.closing === undefined || tick.atMs <= order.closing.askedAtMs) continue;
    return closing(
      order,
      order.closing.lots,
      'user',
      { kind: 'close', price: undefined, sinceMs: order.closing.askedAtMs },
      tick,
      ticks,
    );
  }
  for (const order of concerned) {
    if (order.status !== 'pending' || tick.atMs <= order.acceptedAtMs) continue;
    const event = openingAt(account, order, tick, ticks);
    if (event !== undefined) return event;
  }
  return undefined;
}

/** undefined: the conversion's log is not complete up to the tick. */
export function conversionAt(
  order: Pick<LeveragedOrder, 'divisorSymbol' | 'symbol'>,
  tick: DecidingTick,
  ticks: KnownTicks,
): Conversion | undefined {
  const { divisorSymbol } = order;
  if (divisorSymbol === undefined) return { divisor: noDivisor, tick: undefined };
  if (divisorSymbol === tick.symbol) return { divisor: tick.price, tick };
  const found = ticks.latestAt(divisorSymbol, tick.atMs);
  return found === undefined || ticks.completeUntilMs(divisorSymbol) < tick.atMs
    ? undefined
    : { divisor: found.price, tick: found };
}

const undecided = (order: LeveragedOrder, tick: DecidingTick): Undecided => ({
  kind: 'undecided',
  symbols: order.divisorSymbol === undefined ? [] : [order.divisorSymbol],
  atMs: tick.atMs,
});

/** The stop that the tick meets, among those that stood before it. */
function stopOf(
  order: LeveragedOrder,
  tick: DecidingTick,
): { kind: 'liquidation' | 'stop_loss' | 'take_profit'; price: Price; sinceMs: number } | undefined {
  if (!isOpen(order) || order.opened === undefined || tick.atMs <= order.opened.atMs) return undefined;
  const armedBefore = (stop: ArmedTrigger | undefined): ArmedTrigger | undefined =>
    stop !== undefined && stop.sinceMs < tick.atMs ? stop : undefined;
  const stops = {
    liquidation: armedBefore(order.liquidation),
    stop_loss: armedBefore(order.stopLoss),
    take_profit: armedBefore(order.takeProfit),
  };
  const kind = stopMet(
    {
      direction: order.direction,
      takeProfit: stops.take_profit?.price,
      stopLoss: stops.stop_loss?.price,
      liquidationPrice: stops.liquidation?.price,
    },
    tick.price,
    order.spread,
  );
  const met = kind === undefined ? undefined : stops[kind];
  return kind === undefined || met === undefined ? undefined : { kind, price: met.price, sinceMs: met.sinceMs };
}

function closing(
  order: LeveragedOrder,
  lots: Amount,
  reason: CloseReason,
  trigger: Trigger,
  tick: DecidingTick,
  ticks: KnownTicks,
): AccountEvent | Undecided {
  const conversion = conversionAt(order, tick, ticks);
  if (conversion === undefined) return undecided(order, tick);
  return {
    kind: 'close',
    order,
    lots,
    reason,
    trigger,
    fill: { tick, price: closingPrice(order.direction, tick.price, order.spread), conversion },
  };
}

function openingAt(
  account: Account,
  order: LeveragedOrder,
  tick: DecidingTick,
  ticks: KnownTicks,
): AccountEvent | Undecided | undefined {
  const at = openingPrice(order.direction, tick.price, order.spread);
  if (order.limitPrice !== undefined && !isLimitMet(order.direction, order.limitPrice, tick.price, order.spread))
    return undefined;
  if (order.seen !== undefined && hasMovedAgainst(order.direction === 'long', order.seen.price, at, order.seen.tolerance)) {
    return { kind: 'cancel', order, reason: 'price_moved', atMs: tick.atMs };
  }
  const conversion = conversionAt(order, tick, ticks);
  if (conversion === undefined) return undecided(order, tick);
  const opening = openingOf(order, order.lots, at, conversion.divisor, account.scale);
  const missing = subtract(add(opening.margin, opening.fee), add(order.margin, order.feeHold));
  if (compare(missing, account.free) > 0) return { kind: 'cancel', order, reason: 'margin', atMs: tick.atMs };
  const trigger = {
    kind: order.limitPrice === undefined ? ('market' as const) : ('limit' as const),
    price: order.limitPrice ?? order.seen?.price,
    sinceMs: order.acceptedAtMs,
  };
  return { kind: 'open', order, opening, trigger, fill: { tick, price: at, conversion } };
}

/** free + cross margin + floating profit of the cross positions, each at its own latest tick, against what their margin counts as. */
function stopOutAt(account: Account, tick: DecidingTick, ticks: KnownTicks): AccountEvent | Undecided | undefined {
  if (tick.atMs <= account.judgedMs) return undefined;
  const positions = account.orders.filter((order) => isCross(order) && isOpen(order));
  if (!positions.some((order) => order.symbol === tick.symbol || order.divisorSymbol === tick.symbol)) return undefined;
  const sinceMs = positions.reduce((latest, order) => Math.max(latest, order.opened?.atMs ?? latest), 0);
  if (sinceMs >= tick.atMs) return undefined;
  let equity = account.free;
  let margin = zero;
  const closings: { order: LeveragedOrder; fill: Fill }[] = [];
  const symbols = new Set<string>();
  for (const order of positions) {
    const fill = latestFill(order, tick, ticks);
    if (fill === undefined || order.opened === undefined) return undefined;
    const valuation = { divisor: fill.conversion.divisor, scale: account.scale };
    const floating = profitOf(
      order.direction,
      { lots: order.openLots, contractSize: order.contractSize },
      order.opened.price,
      fill.price,
      valuation,
    );
    equity = add(add(equity, order.margin), floating);
    margin = add(margin, requiredMarginOf(order, tick.atMs));
    closings.push({ order, fill });
    for (const symbol of [order.symbol, order.divisorSymbol])
      if (symbol !== undefined && symbol !== tick.symbol) symbols.add(symbol);
  }
  const level = positions.reduce((highest, order) => max(highest, order.stopOutLevel), positions[0]?.stopOutLevel ?? noLevel);
  if (!isPositive(margin) || !isAtLevel(equity, margin, level)) return undefined;
  const incomplete = [...symbols].filter((symbol) => ticks.completeUntilMs(symbol) < tick.atMs);
  if (incomplete.length > 0) return { kind: 'undecided', symbols: incomplete, atMs: tick.atMs };
  return { kind: 'stop_out', tick, level, sinceMs: Math.max(sinceMs, account.judgedMs), closings };
}
const noLevel = zero as unknown as Rate;

/**
 * An isolated position that is worth less than nothing at this tick, and the opposite ones of its holder: the gap that took the
 * one beyond its margin brought the others as much for each lot, so that money pays before the insurance does.
 */
function setOffAt(
  account: Account,
  concerned: readonly LeveragedOrder[],
  tick: DecidingTick,
  ticks: KnownTicks,
): AccountEvent | Undecided | undefined {
  const isolated = concerned.filter((order) => setsOff(order) && !isCross(order) && isOpen(order) && isOpenedBefore(order, tick));
  for (const order of isolated) {
    const { direction, liquidation, opened } = order;
    const opposite = isolated.filter((one) => one.direction !== direction);
    if (opposite.length === 0 || opened === undefined || liquidation === undefined) continue;
    if (!isLiquidated(direction, tick.price, liquidation.price)) continue;
    const conversion = conversionAt(order, tick, ticks);
    if (conversion === undefined) return undecided(order, tick);
    const fillOf = (one: LeveragedOrder): Fill => ({
      tick,
      price: closingPrice(one.direction, tick.price, one.spread),
      conversion,
    });
    const fill = fillOf(order);
    const { released, profit } = closingOf(order, opened.price, order.openLots, fill.price, conversion.divisor, account.scale);
    if (!isNegative(add(released, profit))) continue;
    let left = order.openLots;
    const matched = opposite.flatMap((one) => {
      const lots = min(left, one.openLots);
      left = subtract(left, lots);
      return isPositive(lots) ? [{ order: one, lots, fill: fillOf(one) }] : [];
    });
    const sinceMs = Math.max(...[order, ...matched.map((one) => one.order)].map((one) => one.opened?.atMs ?? 0));
    return { kind: 'set_off', tick, sinceMs, closings: [{ order, lots: order.openLots, fill }, ...matched] };
  }
  return undefined;
}
const isOpenedBefore = ({ opened }: LeveragedOrder, tick: DecidingTick): boolean =>
  opened !== undefined && opened.atMs < tick.atMs;

/** As of the deciding tick, complete or not: completeness is asked once something would happen. */
function latestFill(order: LeveragedOrder, tick: DecidingTick, ticks: KnownTicks): Fill | undefined {
  const own = order.symbol === tick.symbol ? tick : ticks.latestAt(order.symbol, tick.atMs);
  if (own === undefined) return undefined;
  const rate =
    order.divisorSymbol === undefined
      ? undefined
      : order.divisorSymbol === tick.symbol
        ? tick
        : ticks.latestAt(order.divisorSymbol, tick.atMs);
  if (order.divisorSymbol !== undefined && rate === undefined) return undefined;
  return {
    tick: own,
    price: closingPrice(order.direction, own.price, order.spread),
    conversion: { divisor: rate?.price ?? noDivisor, tick: rate },
  };
}
