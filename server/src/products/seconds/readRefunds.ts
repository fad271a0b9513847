/** What incidents give back for orders: stake and fee, less what their holder won in the same time (migration 0275). */
import { sql } from 'kysely';
import { amount, type Amount } from '@tessera/shared/money';
import type { Tx } from '../../store/database';

/** By order. The orders are locked, and each meets the incident that it is given with. */
export async function readRefunds(
  tx: Tx,
  orders: readonly { readonly orderId: number; readonly incidentId: number }[],
): Promise<ReadonlyMap<number, Amount>> {
  if (orders.length === 0) return new Map();
  const { rows } = await sql<{ orderId: number; refund: string }>`
    select r.order_id, trim_scale(r.refund)::text as refund
    from incident i cross join lateral incident_refunds(i.id, i.symbol, i.from_ms, i.to_ms) r
    where i.id = any (${[...new Set(orders.map(({ incidentId }) => incidentId))]}::bigint[])
      and (i.id, r.order_id) in (select * from unnest(${orders.map(({ incidentId }) => incidentId)}::bigint[], ${orders.map(({ orderId }) => orderId)}::bigint[]))`.execute(
    tx,
  );
  return new Map(rows.map(({ orderId, refund }) => [orderId, amount(refund)]));
}
