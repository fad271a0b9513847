/**
 * What stored ticks do to a spot order: a function of the order as it was accepted, what was filled before, and the ticks.
 *
 *   market   the first tick after acceptance, within five seconds: its book, no level beyond the slippage cap; never at a
 *            price that is worse than the one seen by more than the tolerance
 *   limit    every tick after acceptance: the levels of its book at the limit or better
 *   cancel   ticks up to the instant of the request still count; then the order ends
 *
 * Ticks that do not count (filled in afterwards, within an incident) are left out by the caller.
 */
import { invariant } from '../errors/invariant';
import { add, compare, isPositive, isZero, multiply, subtract, type Amount, type Price } from '../money';
import { bookOf, fillFrom, spreadOfSteps, type Book, type BookTerms, type TickOfBook } from './orderBook';
import { askOf, bidOf } from './sides';
import { slippageBound, spotFillMoney, toleratedMoveOf, type SpotAsked, type SpotBounds, type SpotProgress } from './spotMoney';
import { hasMovedAgainst } from './triggers';

/** How long a market order waits for its tick. */
export const marketWindowMs = 5000;

export interface SpotIntention extends SpotAsked {
  readonly acceptedAtMs: number;
  /** When its holder asked for its end. */
  readonly cancelAtMs: number | undefined;
}

export interface SpotDecisionTerms extends SpotBounds {
  readonly book: BookTerms;
  readonly quoteScale: number;
}

export interface SpotTick extends TickOfBook {
  readonly seq: number;
  readonly atMs: number;
}

export interface DecidedFill {
  readonly tick: SpotTick;
  /** Average over the levels taken. */
  readonly price: Price;
  readonly quantity: Amount;
  readonly total: Amount;
  readonly fee: Amount;
}

export type SpotEnd =
  | { readonly status: 'filled'; readonly reason: null }
  | { readonly status: 'cancelled'; readonly reason: 'user' | 'slippage_cap' }
  | { readonly status: 'rejected'; readonly reason: 'price_moved' | 'no_tick' };

export interface SpotDecision {
  readonly fills: readonly DecidedFill[];
  readonly progress: SpotProgress;
  /** undefined: it waits on. */
  readonly end: SpotEnd | undefined;
}

/** Nothing after this instant decides anything about the order; undefined while there is no end to its waiting. */
export function lastInstantOf({
  entrustment,
  acceptedAtMs,
  cancelAtMs,
}: Pick<SpotIntention, 'entrustment' | 'acceptedAtMs' | 'cancelAtMs'>): number | undefined {
  if (entrustment === 'limit') return cancelAtMs;
  return Math.min(acceptedAtMs + marketWindowMs, cancelAtMs ?? Number.POSITIVE_INFINITY);
}

/**
 * `ticks` ascending, after those that `before` came from. `knownUntilMs`: every tick up to there is in the log, and no other
 * will ever be.
 */
export function decideSpot(
  order: SpotIntention,
  terms: SpotDecisionTerms,
  before: SpotProgress,
  ticks: readonly SpotTick[],
  knownUntilMs: number,
): SpotDecision {
  const lastMs = lastInstantOf(order);
  const counting = ticks.filter((tick) => tick.atMs > order.acceptedAtMs && (lastMs === undefined || tick.atMs <= lastMs));
  const decision =
    order.entrustment === 'market'
      ? decideMarket(order, terms, before, counting[0])
      : decideLimit(order, terms, before, counting);
  if (decision.end !== undefined || lastMs === undefined || knownUntilMs < lastMs) return decision;
  const isUsers = order.cancelAtMs === lastMs;
  return { ...decision, end: isUsers ? { status: 'cancelled', reason: 'user' } : { status: 'rejected', reason: 'no_tick' } };
}

const filledWhole: SpotEnd = { status: 'filled', reason: null };

function decideMarket(
  order: SpotIntention,
  terms: SpotDecisionTerms,
  before: SpotProgress,
  tick: SpotTick | undefined,
): SpotDecision {
  if (tick === undefined) return { fills: [], progress: before, end: undefined };
  const { side, seenPrice } = order;
  invariant(seenPrice !== undefined, 'a market order knows the price that was seen');
  if (hasMovedAgainst(side === 'buy', seenPrice, tick.price, toleratedMoveOf(seenPrice, terms))) {
    return { fills: [], progress: before, end: { status: 'rejected', reason: 'price_moved' } };
  }
  const cap = slippageBound(side, tick.price, terms);
  const book = bookOf(tick, terms.book);
  const made = fillAt(order, terms, before, { tick, book, limit: cap });
  if (made === undefined) return { fills: [], progress: before, end: { status: 'cancelled', reason: 'slippage_cap' } };
  const progress = grown(before, made);
  const isWhole =
    order.quantity === undefined ? isSpent(order, terms, book, cap, made) : compare(progress.filled, order.quantity) === 0;
  return { fills: [made], progress, end: isWhole ? filledWhole : { status: 'cancelled', reason: 'slippage_cap' } };
}

/** What is left of a purchase by total buys no further step of any level within the cap. */
function isSpent(
  { total }: SpotIntention,
  { book: { quantityStep } }: SpotDecisionTerms,
  book: Book,
  cap: Price,
  made: DecidedFill,
): boolean {
  invariant(total !== undefined, 'an order without a quantity has a total');
  let within = made.quantity;
  let worst = made.price;
  for (const level of book.asks) {
    if (compare(level.price, cap) > 0) break;
    within = subtract(within, level.quantity);
    worst = level.price;
  }
  // Levels were left over: money was what ran out.
  return within.lt('0') || compare(subtract(total, made.total), multiply(quantityStep, worst, 36, 'up')) < 0;
}

function decideLimit(
  order: SpotIntention,
  terms: SpotDecisionTerms,
  before: SpotProgress,
  ticks: readonly SpotTick[],
): SpotDecision {
  const { side, price: limit, quantity } = order;
  invariant(limit !== undefined && quantity !== undefined, 'a limit order has its limit and its quantity');
  const spread = spreadOfSteps(terms.book.spreadSteps, terms.book.digits);
  const fills: DecidedFill[] = [];
  let progress = before;
  for (const tick of ticks) {
    // The touch is the best level: where it is worse than the limit, no book need be drawn.
    const isMet =
      side === 'buy' ? compare(askOf(tick.price, spread), limit) <= 0 : compare(bidOf(tick.price, spread), limit) >= 0;
    if (!isMet) continue;
    const made = fillAt(order, terms, progress, { tick, book: bookOf(tick, terms.book), limit });
    if (made === undefined) continue;
    fills.push(made);
    progress = grown(progress, made);
    if (isZero(subtract(quantity, progress.filled))) return { fills, progress, end: filledWhole };
  }
  return { fills, progress, end: undefined };
}

function fillAt(
  order: SpotIntention,
  { book: { digits, quantityStep }, quoteScale }: SpotDecisionTerms,
  before: SpotProgress,
  { tick, book, limit }: { readonly tick: SpotTick; readonly book: Book; readonly limit: Price },
): DecidedFill | undefined {
  const quantity = order.quantity === undefined ? undefined : subtract(order.quantity, before.filled);
  const taken = fillFrom(book, { side: order.side, quantity, total: order.total, limit }, { digits, quantityStep, quoteScale });
  if (taken.averagePrice === undefined || !isPositive(taken.quantity)) return undefined;
  const money = spotFillMoney(order, before, taken.total, quoteScale);
  return money === undefined ? undefined : { tick, price: taken.averagePrice, quantity: taken.quantity, ...money };
}

const grown = (before: SpotProgress, made: DecidedFill): SpotProgress => ({
  filled: add(before.filled, made.quantity),
  filledTotal: add(before.filledTotal, made.total),
  fee: add(before.fee, made.fee),
});
