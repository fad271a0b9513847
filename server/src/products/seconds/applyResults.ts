/**
 * Writes what was decided about a batch of orders, in the caller's transaction: ledger and rows; the caller publishes the events.
 * The three barriers against settling twice: the rows are locked, the journal's key is known once, and a settled row does
 * not change.
 */
import type { SecondsOutcome, VoidReason } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import type { TickPoint } from '@tessera/shared/fairness';
import { toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import { keepTicks } from '../../execution/keepTicks';
import type { OwnedEvent } from '../../execution/publishEvents';
import { postMany } from '../../ledger/Ledger';
import type { Tx } from '../../store/database';
import { presentOrder, type OrderRow } from './orderRow';
import { incidentPosting, moneyOf, refundOf, settlementPosting } from './posting';
import { readRefunds } from './readRefunds';

export interface Result {
  readonly order: OrderRow;
  readonly entry: TickPoint | null;
  readonly exit: TickPoint | null;
  readonly next: TickPoint | null;
  readonly outcome: SecondsOutcome;
  readonly voidReason: VoidReason | null;
  readonly incidentId: number | null;
}

/** Accepted orders whose entry is known now; answers their rows. */
export async function applyEntries(
  tx: Tx,
  entries: readonly { readonly order: OrderRow; readonly entry: TickPoint }[],
): Promise<OrderRow[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<OrderRow>`
    update seconds_order o set status = 'running', entry_seq = v.seq, entry_at_ms = v.at_ms, entry_price = v.price
    from unnest(
      ${entries.map(({ order }) => order.id)}::bigint[], ${entries.map(({ entry }) => entry.seq)}::bigint[],
      ${entries.map(({ entry }) => entry.atMs)}::bigint[], ${entries.map(({ entry }) => entry.price)}::numeric[]
    ) v (id, seq, at_ms, price)
    where o.id = v.id and o.status = 'accepted' returning o.*`.execute(tx);
  invariant(rows.length === entries.length, `all ${entries.length} locked orders get their entry, got ${rows.length}`);
  return rows;
}

/** Answers the rows as they are settled. */
export async function applyResults(
  tx: Tx,
  results: readonly Result[],
  scaleOf: (asset: string) => number,
  nowMs: number,
): Promise<OrderRow[]> {
  if (results.length === 0) return [];
  await keepTicks(
    tx,
    results.map(({ order }) => ({
      symbol: order.symbolId,
      from: { seq: order.acceptedSeq },
      to: { atMs: order.expiresAtMs },
    })),
  );
  const refunds = await readRefunds(
    tx,
    results.flatMap(({ order, incidentId }) => (incidentId === null ? [] : [{ orderId: order.id, incidentId }])),
  );
  const money = results.map(({ order, outcome, incidentId }) =>
    incidentId === null
      ? moneyOf(order, outcome, scaleOf(order.asset))
      : refundOf(order, required(refunds.get(order.id), `order ${order.id} meets incident ${incidentId}`)),
  );
  const isCorrection = results.map(({ order }) => order.status === 'settled');
  const postings = results.map(({ order, outcome }, index) => {
    const settlement = required(money[index], 'money was computed for every result');
    return isCorrection[index] === true
      ? incidentPosting(order, settlement, nowMs)
      : settlementPosting(order, outcome, settlement, nowMs);
  });
  const posted = await postMany(tx, postings);
  invariant(
    posted.every((one) => !one.isReplay),
    'an order that is not settled has no settlement journal yet',
  );
  const journals = posted.map((one) => one.journalId);
  const { rows } = await sql<OrderRow>`
    update seconds_order o set status = 'settled',
      entry_seq = coalesce(o.entry_seq, v.entry_seq), entry_at_ms = coalesce(o.entry_at_ms, v.entry_at_ms), entry_price = coalesce(o.entry_price, v.entry_price),
      exit_seq = coalesce(o.exit_seq, v.exit_seq), exit_at_ms = coalesce(o.exit_at_ms, v.exit_at_ms), exit_price = coalesce(o.exit_price, v.exit_price),
      next_seq = coalesce(o.next_seq, v.next_seq), next_at_ms = coalesce(o.next_at_ms, v.next_at_ms), next_price = coalesce(o.next_price, v.next_price),
      outcome = v.outcome, void_reason = v.void_reason, returned = v.returned, profit = v.profit, incident_id = v.incident_id,
      settled_at_ms = coalesce(o.settled_at_ms, ${nowMs}),
      settle_journal_id = coalesce(o.settle_journal_id, v.journal_id),
      correction_journal_id = case when o.settle_journal_id is null then null else v.journal_id end
    from unnest(
      ${results.map(({ order }) => order.id)}::bigint[],
      ${results.map(({ entry }) => entry?.seq ?? null)}::bigint[], ${results.map(({ entry }) => entry?.atMs ?? null)}::bigint[], ${results.map(({ entry }) => entry?.price ?? null)}::numeric[],
      ${results.map(({ exit }) => exit?.seq ?? null)}::bigint[], ${results.map(({ exit }) => exit?.atMs ?? null)}::bigint[], ${results.map(({ exit }) => exit?.price ?? null)}::numeric[],
      ${results.map(({ next }) => next?.seq ?? null)}::bigint[], ${results.map(({ next }) => next?.atMs ?? null)}::bigint[], ${results.map(({ next }) => next?.price ?? null)}::numeric[],
      ${results.map(({ outcome }) => outcome)}::text[], ${results.map(({ voidReason }) => voidReason)}::text[],
      ${money.map(({ returned }) => toText(returned))}::numeric[], ${money.map(({ profit }) => toText(profit))}::numeric[],
      ${results.map(({ incidentId }) => incidentId)}::bigint[], ${journals}::bigint[]
    ) v (id, entry_seq, entry_at_ms, entry_price, exit_seq, exit_at_ms, exit_price, next_seq, next_at_ms, next_price,
         outcome, void_reason, returned, profit, incident_id, journal_id)
    where o.id = v.id returning o.*`.execute(tx);
  invariant(rows.length === results.length, `all ${results.length} locked orders are settled, got ${rows.length}`);
  return rows;
}

export const orderEvent = (row: OrderRow, nowMs: number): OwnedEvent => ({
  userId: row.userId,
  mode: row.mode,
  event: { type: 'order.updated', order: presentOrder(row, nowMs) },
});

function required<T>(value: T | undefined, what: string): T {
  invariant(value !== undefined, what);
  return value;
}
