/**
 * Writes what a replay found, in its transaction: first all journals in one batch, then orders, deals and nights, then the
 * private events. In this order nothing waits for a ledger account while it holds the head of a person's event stream.
 */
import type { LeverageDeal } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { toText } from '@tessera/shared/money';
import { sql, type Insertable } from 'kysely';
import { accountsView } from '../../funds/walletView';
import { postMany } from '../../ledger/Ledger';
import { appendOutboxEntries } from '../../realtime/outbox';
import type { Tx } from '../../store/database';
import type { Booking, DealDraft, Owner } from './booking';
import { isOpen, toChangedColumns, type LeveragedOrder, type OrderRow } from './leveragedOrder';
import { presentDeal, presentOrder, type DealRow } from './orderRow';
import type { Stretch } from './readAccount';
import type { Replayed } from './replay';
import { leverageRuleVersion } from './rules';
import type { LeverageDealTable } from './tables';

export interface ReplayWrite {
  readonly owner: Owner;
  readonly nowMs: number;
  readonly rows: readonly OrderRow[];
  readonly before: readonly LeveragedOrder[];
  readonly replayed: Replayed;
  readonly stretch: Pick<Stretch, 'lastMs'>;
  /** How far the account is judged now; undefined where the cursor alone says it. */
  readonly judged: { readonly untilMs: number; readonly retryAtMs: number | null } | undefined;
}

export async function writeReplay(tx: Tx, write: ReplayWrite): Promise<void> {
  const { owner, nowMs, replayed, judged } = write;
  const journals = await postAll(tx, owner, replayed.bookings, nowMs);
  const orders: OrderRow[] = [];
  const seen: number[] = [];
  for (const [index, order] of replayed.account.orders.entries()) {
    const row = write.rows[index];
    invariant(row !== undefined && row.id === order.id, 'a replay keeps the orders in their places');
    if (order !== write.before[index])
      orders.push(await writeOrder(tx, row, order, write.stretch.lastMs(order.symbol), journals));
    else if (row.lookFromMs !== null) seen.push(row.id);
  }
  // What these waited to be judged for has been judged.
  if (seen.length > 0) await tx.updateTable('leverageOrder').set({ lookFromMs: null }).where('id', 'in', seen).execute();
  const deals = await writeDeals(tx, owner, replayed.bookings, journals, nowMs);
  await writeSwaps(tx, replayed.bookings, journals, nowMs);
  if (judged !== undefined) {
    await sql`
      insert into leverage_account (user_id, mode, judged_ms, retry_at_ms) values (${owner.userId}, ${owner.mode}, ${judged.untilMs}, ${judged.retryAtMs})
      on conflict (user_id, mode) do update set judged_ms = excluded.judged_ms, retry_at_ms = excluded.retry_at_ms`.execute(tx);
  }
  await tell(tx, owner, orders, deals, nowMs);
}

async function postAll(
  tx: Tx,
  { mode }: Owner,
  bookings: readonly Booking[],
  atMs: number,
): Promise<ReadonlyMap<string, number>> {
  const moving = bookings.filter((booking) => booking.legs.length > 0);
  const posted = await postMany(
    tx,
    moving.map(({ key, orderId, legs }) => ({ mode, kind: 'leverage', ref: String(orderId), idem: key, atMs, legs })),
  );
  invariant(
    posted.every((one) => !one.isReplay),
    'an event that is not in the orders has no journal yet',
  );
  return new Map(moving.map(({ key }, index) => [key, posted[index]?.journalId ?? 0]));
}

function writeOrder(
  tx: Tx,
  row: OrderRow,
  order: LeveragedOrder,
  lastMs: number | undefined,
  journals: ReadonlyMap<string, number>,
): Promise<OrderRow> {
  // Another worker's cursor may have passed ticks that it judged on the order as it was before.
  const lookFromMs = isOpen(order) ? Math.max(lastMs ?? 0, order.opened?.atMs ?? 0) : null;
  return tx
    .updateTable('leverageOrder')
    .set({
      ...toChangedColumns(order),
      lookFromMs,
      openJournalId: row.openJournalId ?? journals.get(`open:leverage:${row.id}`) ?? null,
      cancelJournalId: row.cancelJournalId ?? journals.get(`cancel:leverage:${row.id}`) ?? null,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function writeDeals(
  tx: Tx,
  owner: Owner,
  bookings: readonly Booking[],
  journals: ReadonlyMap<string, number>,
  atMs: number,
): Promise<DealRow[]> {
  const drafts = bookings.flatMap((booking) => booking.deals.map((deal) => ({ deal, journalId: journals.get(booking.key) })));
  if (drafts.length === 0) return [];
  await keepTicksOf(
    tx,
    drafts.map(({ deal }) => deal),
  );
  const values = drafts.map(({ deal, journalId }) => {
    invariant(journalId !== undefined, 'a deal moves money');
    return dealValues(owner, deal, journalId, atMs);
  });
  const rows = await tx.insertInto('leverageDeal').values(values).returningAll().execute();
  return rows.sort((one, other) => one.id - other.id);
}

function dealValues(
  { userId, mode }: Owner,
  { order, fill, trigger, ...deal }: DealDraft,
  journalId: number,
  atMs: number,
): Insertable<LeverageDealTable> {
  const converted = fill.conversion.tick;
  return {
    orderId: order.id,
    userId,
    mode,
    symbolId: order.symbol,
    direction: order.direction,
    kind: deal.kind,
    reason: deal.kind === 'open' ? null : reasonOf(trigger.kind),
    lots: toText(deal.lots),
    price: toText(fill.price),
    tickSeq: fill.tick.seq,
    tickAtMs: fill.tick.atMs,
    tickPrice: toText(fill.tick.price),
    divisor: toText(fill.conversion.divisor),
    divisorSymbol: converted?.symbol ?? null,
    divisorSeq: converted?.seq ?? null,
    notional: toText(deal.notional),
    margin: toText(deal.margin),
    fee: toText(deal.fee),
    profit: deal.profit === undefined ? null : toText(deal.profit),
    insured: toText(deal.insured),
    triggerKind: trigger.kind,
    triggerPrice: trigger.price === undefined ? null : toText(trigger.price),
    triggerSinceMs: trigger.sinceMs,
    account: deal.account === undefined ? null : JSON.stringify(deal.account),
    ruleVersion: leverageRuleVersion,
    journalId,
    atMs,
  };
}

function reasonOf(kind: DealDraft['trigger']['kind']): DealRow['reason'] {
  invariant(kind !== 'market' && kind !== 'limit', 'a closing is not triggered by an opening');
  return kind === 'close' ? 'user' : kind;
}

/** A stop that stood for days is shown with the ticks just before it was met, not with all of them. */
const longestRun = 500;

/** What deals were decided on outlives retention: the runs up to their ticks, and every other tick they name. */
async function keepTicksOf(tx: Tx, deals: readonly DealDraft[]): Promise<void> {
  const others = deals.flatMap(({ fill, account }) => [
    ...(fill.conversion.tick === undefined ? [] : [fill.conversion.tick]),
    ...(account?.positions ?? []).flatMap((position) => [
      { symbol: position.symbol, seq: position.tickSeq },
      ...(position.divisorSymbol === null || position.divisorSeq === null
        ? []
        : [{ symbol: position.divisorSymbol, seq: position.divisorSeq }]),
    ]),
  ]);
  await sql`
    insert into tick_keep (symbol_id, from_seq, to_seq)
    select v.symbol_id, greatest(1, v.seq - ${longestRun}::bigint,
      coalesce((select t.seq from tick t where t.symbol_id = v.symbol_id and t.at_ms <= v.since_ms order by t.at_ms desc limit 1), 1) - 1),
      v.seq
    from unnest(${deals.map(({ order }) => order.symbol)}::text[], ${deals.map(({ fill }) => fill.tick.seq)}::bigint[],
      ${deals.map(({ trigger }) => trigger.sinceMs)}::bigint[]) v (symbol_id, seq, since_ms)
    union
    select symbol_id, greatest(1, seq - 1), seq
    from unnest(${others.map((tick) => tick.symbol)}::text[], ${others.map((tick) => tick.seq)}::bigint[]) v (symbol_id, seq)
    on conflict do nothing`.execute(tx);
}

async function writeSwaps(
  tx: Tx,
  bookings: readonly Booking[],
  journals: ReadonlyMap<string, number>,
  atMs: number,
): Promise<void> {
  const swaps = bookings.flatMap(({ key, swap }) =>
    swap === undefined
      ? []
      : [
          {
            orderId: swap.orderId,
            rolloverMs: swap.rolloverMs,
            nights: swap.nights,
            amount: toText(swap.amount),
            tickSeq: swap.fill.tick.seq,
            divisor: toText(swap.fill.conversion.divisor),
            journalId: journals.get(key) ?? null,
            atMs,
          },
        ],
  );
  if (swaps.length > 0) await tx.insertInto('leverageSwap').values(swaps).execute();
}

/** One event for each order that changed, with the deals that changed it, then the balances after all of it. */
async function tell(
  tx: Tx,
  { userId, mode }: Owner,
  orders: readonly OrderRow[],
  deals: readonly DealRow[],
  atMs: number,
): Promise<void> {
  if (orders.length === 0) return;
  const own = (row: OrderRow): LeverageDeal[] => deals.filter((deal) => deal.orderId === row.id).map(presentDeal);
  const view = await accountsView(tx, userId, mode);
  await appendOutboxEntries(tx, [
    ...orders.map((row) => ({
      userId,
      mode,
      atMs,
      event: { type: 'leverage.updated' as const, order: presentOrder(row), deals: own(row) },
    })),
    { userId, mode, atMs, event: { type: 'balance.changed', ...view } },
  ]);
}
