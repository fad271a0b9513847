/**
 * Leveraged orders as a fold of what the server told: lists read over HTTP, answers to own actions, private events in any
 * order. An order moves pending → open → closed or cancelled and its open lots only shrink; between open and closing it may go
 * back (a close that found no price), so words of equal progress are believed in the order they come.
 */
import type { CloseReason, LeverageOrder, PositionStatus } from '@tessera/shared/contract';
import { amount, compare } from '@tessera/shared/money';

export type LeverageById = ReadonlyMap<string, LeverageOrder>;

const rank: Record<PositionStatus, number> = { pending: 0, open: 1, closing: 1, closed: 2, cancelled: 2 };

/** True when `next` was said before `known`. */
const isBehind = (known: LeverageOrder, next: LeverageOrder): boolean =>
  rank[next.status] < rank[known.status] ||
  (rank[next.status] === rank[known.status] &&
    rank[next.status] === 1 &&
    compare(amount(next.openLots), amount(known.openLots)) > 0);

export function foldLeverage(orders: LeverageById, next: LeverageOrder): LeverageById {
  const known = orders.get(next.id);
  if (known === next || (known !== undefined && isBehind(known, next))) return orders;
  return new Map(orders).set(next.id, next);
}

const newestFirst = (a: LeverageOrder, b: LeverageOrder): number => b.acceptedAtMs - a.acceptedAtMs || (a.id < b.id ? 1 : -1);

/** Open ones and those that are closing. */
export const openPositions = (orders: LeverageById): readonly LeverageOrder[] =>
  [...orders.values()].filter(({ status }) => rank[status] === 1).sort(newestFirst);
export const pendingOrders = (orders: LeverageById): readonly LeverageOrder[] =>
  [...orders.values()].filter(({ status }) => status === 'pending').sort(newestFirst);
export const isEnded = ({ status }: LeverageOrder): boolean => rank[status] === 2;

/** What an order's new state means to its holder. */
export type Outcome = 'opened' | 'cancelled' | 'reduced' | 'closed' | 'closeFailed' | 'ended';
/** Reasons that the holder did not give at that moment: told in a sheet, with the tick that decided. */
export const endedByPrice: ReadonlySet<CloseReason> = new Set(['take_profit', 'stop_loss', 'liquidation', 'stop_out', 'set_off']);

/** undefined: nothing to tell. `before` is what this page knew; what it never knew is told only when a deal was made. */
export function outcomeOf(before: LeverageOrder | undefined, now: LeverageOrder, hasDeals: boolean): Outcome | undefined {
  if (before === undefined && !hasDeals) return undefined;
  if (before !== undefined && rank[before.status] === 2) return undefined;
  if (now.status === 'cancelled') return now.cancelReason === 'user' || before === undefined ? undefined : 'cancelled';
  if (now.status === 'closed') return now.closeReason !== null && endedByPrice.has(now.closeReason) ? 'ended' : 'closed';
  if (now.status === 'pending') return undefined;
  if (before === undefined || before.status === 'pending') return 'opened';
  if (compare(amount(now.openLots), amount(before.openLots)) < 0) return 'reduced';
  return before.status === 'closing' && now.status === 'open' ? 'closeFailed' : undefined;
}
