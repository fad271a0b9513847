/**
 * What a published incident does: every order of its symbol whose time meets it gets stake and fee back, less what its holder won
 * in the same time (docs/decisions/0084). Open orders are voided, lost ones are corrected by a visible adjustment, and a loss that
 * such gains cover stands; what was won stays with the user, because money paid out is not taken back. The incident names a symbol and an interval, never an order. Safe to repeat, batch by batch.
 */
import { invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { RoundContext } from '../../execution/createWorker';
import { publishEvents } from '../../execution/publishEvents';
import { assetScales } from '../../ledger/Ledger';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import { isTransient, retryAmbiguous } from '../../store/idempotency';
import { applyResults, orderEvent } from './applyResults';
import type { OrderRow } from './orderRow';
import { BatchFailed, decideVoided, rejectWithCause } from './settleDue';

const batchSize = 200;

/** Which of the orders at fault are set aside, and what sets one aside (RoundContext). */
type SetsAside = Pick<RoundContext<number>, 'except' | 'attempt'>;
const noneAside: SetsAside = { except: [], attempt: (_, work) => work() };

/** Answers how many orders got their stake and fee back now. Of a batch that cannot be booked each is tried by itself. */
export async function voidByIncident(
  db: Db,
  incidentId: number,
  nowMs: number,
  { except, attempt }: SetsAside = noneAside,
): Promise<number> {
  const refund = (of: Which): Promise<number> =>
    retryAmbiguous(() => db.transaction().execute((tx) => refundBatch(tx, incidentId, nowMs, of)));
  const stuck = [...except];
  let refunded = 0;
  for (;;) {
    try {
      const batch = await refund({ except: stuck });
      refunded += batch;
      if (batch === 0) return refunded;
    } catch (error) {
      if (!(error instanceof BatchFailed)) throw error;
      for (const only of error.orderIds) {
        const one = await attempt(only, () => refund({ except: [], only }).catch(rejectWithCause));
        if (one === undefined) stuck.push(only);
        else refunded += one;
      }
    }
  }
}

/** Incidents that were published but whose orders are not all refunded yet; for the settlement job, crash or not. */
export async function applyNewIncidents(db: Db, nowMs: number, aside: SetsAside): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select i.id from incident i left join seconds_incident_applied a on a.incident_id = i.id where a.incident_id is null order by i.id`.execute(
    db,
  );
  let refunded = 0;
  for (const incident of rows) {
    refunded += await voidByIncident(db, incident.id, nowMs, aside);
    if (await isOwed(db, incident.id)) continue;
    await db
      .insertInto('secondsIncidentApplied')
      .values({ incidentId: incident.id, appliedAtMs: nowMs })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return refunded;
}

/** What an incident is to give back and has not yet. */
const owed = (incidentId: number) => sql`
  from incident i cross join lateral incident_refunds(i.id, i.symbol, i.from_ms, i.to_ms) r join seconds_order o on o.id = r.order_id
  where i.id = ${incidentId}::bigint and (o.status <> 'settled' or (o.outcome = 'lost' and r.refund > 0))`;

type Holder = Pick<OrderRow, 'userId' | 'mode' | 'asset'>;

/** Whether anybody, or this holder, waits for something of it. */
export async function isOwed(db: Db, incidentId: number, holder?: Holder): Promise<boolean> {
  const ofHolder =
    holder === undefined
      ? sql``
      : sql`and o.user_id = ${holder.userId}::bigint and o.mode = ${holder.mode} and o.asset = ${holder.asset}`;
  const { rows } = await sql`select ${owed(incidentId)} ${ofHolder} limit 1`.execute(db);
  return rows.length > 0;
}

interface Which {
  readonly except: readonly number[];
  readonly only?: number;
}

/** Waits for orders that a settlement holds right now, and judges them by what it left. */
async function refundBatch(tx: Tx, incidentId: number, nowMs: number, { except, only }: Which): Promise<number> {
  enterLock(tx, 'order');
  const { rows } = await sql<OrderRow>`
    select o.* ${owed(incidentId)} and o.id <> all (${except}::bigint[]) ${only === undefined ? sql`` : sql`and o.id = ${only}`}
    order by o.id limit ${batchSize} for update of o`.execute(tx);
  if (rows.length === 0) return 0;
  try {
    await refundRows(tx, rows, incidentId, nowMs);
  } catch (cause) {
    if (isTransient(cause)) throw cause;
    throw new BatchFailed(
      rows.map(({ id }) => id),
      cause,
    );
  }
  return rows.length;
}

async function refundRows(tx: Tx, rows: readonly OrderRow[], incidentId: number, nowMs: number): Promise<void> {
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
}
