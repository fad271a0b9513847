/**
 * What a published incident does: every order of its symbol whose time meets it gets stake and fee back, less what its holder won
 * in the same time (docs/decisions/0084). Open orders are voided, lost ones are corrected by a visible adjustment, and a loss that
 * such gains cover stands; what was won stays with the user, because money paid out is not taken back. The incident names a symbol and an interval, never an order. Safe to repeat, batch by batch.
 */
import { invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { publishEvents } from '../../execution/publishEvents';
import { assetScales } from '../../ledger/Ledger';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import { retryAmbiguous } from '../../store/idempotency';
import { applyResults, orderEvent } from './applyResults';
import type { OrderRow } from './orderRow';
import { decideVoided } from './settleDue';

const batchSize = 200;

/** Answers how many orders got their stake and fee back now. */
export async function voidByIncident(db: Db, incidentId: number, nowMs: number): Promise<number> {
  let refunded = 0;
  for (;;) {
    const batch = await retryAmbiguous(() => db.transaction().execute((tx) => refundBatch(tx, incidentId, nowMs)));
    refunded += batch;
    if (batch === 0) return refunded;
  }
}

/** Incidents that were published but whose orders are not all refunded yet; for the settlement job, crash or not. */
export async function applyNewIncidents(db: Db, nowMs: number): Promise<number> {
  const { rows } = await sql<{ id: number; toMs: number }>`
    select i.id, i.to_ms from incident i left join seconds_incident_applied a on a.incident_id = i.id where a.incident_id is null order by i.id`.execute(
    db,
  );
  let refunded = 0;
  for (const incident of rows) {
    refunded += await voidByIncident(db, incident.id, nowMs);
    await db
      .insertInto('secondsIncidentApplied')
      .values({ incidentId: incident.id, appliedAtMs: nowMs })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return refunded;
}

/** Waits for orders that a settlement holds right now, and judges them by what it left. */
async function refundBatch(tx: Tx, incidentId: number, nowMs: number): Promise<number> {
  enterLock(tx, 'order');
  const { rows } = await sql<OrderRow>`
    select o.* from incident i cross join lateral incident_refunds(i.id, i.symbol, i.from_ms, i.to_ms) r
      join seconds_order o on o.id = r.order_id
    where i.id = ${incidentId}::bigint and (o.status <> 'settled' or (o.outcome = 'lost' and r.refund > 0))
    order by o.id limit ${batchSize} for update of o`.execute(tx);
  if (rows.length === 0) return 0;
  const scales = await assetScales(tx);
  const isLost = (order: OrderRow): boolean => order.status === 'settled';
  const running = await decideVoided(
    tx,
    rows.filter((order) => !isLost(order)),
    nowMs,
  );
  const lost = rows.filter(isLost).map((order) => ({
    order,
    entry: null,
    exit: null,
    next: null,
    outcome: 'void' as const,
    voidReason: 'incident' as const,
    incidentId,
  }));
  const results = [...running, ...lost];
  const scaleOf = (asset: string): number => {
    const scale = scales.get(asset);
    invariant(scale !== undefined, `the book has the asset ${asset}`);
    return scale;
  };
  const moved = await applyResults(tx, results, scaleOf, nowMs);
  await publishEvents(tx, { events: moved.map((row) => orderEvent(row, nowMs)), moved, atMs: nowMs });
  return rows.length;
}
