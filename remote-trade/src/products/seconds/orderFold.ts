/**
 * Running orders as a fold of what the server told: a list read over HTTP, then private events in any order. An order only
 * moves forward (accepted, running, settling, settled): an older word about it changes nothing.
 */
import type { SecondsOrder, SecondsStatus } from '@tessera/shared/contract';

export type OrdersById = ReadonlyMap<string, SecondsOrder>;

const rank: Record<SecondsStatus, number> = { accepted: 0, running: 1, settling: 2, settled: 3 };

export function foldOrder(orders: OrdersById, order: SecondsOrder): OrdersById {
  const known = orders.get(order.id);
  if (known !== undefined && rank[known.status] >= rank[order.status]) return orders;
  return new Map(orders).set(order.id, order);
}

/** Everything that is still running, the one that expires first at the top. */
export const runningOrders = (orders: OrdersById): readonly SecondsOrder[] =>
  [...orders.values()].filter(({ status }) => status !== 'settled').sort((a, b) => a.expiresAtMs - b.expiresAtMs);
