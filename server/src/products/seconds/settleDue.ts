/**
 * One batch of due orders: claim, decide, book, in one transaction. Orders that another worker holds are skipped, so any
 * number of workers share the work. What decides is the published function of shared/fairness; this file only brings it
 * the three ticks it needs. The instant comes in from outside.
 */
import { invariant } from '@tessera/shared/errors';
import { decide, decideEntry, secondsRule, secondsRules, type TickPoint } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import { closeLog } from '../../execution/closeLog';
import { publishEvents } from '../../execution/publishEvents';
import { assetScales } from '../../ledger/Ledger';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import { isTransient, retryAmbiguous } from '../../store/idempotency';
import { applyEntries, applyResults, orderEvent, type Result } from './applyResults';
import type { OrderRow } from './orderRow';

export const batchSize = 200;

export interface Settled {
  readonly order: OrderRow;
  readonly outcome: Result['outcome'];
}
export interface BatchResult {
  /** Orders that were taken up; fewer than the limit means that no more can be decided now. */
  readonly claimed: number;
  readonly entered: number;
  readonly settled: readonly Settled[];
}

export interface SettleOptions {
  readonly limit?: number;
  /** Of all due orders this one. */
  readonly only?: number;
  /** Orders that failed before and must not hold up the others. */
  readonly except?: readonly number[];
}

/** Names the orders of a batch that could not be booked. */
export class BatchFailed extends Error {
  override readonly name = 'BatchFailed';
  constructor(
    readonly orderIds: readonly number[],
    cause: unknown,
  ) {
    super(`settling ${orderIds.length} orders failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Of one order alone: what was wrong with it. */
export const rejectWithCause = (error: unknown): Promise<never> =>
  Promise.reject(error instanceof BatchFailed ? error.cause : error);

type ClaimedRow = OrderRow & {
  firstSeq: number | null;
  firstAtMs: number | null;
  firstPrice: string | null;
  lastSeq: number | null;
  lastAtMs: number | null;
  lastPrice: string | null;
  afterSeq: number | null;
  afterAtMs: number | null;
  afterPrice: string | null;
  headSeq: number | null;
  headAtMs: number | null;
  headPrice: string | null;
  headIsLive: boolean | null;
  foundIncidentId: number | null;
};

export async function settleDue(
  db: Db,
  nowMs: number,
  { limit = batchSize, except = [], only }: SettleOptions = {},
): Promise<BatchResult> {
  return retryAmbiguous(() => db.transaction().execute((tx) => settleBatch(tx, nowMs, { limit, except, only })));
}

interface Claimed {
  readonly limit: number;
  readonly except: readonly number[];
  readonly only: number | undefined;
}

async function settleBatch(tx: Tx, nowMs: number, which: Claimed): Promise<BatchResult> {
  let claimed = await claim(tx, nowMs, which);
  if (claimed.length === 0) return { claimed: 0, entered: 0, settled: [] };
  try {
    claimed = await closeLogWhereSilent(tx, claimed, nowMs);
    const prices = await sharedPrices(tx, claimed, nowMs);
    const entries: { order: OrderRow; entry: TickPoint }[] = [];
    const results: Result[] = [];
    for (const order of claimed) {
      const evaluated = evaluate(order, prices, nowMs);
      if (evaluated === 'wait') continue;
      if ('outcome' in evaluated) results.push(evaluated);
      else entries.push(evaluated);
    }
    const entered = await applyEntries(tx, entries);
    const scales = results.length === 0 ? new Map<string, number>() : await assetScales(tx);
    const scaleOf = (asset: string): number => required(scales.get(asset), `the book has the asset ${asset}`);
    const moved = await applyResults(tx, results, scaleOf, nowMs);
    await publishEvents(tx, { events: [...entered, ...moved].map((row) => orderEvent(row, nowMs)), moved, atMs: nowMs });
    return {
      claimed: claimed.length,
      entered: entries.length,
      settled: results.map(({ order, outcome }) => ({ order, outcome })),
    };
  } catch (cause) {
    if (isTransient(cause)) throw cause;
    throw new BatchFailed(
      claimed.map((order) => order.id),
      cause,
    );
  }
}

/** How long after its due instant an order can wait for a tick before the clock decides. */
const patience = {
  accepted: Math.min(...secondsRules.map((rule) => rule.entryWithinMs + rule.decideAfterMs)),
  running: Math.min(...secondsRules.map((rule) => rule.decideAfterMs)),
};

/**
 * Locks due orders about which the log, or the clock, can say something. `first` is the first tick after acceptance that
 * counts, `last` the last one up to expiry that counts, `after` the first of any kind after expiry.
 */
async function claim(tx: Tx, nowMs: number, { limit, except, only }: Claimed): Promise<ClaimedRow[]> {
  enterLock(tx, 'order');
  const { rows } = await sql<{ id: number }>`
    select o.id from seconds_order o left join tick_head head on head.symbol_id = o.symbol_id
    where o.status <> 'settled' and o.due_at_ms <= ${nowMs}::bigint
      and (head.at_ms > o.due_at_ms
        or o.due_at_ms + case o.status when 'accepted' then ${patience.accepted}::bigint else ${patience.running}::bigint end <= ${nowMs}::bigint)
      and o.id <> all (${except}::bigint[]) ${only === undefined ? sql`` : sql`and o.id = ${only}`}
    order by o.due_at_ms, o.id limit ${limit} for update of o skip locked`.execute(tx);
  return rows.length === 0
    ? []
    : readClaimed(
        tx,
        rows.map((row) => row.id),
        nowMs,
      );
}

/** A statement of its own, so that it sees every tick that was committed before the locks were taken. */
async function readClaimed(tx: Tx, ids: readonly number[], nowMs: number): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    select o.*, first.seq as first_seq, first.at_ms as first_at_ms, first.price as first_price,
      last.seq as last_seq, last.at_ms as last_at_ms, last.price as last_price,
      later.seq as after_seq, later.at_ms as after_at_ms, later.price as after_price,
      head.seq as head_seq, head.at_ms as head_at_ms, head.price as head_price, head.is_live as head_is_live,
      (select i.id from incident i where i.symbol = o.symbol_id and i.from_ms <= o.expires_at_ms and i.to_ms >= o.accepted_at_ms order by i.id limit 1) as found_incident_id
    from seconds_order o
    left join tick_head head on head.symbol_id = o.symbol_id
    left join lateral (
      select seq, at_ms, price from tick t where t.symbol_id = o.symbol_id and t.at_ms > o.accepted_at_ms and t.is_live order by t.at_ms limit 1
    ) first on o.entry_seq is null
    left join lateral (
      select seq, at_ms, price from tick t where t.symbol_id = o.symbol_id and t.at_ms <= o.expires_at_ms and t.is_live order by t.at_ms desc limit 1
    ) last on o.expires_at_ms <= ${nowMs}::bigint
    left join lateral (
      select seq, at_ms, price from tick t where t.symbol_id = o.symbol_id and t.at_ms > o.expires_at_ms order by t.at_ms limit 1
    ) later on o.expires_at_ms <= ${nowMs}::bigint
    where o.id = any (${ids}::bigint[]) order by o.due_at_ms, o.id`.execute(tx);
  return rows;
}

/** What becomes of locked orders that meet a published incident, with the ticks that they have by now. */
export async function decideVoided(tx: Tx, orders: readonly OrderRow[], nowMs: number): Promise<Result[]> {
  if (orders.length === 0) return [];
  const ids = orders.map((order) => order.id);
  const claimed = await closeLogWhereSilent(tx, await readClaimed(tx, ids, nowMs), nowMs);
  const prices = await sharedPrices(tx, claimed, nowMs);
  return claimed.map((order) => {
    const evaluated = evaluate(order, prices, nowMs);
    invariant(evaluated !== 'wait' && 'outcome' in evaluated, `order ${order.id} meets an incident`);
    return evaluated;
  });
}

/**
 * Where the log has not passed the instant in question, the clock is about to decide: first the log is closed up to
 * there, and the ticks are read again, because a write may have been under way.
 */
async function closeLogWhereSilent(tx: Tx, claimed: ClaimedRow[], nowMs: number): Promise<ClaimedRow[]> {
  const silent = claimed.flatMap((order) => {
    const rule = secondsRule(order.ruleVersion);
    const instants = order.entrySeq === null ? [order.acceptedAtMs + rule.entryWithinMs, order.expiresAtMs] : [order.expiresAtMs];
    return instants
      .filter((atMs) => atMs + rule.decideAfterMs <= nowMs && (order.headAtMs === null || order.headAtMs <= atMs))
      .map((atMs) => ({ symbol: order.symbolId, atMs }));
  });
  if (silent.length === 0) return claimed;
  await closeLog(tx, silent);
  return readClaimed(
    tx,
    claimed.map((order) => order.id),
    nowMs,
  );
}

interface PriceRow {
  symbolId: string;
  atMs: number;
  ruleVersion: number;
  exitSeq: number | null;
  exitAtMs: number | null;
  exitPrice: string | null;
  nextSeq: number | null;
  nextAtMs: number | null;
  nextPrice: string | null;
}
const priceKey = (symbolId: string, atMs: number, ruleVersion: number): string => `${symbolId} ${atMs} ${ruleVersion}`;

/** The price of each symbol and instant of the batch: recorded by the first who comes, used by all. */
async function sharedPrices(tx: Tx, claimed: readonly ClaimedRow[], nowMs: number): Promise<ReadonlyMap<string, PriceRow>> {
  const final = claimed.filter(
    (order) =>
      order.expiresAtMs <= nowMs &&
      (order.afterSeq !== null || nowMs >= order.expiresAtMs + secondsRule(order.ruleVersion).decideAfterMs),
  );
  const distinct = [
    ...new Map(final.map((order) => [priceKey(order.symbolId, order.expiresAtMs, order.ruleVersion), order])).values(),
  ];
  if (distinct.length === 0) return new Map();
  const symbols = distinct.map((order) => order.symbolId);
  const instants = distinct.map((order) => order.expiresAtMs);
  const versions = distinct.map((order) => order.ruleVersion);
  await sql`
    insert into settle_price (symbol_id, at_ms, rule_version, exit_seq, exit_at_ms, exit_price, next_seq, next_at_ms, next_price, decided_at_ms)
    select v.*, ${nowMs}::bigint from unnest(
      ${symbols}::text[], ${instants}::bigint[], ${versions}::int[],
      ${distinct.map((order) => order.lastSeq)}::bigint[], ${distinct.map((order) => order.lastAtMs)}::bigint[], ${distinct.map((order) => order.lastPrice)}::numeric[],
      ${distinct.map((order) => order.afterSeq)}::bigint[], ${distinct.map((order) => order.afterAtMs)}::bigint[], ${distinct.map((order) => order.afterPrice)}::numeric[]
    ) v order by 1, 2, 3 on conflict do nothing`.execute(tx);
  const { rows } = await sql<PriceRow>`
    select p.symbol_id, p.at_ms, p.rule_version, p.exit_seq, p.exit_at_ms, p.exit_price, p.next_seq, p.next_at_ms, p.next_price
    from unnest(${symbols}::text[], ${instants}::bigint[], ${versions}::int[]) v (symbol_id, at_ms, rule_version)
    join settle_price p using (symbol_id, at_ms, rule_version)`.execute(tx);
  return new Map(rows.map((row) => [priceKey(row.symbolId, row.atMs, row.ruleVersion), row]));
}

const point = (seq: number | null, atMs: number | null, price: string | null, isFilled = false): TickPoint | undefined =>
  seq === null || atMs === null || price === null ? undefined : { seq, atMs, price, isFilled };

type Evaluated = Result | { readonly order: OrderRow; readonly entry: TickPoint } | 'wait';

function evaluate(order: ClaimedRow, prices: ReadonlyMap<string, PriceRow>, nowMs: number): Evaluated {
  const rule = secondsRule(order.ruleVersion);
  const entry =
    point(order.entrySeq, order.entryAtMs, order.entryPrice) ?? point(order.firstSeq, order.firstAtMs, order.firstPrice);
  const head = point(order.headSeq, order.headAtMs, order.headPrice, order.headIsLive === false);
  const shared = prices.get(priceKey(order.symbolId, order.expiresAtMs, order.ruleVersion));
  const ticks = inOrder([
    entry,
    shared === undefined ? undefined : point(shared.exitSeq, shared.exitAtMs, shared.exitPrice),
    shared === undefined ? undefined : point(shared.nextSeq, shared.nextAtMs, shared.nextPrice),
    // Only for the question whether the log has passed the entry window; an expired order is decided by the shared price alone,
    // and one that an incident voids asks no such question.
    shared === undefined && order.foundIncidentId === null ? head : undefined,
  ]);
  const mayDecide = order.foundIncidentId !== null || shared !== undefined;
  if (!mayDecide && order.status !== 'accepted') return 'wait';
  // Without the shared price only the entry can be told: there, or missing for good.
  const found = mayDecide ? 'none' : decideEntry(order, rule, ticks, nowMs);
  if (found !== 'none') return found === 'wait' ? 'wait' : { order, entry: found };
  const decision = decide({ ...order, isInIncident: order.foundIncidentId !== null }, rule, ticks, nowMs);
  return decision === 'wait' ? 'wait' : { order, ...decision, incidentId: order.foundIncidentId };
}

function inOrder(ticks: readonly (TickPoint | undefined)[]): TickPoint[] {
  const bySeq = new Map<number, TickPoint>();
  for (const tick of ticks) if (tick !== undefined && !bySeq.has(tick.seq)) bySeq.set(tick.seq, tick);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

function required<T>(value: T | undefined, what: string): T {
  invariant(value !== undefined, what);
  return value;
}
