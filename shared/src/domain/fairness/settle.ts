/**
 * The rule of a seconds contract, as one pure function. What happened follows from the accepted order, the rule's
 * numbers and the tick log, and from nothing else: no user, no stake, no other order enters.
 *
 *   t0     acceptance, by the server's clock, and not before the head of the symbol's log
 *   entry  the first tick with at > t0; from version 2 on also with a number above the head's
 *   T      t0 + seconds
 *   exit   the last tick with at <= T; final once a tick with at > T is in the log, or `decideAfterMs` after T
 *   next   the first tick with at > T, when there was one: it shows that no later tick could have changed the exit
 *
 * Long wins when exit > entry, short when exit < entry, both strictly; equal prices give stake and fee back.
 * Void (stake and fee back): no entry within `entryWithinMs` of t0; fewer than `minTicksBetween` ticks after the entry up
 * to and including T (the exit counts, the entry does not); exit older than `exitMaxAgeMs` at T; a published incident.
 *
 * A symbol's ticks are numbered without a gap, so ticks are counted by their numbers: a log reduced to entry, exit and
 * next decides exactly as the whole run does. A tick that was filled in after a time without a feed is never an entry or
 * an exit; it shows that the log has passed its instant, and between entry and exit its number counts.
 */
import { invariant } from '../errors/invariant';
import type { Direction } from '../contract/wire';
import type { SecondsOutcome, VoidReason } from '../contract/seconds';
import { compare, price } from '../money';

export interface SecondsRule {
  readonly version: number;
  readonly entryWithinMs: number;
  readonly minTicksBetween: number;
  readonly exitMaxAgeMs: number;
  readonly decideAfterMs: number;
}

/**
 * Every rule that was ever in force. A version never changes; a change is a new version. Version 2 names the head of the log
 * at acceptance: its entry is a tick that was not public then, whatever its time. From version 3 on an order that an incident
 * voids keeps the ticks that the log gives it; before, it named none.
 */
export const secondsRules: readonly SecondsRule[] = [
  { version: 1, entryWithinMs: 2000, minTicksBetween: 2, exitMaxAgeMs: 5000, decideAfterMs: 2000 },
  { version: 2, entryWithinMs: 2000, minTicksBetween: 2, exitMaxAgeMs: 5000, decideAfterMs: 2000 },
  { version: 3, entryWithinMs: 2000, minTicksBetween: 2, exitMaxAgeMs: 5000, decideAfterMs: 2000 },
];
export const currentRuleVersion = 3;
export const isEntryAfterHead = ({ version }: Pick<SecondsRule, 'version'>): boolean => version >= 2;
export const hasTicksInIncident = ({ version }: Pick<SecondsRule, 'version'>): boolean => version >= 3;

/** An order of any product is accepted within this time of its arrival, or not at all. */
export const acceptWithinMs = 2000;
/** And of its sending, where the client says when: a second more, for the way. */
export const acceptAfterSentMs = 3000;
/** And at most so many ticks after the last one that the client has seen, where it says which. */
export const acceptWithinTicks = 20;
/** So far ahead of the server's clock a client may believe it to be; further, and it is told so. */
export const clockAheadMs = 1000;

export function secondsRule(version: number): SecondsRule {
  const rule = secondsRules.find((candidate) => candidate.version === version);
  invariant(rule !== undefined, `rule version ${version} was published`);
  return rule;
}

/** One tick, as far as a decision needs it. */
export interface TickPoint {
  readonly seq: number;
  readonly atMs: number;
  /** Plain decimal text. */
  readonly price: string;
  readonly isFilled?: boolean | undefined;
}

export interface OrderToDecide {
  readonly direction: Direction;
  readonly acceptedAtMs: number;
  /** The number of the log's head at acceptance; versions before 2 did not ask for it. */
  readonly acceptedSeq?: number | undefined;
  readonly expiresAtMs: number;
  /** A published incident of the symbol meets [acceptedAtMs, expiresAtMs]. */
  readonly isInIncident: boolean;
}

export interface Decision {
  readonly entry: TickPoint | null;
  readonly exit: TickPoint | null;
  readonly next: TickPoint | null;
  readonly outcome: SecondsOutcome;
  readonly voidReason: VoidReason | null;
}

const nowhere = { entry: null, exit: null, next: null } as const;

/**
 * The entry tick, 'none' when it is certain that there is none in time, or 'wait'. `nowMs` is the server's clock: a log
 * without a later tick counts as having passed an instant `decideAfterMs` after it.
 */
export function decideEntry(
  { acceptedAtMs, acceptedSeq }: Pick<OrderToDecide, 'acceptedAtMs' | 'acceptedSeq'>,
  rule: SecondsRule,
  ticks: readonly TickPoint[],
  nowMs: number,
): TickPoint | 'none' | 'wait' {
  const latestAtMs = acceptedAtMs + rule.entryWithinMs;
  const headSeq = isEntryAfterHead(rule) ? (acceptedSeq ?? 0) : 0;
  const first = ticks.find((tick) => tick.seq > headSeq && tick.atMs > acceptedAtMs && tick.isFilled !== true);
  if (first !== undefined) return first.atMs <= latestAtMs ? first : 'none';
  const isPassed = nowMs >= latestAtMs + rule.decideAfterMs || ticks.some((tick) => tick.atMs > latestAtMs);
  return isPassed ? 'none' : 'wait';
}

/**
 * Decides an order on `ticks`, ascending by number: the run from acceptance on, or that run reduced to the first unfilled
 * tick after acceptance, the last unfilled one up to expiry and the first one after it.
 */
export function decide(order: OrderToDecide, rule: SecondsRule, ticks: readonly TickPoint[], nowMs: number): Decision | 'wait' {
  if (order.isInIncident) {
    const found = hasTicksInIncident(rule) ? ticksKnown(order, rule, ticks, nowMs) : nowhere;
    return { ...found, outcome: 'void', voidReason: 'incident' };
  }
  const entry = decideEntry(order, rule, ticks, nowMs);
  if (entry === 'wait') return 'wait';
  if (entry === 'none') return { ...nowhere, outcome: 'void', voidReason: 'no_entry_tick' };
  const next = nextOf(order, ticks);
  if (!isFinal(order, rule, next, nowMs)) return 'wait';
  const exit = exitOf(order, entry, ticks);
  if (exit === undefined || exit.seq - entry.seq < rule.minTicksBetween) {
    return { entry, exit: exit ?? null, next, outcome: 'void', voidReason: 'too_few_ticks' };
  }
  if (order.expiresAtMs - exit.atMs > rule.exitMaxAgeMs)
    return { entry, exit, next, outcome: 'void', voidReason: 'exit_tick_too_old' };
  return { entry, exit, next, outcome: outcomeOf(order.direction, entry.price, exit.price), voidReason: null };
}

const nextOf = ({ expiresAtMs }: OrderToDecide, ticks: readonly TickPoint[]): TickPoint | null =>
  ticks.find((tick) => tick.atMs > expiresAtMs) ?? null;
const isFinal = (
  { expiresAtMs }: OrderToDecide,
  { decideAfterMs }: SecondsRule,
  next: TickPoint | null,
  nowMs: number,
): boolean => next !== null || nowMs >= expiresAtMs + decideAfterMs;
const exitOf = ({ expiresAtMs }: OrderToDecide, entry: TickPoint, ticks: readonly TickPoint[]): TickPoint | undefined =>
  ticks.findLast((tick) => tick.atMs <= expiresAtMs && tick.seq >= entry.seq && tick.isFilled !== true);

/** Of an order that is void whatever its ticks are: those that are certain by now. */
function ticksKnown(
  order: OrderToDecide,
  rule: SecondsRule,
  ticks: readonly TickPoint[],
  nowMs: number,
): Pick<Decision, 'entry' | 'exit' | 'next'> {
  const entry = decideEntry(order, rule, ticks, nowMs);
  if (entry === 'wait' || entry === 'none') return nowhere;
  const next = nextOf(order, ticks);
  return isFinal(order, rule, next, nowMs) ? { entry, exit: exitOf(order, entry, ticks) ?? null, next } : { ...nowhere, entry };
}

/** The three figures that decide a valid order: direction, entry price, exit price. */
export function outcomeOf(direction: Direction, entryPrice: string, exitPrice: string): 'won' | 'lost' | 'equal' {
  const move = compare(price(exitPrice), price(entryPrice));
  if (move === 0) return 'equal';
  return move > 0 === (direction === 'long') ? 'won' : 'lost';
}
