/**
 * Writes what a replay found, in its transaction: first all journals in one batch, then orders, deals and nights. Answers the
 * private events, which the transaction publishes as its last act.
 */
import { invariant } from '@tessera/shared/errors';
import { toText } from '@tessera/shared/money';
import { sql, type Insertable } from 'kysely';
import { keepTicks, type KeptRun } from '../../execution/keepTicks';
import type { OwnedEvent } from '../../execution/publishEvents';
import { postMany } from '../../ledger/Ledger';
import { takeLocks } from '../../ledger/takeLocks';
import type { Tx } from '../../store/database';
import { accountsOf, type Booking, type DealDraft, type Owner, type SwapDraft } from './booking';
import { isOpen, toChangedColumns, type LeveragedOrder, type OrderRow } from './leveragedOrder';
import type { DealRow } from './orderRow';
import type { TickWindow } from './readAccount';
import type { Replayed } from './replay';
import { orderEvents } from './publishOrders';
import type { LeverageDealTable } from './tables';

export interface ReplayWrite {
  readonly owner: Owner;
  readonly nowMs: number;
  readonly rows: readonly OrderRow[];
  readonly before: readonly LeveragedOrder[];
  readonly replayed: Replayed;
  readonly window: Pick<TickWindow, 'lastMs'>;
  /** How far the account is judged now; undefined where the cursor alone says it. */
  readonly judged: { readonly untilMs: number; readonly retryAtMs: number | null } | undefined;
}

export async function writeReplay(tx: Tx, write: ReplayWrite): Promise<OwnedEvent[]> {
  const { owner, nowMs, replayed, judged } = write;
  await keepTicks(
    tx,
    replayed.bookings.flatMap(({ deals, swap }) => [...deals.flatMap(runsOf), ...(swap === undefined ? [] : ticksOf(swap))]),
  );
  const journals = await postAll(tx, owner, replayed.bookings, nowMs);
  const orders: OrderRow[] = [];
  const seen: number[] = [];
  for (const [index, order] of replayed.account.orders.entries()) {
    const row = write.rows[index];
    invariant(row !== undefined && row.id === order.id, 'a replay keeps the orders in their places');
    if (order !== write.before[index]) orders.push(await writeOrder(tx, row, order, write.window.lastMs(order.symbol), journals));
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
  return orderEvents(orders, deals);
}

async function postAll(tx: Tx, owner: Owner, bookings: readonly Booking[], atMs: number): Promise<ReadonlyMap<string, number>> {
  const moving = bookings.filter((booking) => booking.legs.length > 0);
  // All that any posting of this transaction can move, also of what the caller does after it.
  if (moving.length > 0) await takeLocks(tx, { accounts: accountsOf(owner) });
  const posted = await postMany(
    tx,
    moving.map(({ key, orderId, legs }) => ({ mode: owner.mode, kind: 'leverage', ref: String(orderId), idem: key, atMs, legs })),
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
    ruleVersion: order.ruleVersion,
    journalId,
    atMs,
  };
}

function reasonOf(kind: DealDraft['trigger']['kind']): DealRow['reason'] {
  invariant(kind !== 'market' && kind !== 'limit', 'a closing is not triggered by an opening');
  return kind === 'close' ? 'user' : kind;
}

/** A stop that stood for days is shown with the ticks just before it was met, not with all of them. */
const maxRun = 500;

/** To the first tick after the instant, and so on to a root over that one: it shows that this was the last one then. */
const lastAt = (symbol: string, seq: number, atMs: number): KeptRun => ({ symbol, from: { seq }, to: { atMs } });

/** What a night was valued at. */
const ticksOf = ({ rolloverMs, fill: { tick, conversion } }: SwapDraft): KeptRun[] =>
  [tick, conversion.tick].flatMap((one) => (one === undefined ? [] : [lastAt(one.symbol, one.seq, rolloverMs)]));

/** What a deal was decided on: the run up to its tick, and every other tick that it names. */
function runsOf({ order, fill, trigger, instantMs, account }: DealDraft): KeptRun[] {
  const converted = fill.conversion.tick;
  return [
    { symbol: order.symbol, from: { atMs: trigger.sinceMs }, to: { seq: fill.tick.seq + 1 }, longest: maxRun },
    ...(converted === undefined ? [] : [lastAt(converted.symbol, converted.seq, instantMs)]),
    ...(account?.positions ?? []).flatMap((position) => [
      lastAt(position.symbol, position.tickSeq, instantMs),
      ...(position.divisorSymbol === null || position.divisorSeq === null
        ? []
        : [lastAt(position.divisorSymbol, position.divisorSeq, instantMs)]),
    ]),
  ];
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
            divisorSeq: swap.fill.conversion.tick?.seq ?? null,
            journalId: journals.get(key) ?? null,
            atMs,
          },
        ],
  );
  if (swaps.length > 0) await tx.insertInto('leverageSwap').values(swaps).execute();
}
