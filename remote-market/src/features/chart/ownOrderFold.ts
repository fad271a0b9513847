/**
 * What the lists answered, with what was told since by private events. An order only moves forward; what has ended leaves.
 */
import type { LeverageOrder, PositionStatus, SecondsOrder, SecondsStatus } from '@tessera/shared/contract';

interface Staged<Status extends string> {
  readonly id: string;
  readonly status: Status;
}
const leverageRank: Record<PositionStatus, number> = { pending: 0, open: 1, closing: 1, closed: 2, cancelled: 2 };
const secondsRank: Record<SecondsStatus, number> = { accepted: 0, running: 1, settling: 2, settled: 3 };

function folded<Status extends string, Order extends Staged<Status>>(
  listed: readonly Order[],
  told: readonly Order[],
  rank: Record<Status, number>,
): readonly Order[] {
  const orders = new Map(listed.map((order) => [order.id, order]));
  for (const order of told) {
    const known = orders.get(order.id);
    if (known === undefined || rank[known.status] <= rank[order.status]) orders.set(order.id, order);
  }
  return [...orders.values()];
}

/** Open ones and pending ones. */
export function foldLeverage(
  listed: readonly LeverageOrder[],
  told: readonly LeverageOrder[],
): { readonly positions: readonly LeverageOrder[]; readonly pending: readonly LeverageOrder[] } {
  const orders = folded<PositionStatus, LeverageOrder>(listed, told, leverageRank);
  return {
    positions: orders.filter(({ status }) => leverageRank[status] === 1),
    pending: orders.filter(({ status }) => status === 'pending'),
  };
}

export const foldSeconds = (listed: readonly SecondsOrder[], told: readonly SecondsOrder[]): readonly SecondsOrder[] =>
  folded<SecondsStatus, SecondsOrder>(listed, told, secondsRank).filter(({ status }) => status !== 'settled');
