/** The private events of orders: what changed, and the deals that changed it. */
import { publishEvents, type OwnedEvent } from '../../execution/publishEvents';
import type { Tx } from '../../store/database';
import type { OrderRow } from './leveragedOrder';
import { presentDeal, presentOrder, type DealRow } from './orderRow';

/** One event for each order, with the deals that changed it. */
export const orderEvents = (rows: readonly OrderRow[], deals: readonly DealRow[] = []): OwnedEvent[] =>
  rows.map((row) => ({
    userId: row.userId,
    mode: row.mode,
    event: {
      type: 'leverage.updated',
      order: presentOrder(row),
      deals: deals.filter((deal) => deal.orderId === row.id).map(presentDeal),
    },
  }));

/**
 * What changed, then the balances, at the end of a transaction. `before`: what was decided in the same transaction first; an
 * order that changed again is told once for each.
 */
export async function publishOrders(
  tx: Tx,
  rows: readonly OrderRow[],
  atMs: number,
  before: readonly OwnedEvent[] = [],
): Promise<void> {
  const events = [...before, ...orderEvents(rows)];
  await publishEvents(tx, { events, moved: events, atMs });
}
