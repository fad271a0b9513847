/**
 * Spot orders as a fold of what the server told: lists read over HTTP, answers to own calls, private events in any order. An
 * order moves new → partial → cancelling → ended and what is filled only grows: an older word about it changes nothing.
 */
import type { SpotOrder, SpotStatus } from '@tessera/shared/contract';
import { amount, compare, isPositive } from '@tessera/shared/money';

export type SpotById = ReadonlyMap<string, SpotOrder>;

const rank: Record<SpotStatus, number> = { new: 0, partial: 1, cancelling: 2, filled: 3, cancelled: 3, rejected: 3 };

export const isEnded = ({ status }: SpotOrder): boolean => rank[status] === 3;
export const hasFill = ({ filled }: SpotOrder): boolean => isPositive(amount(filled));

const isNews = (known: SpotOrder, next: SpotOrder): boolean => {
  const filled = compare(amount(next.filled), amount(known.filled));
  return rank[next.status] !== rank[known.status] ? rank[next.status] > rank[known.status] && filled >= 0 : filled > 0;
};

export function foldSpot(orders: SpotById, next: SpotOrder): SpotById {
  const known = orders.get(next.id);
  return known !== undefined && !isNews(known, next) ? orders : new Map(orders).set(next.id, next);
}

/** Of two words about one order the later one. */
export const laterOf = (known: SpotOrder | undefined, next: SpotOrder): SpotOrder =>
  known === undefined || isNews(known, next) ? next : known;

/** Newest first. */
export const openSpotOrders = (orders: SpotById): readonly SpotOrder[] =>
  [...orders.values()]
    .filter((order) => !isEnded(order))
    .sort((a, b) => b.acceptedAtMs - a.acceptedAtMs || (a.id < b.id ? 1 : -1));

/** What an order's new state means to its holder. */
export type SpotOutcome = 'filled' | 'partly' | 'cancelled' | 'notFilled';

/** undefined: nothing to tell. `before` is what this page knew; what it never knew is not told. */
export function outcomeOf(before: SpotOrder | undefined, now: SpotOrder): SpotOutcome | undefined {
  if (before === undefined || isEnded(before)) return undefined;
  if (now.status === 'filled') return 'filled';
  // Further parts of the same order are seen in its row: only the first is told.
  if (!isEnded(now)) return hasFill(now) && !hasFill(before) ? 'partly' : undefined;
  if (now.endReason === 'user') return 'cancelled';
  return hasFill(now) ? 'partly' : 'notFilled';
}
