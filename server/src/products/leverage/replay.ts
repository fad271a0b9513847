/**
 * Runs an account through a window of the log: ticks, nights and time limits in the order in which they were, each event
 * applied before the next is looked for. Pure; the instant comes in from outside and only says how long to wait for ticks
 * that may still be on their way.
 */
import type { AnyEvent } from './applyEvent';
import { applyEvent } from './applyEvent';
import type { Booking, Owner } from './booking';
import type { DecidingTick, KnownTicks } from './knownTicks';
import { isOpen, type LeveragedOrder } from './leveragedOrder';
import { conversionAt, nextEvent, type Account, type Fill, type Undecided } from './nextEvent';
import { closeWithinMs, decideAfterMs, marketWithinMs, otherSymbolAfterMs } from './rules';
import { nightsOf } from './swapEvent';

export interface Replayed {
  readonly account: Account;
  readonly bookings: readonly Booking[];
  /** The window ended here before its end: what comes next needs ticks that are not in the log yet. */
  readonly stoppedAtMs: number | undefined;
  /** Long enough waited: once these logs are closed up to the instant, a new run gets further. */
  readonly toClose: readonly { readonly symbol: string; readonly atMs: number }[];
}

type Step =
  | { readonly kind: 'tick'; readonly atMs: number; readonly tick: DecidingTick }
  | { readonly kind: 'deadline'; readonly atMs: number; readonly orderId: number; readonly symbol: string }
  | { readonly kind: 'rollover'; readonly atMs: number; readonly order: LeveragedOrder };

/** At one instant: the night first (who holds the position then pays it), then the tick, then the time limit. */
const rank = { rollover: 0, tick: 1, deadline: 2 } as const;

export function replay(start: Account, ticks: KnownTicks, owner: Owner, nowMs: number): Replayed {
  let account = start;
  const bookings: Booking[] = [];
  const toClose: { symbol: string; atMs: number }[] = [];
  const apply = (event: AnyEvent): void => {
    const applied = applyEvent(account, event, owner);
    account = applied.account;
    bookings.push(...applied.bookings);
  };
  /** Waits, or asks for the log to be closed: either way the window ends here. */
  const stopAt = (missing: Pick<Undecided, 'symbols' | 'atMs'>, patienceMs: number): Replayed => {
    if (nowMs >= missing.atMs + patienceMs) toClose.push(...missing.symbols.map((symbol) => ({ symbol, atMs: missing.atMs })));
    return { account, bookings, stoppedAtMs: missing.atMs, toClose };
  };

  const deadlines = deadlinesOf(start.orders);
  let [tickAt, deadlineAt] = [0, 0];
  for (;;) {
    const tick = ticks.inOrder[tickAt];
    const step = earliest([
      rolloverOf(account.orders, nowMs),
      tick === undefined ? undefined : { kind: 'tick', atMs: tick.atMs, tick },
      deadlines[deadlineAt],
    ]);
    if (step === undefined) return { account, bookings, stoppedAtMs: undefined, toClose };

    if (step.kind === 'tick') {
      for (let event = nextEvent(account, step.tick, ticks); event !== undefined; event = nextEvent(account, step.tick, ticks)) {
        if (event.kind === 'undecided') return stopAt(event, otherSymbolAfterMs);
        apply(event);
      }
      tickAt += 1;
      continue;
    }

    if (step.kind === 'deadline') {
      deadlineAt += 1;
      const order = account.orders.find((one) => one.id === step.orderId);
      if (order === undefined || !isWaiting(order)) continue;
      if (ticks.completeUntilMs(step.symbol) < step.atMs) {
        // No tick of this symbol is known beyond; the order goes on waiting, others are not held up by it.
        if (nowMs >= step.atMs + decideAfterMs) toClose.push({ symbol: step.symbol, atMs: step.atMs });
        continue;
      }
      apply(
        order.status === 'closing' ? { kind: 'reopen', order } : { kind: 'cancel', order, reason: 'no_tick', atMs: step.atMs },
      );
      continue;
    }

    const nights = nightsOf(step.order, step.atMs);
    if (nights > 0) {
      const needed = [step.order.symbol, ...(step.order.divisorSymbol === undefined ? [] : [step.order.divisorSymbol])];
      const incomplete = needed.filter((symbol) => ticks.completeUntilMs(symbol) < step.atMs);
      if (incomplete.length > 0) return stopAt({ symbols: incomplete, atMs: step.atMs }, decideAfterMs);
    }
    apply({
      kind: 'swap',
      order: step.order,
      rolloverMs: step.atMs,
      nights,
      fill: nights === 0 ? undefined : valuation(step.order, step.atMs, ticks),
    });
  }
}

const isWaiting = (order: LeveragedOrder): boolean =>
  order.status === 'closing' || (order.status === 'pending' && order.limitPrice === undefined);

/** Time limits of what waits for its first tick. Nothing new of the kind can arise during a replay. */
function deadlinesOf(orders: readonly LeveragedOrder[]): Extract<Step, { kind: 'deadline' }>[] {
  return orders
    .flatMap((order) => {
      const atMs =
        order.closing !== undefined
          ? order.closing.askedAtMs + closeWithinMs
          : isWaiting(order)
            ? order.acceptedAtMs + marketWithinMs
            : undefined;
      return atMs === undefined ? [] : [{ kind: 'deadline' as const, atMs, orderId: order.id, symbol: order.symbol }];
    })
    .sort((a, b) => a.atMs - b.atMs || a.orderId - b.orderId);
}

function rolloverOf(orders: readonly LeveragedOrder[], nowMs: number): Extract<Step, { kind: 'rollover' }> | undefined {
  let first: Extract<Step, { kind: 'rollover' }> | undefined;
  for (const order of orders) {
    const atMs = order.nextSwapMs;
    if (!isOpen(order) || atMs === undefined || atMs > nowMs) continue;
    if (first === undefined || atMs < first.atMs) first = { kind: 'rollover', atMs, order };
  }
  return first;
}

function earliest(steps: readonly (Step | undefined)[]): Step | undefined {
  return steps.reduce<Step | undefined>((first, step) => {
    if (step === undefined || first === undefined) return first ?? step;
    return step.atMs < first.atMs || (step.atMs === first.atMs && rank[step.kind] < rank[first.kind]) ? step : first;
  }, undefined);
}

/** A night is valued at the last ticks at or before the rollover, without a spread. */
function valuation(order: LeveragedOrder, atMs: number, ticks: KnownTicks): Fill | undefined {
  const tick = ticks.latestAt(order.symbol, atMs);
  if (tick === undefined) return undefined;
  const { divisorSymbol } = order;
  const rate = divisorSymbol === undefined || divisorSymbol === order.symbol ? tick : ticks.latestAt(divisorSymbol, atMs);
  if (rate === undefined) return undefined;
  const conversion = divisorSymbol === undefined ? conversionAt(order, tick, ticks) : { divisor: rate.price, tick: rate };
  return conversion === undefined ? undefined : { tick, price: tick.price, conversion };
}
