/**
 * Judges one order by the tick log, in a transaction of its own: locks the row, reads the ticks that it has not looked at,
 * lets the published function decide (shared/trading), books what was decided. An order that another worker holds is left
 * to it. The three barriers against filling twice: the row is locked, a journal's key is known once, and a tick is looked at
 * once. The instant comes in from outside.
 */
import { invariant } from '@tessera/shared/errors';
import { amount, isPositive, price, toText } from '@tessera/shared/money';
import { decideSpot, lastInstantOf, spotRest, type DecidedFill, type SpotDecision, type SpotTick } from '@tessera/shared/trading';
import { sql } from 'kysely';
import { closeLog } from '../../execution/closeLog';
import { keepTicks } from '../../execution/keepTicks';
import { maxRun } from '../../feed/provenRun';
import { postMany } from '../../ledger/Ledger';
import type { Db, Tx } from '../../store/database';
import { retryAmbiguous } from '../../store/idempotency';
import { enterLock } from '../../store/lockOrder';
import { publishOrder } from './submitOrder';
import { decisionTermsOf, intentionOf, progressOf, selectSpotOrders, type SpotOrderRow } from './orderRow';
import { endPosting, fillPosting } from './posting';

/** How long after an order's last instant the clock decides in place of a tick. */
export const decideAfterMs = 2000;
/** Ticks that one transaction takes up; the order stays due while there are more. */
const maxTicks = 200;

export interface Executed {
  readonly fills: number;
  readonly end: SpotDecision['end'];
}

/** undefined: another worker holds the order, or nothing is to be decided any more. */
export async function executeOrder(db: Db, id: number, nowMs: number): Promise<Executed | undefined> {
  return retryAmbiguous(() =>
    db.transaction().execute(async (tx) => {
      enterLock(tx, 'order');
      const { rows } = await selectSpotOrders(sql`where o.id = ${id} and o.is_due for update of o skip locked`).execute(tx);
      return rows[0] === undefined ? undefined : decideOrder(tx, rows[0], nowMs);
    }),
  );
}

async function decideOrder(tx: Tx, row: SpotOrderRow, nowMs: number): Promise<Executed> {
  const order = intentionOf(row);
  const lastMs = lastInstantOf(order);
  let run = await readRun(tx, row, lastMs);
  if (lastMs !== undefined && run.knownUntilMs < lastMs && nowMs >= lastMs + decideAfterMs) {
    // The clock is about to decide: first the log is closed up to there, because a write may have been under way.
    await closeLog(tx, [{ symbol: row.symbolId, atMs: lastMs }]);
    run = await readRun(tx, row, lastMs);
    if (!run.isCut) run = { ...run, knownUntilMs: Math.max(run.knownUntilMs, lastMs) };
  }
  const decision = decideSpot(order, decisionTermsOf(row), progressOf(row), run.ticks, run.knownUntilMs);
  await book(tx, row, decision, run, nowMs);
  return { fills: decision.fills.length, end: decision.end };
}

interface Run {
  readonly ticks: readonly SpotTick[];
  /** Every tick up to here that counts for the order was read or looked at before. */
  readonly knownUntilMs: number;
  /** More ticks wait behind these. */
  readonly isCut: boolean;
}

/** A statement of its own, so that it sees every tick that was committed before the order was locked. */
async function readRun(tx: Tx, row: SpotOrderRow, lastMs: number | undefined): Promise<Run> {
  const isMarket = row.entrustment === 'market';
  const most = isMarket ? 1 : maxTicks;
  const { rows } = await sql<{ headMs: number; seq: number | null; atMs: number; price: string; hash: Buffer }>`
    select head.at_ms as head_ms, t.seq, t.at_ms, t.price, t.hash from tick_head head left join lateral (
      select seq, at_ms, price, hash from tick
      where symbol_id = head.symbol_id and at_ms > ${row.lookedAtMs}::bigint and at_ms <= ${lastMs ?? Number.MAX_SAFE_INTEGER}::bigint and is_live
        ${isMarket ? sql`` : row.side === 'buy' ? sql`and price <= ${row.price}::numeric` : sql`and price >= ${row.price}::numeric`}
        and not exists (select from incident where symbol = head.symbol_id and tick.at_ms between from_ms and to_ms)
      order by at_ms limit ${most}
    ) t on true
    where head.symbol_id = ${row.symbolId} order by t.at_ms`.execute(tx);
  const ticks = rows.flatMap((tick) =>
    tick.seq === null ? [] : [{ seq: tick.seq, atMs: tick.atMs, price: price(tick.price), hash: Uint8Array.from(tick.hash) }],
  );
  const isCut = !isMarket && ticks.length === most;
  const knownUntilMs = Math.max(row.lookedAtMs, isCut ? (ticks.at(-1)?.atMs ?? 0) : (rows[0]?.headMs ?? 0));
  return { ticks, knownUntilMs, isCut };
}

async function book(tx: Tx, row: SpotOrderRow, { fills, progress, end }: SpotDecision, run: Run, nowMs: number): Promise<void> {
  const rest = spotRest(row.side, amount(row.held), progress);
  const isGivenBack = end !== undefined && isPositive(rest);
  await keepRun(tx, row, run.ticks, fills, end);
  const posted = await postMany(tx, [
    ...fills.map((fill) => fillPosting(row, fill, nowMs)),
    ...(isGivenBack ? [endPosting(row, rest, nowMs)] : []),
  ]);
  invariant(
    posted.every((one) => !one.isReplay),
    'a tick that was not looked at has filled nothing yet',
  );
  await insertFills(
    tx,
    row.id,
    fills,
    posted.map((one) => one.journalId),
  );

  const isTold = fills.length > 0 || end !== undefined;
  await tx
    .updateTable('spotOrder')
    .set({
      status: end?.status ?? (fills.length > 0 && row.status === 'new' ? 'partial' : row.status),
      endReason: end?.reason ?? null,
      filled: toText(progress.filled),
      filledTotal: toText(progress.filledTotal),
      fee: toText(progress.fee),
      frozen: end === undefined ? toText(rest) : '0',
      lookedAtMs: lookedUntil(row, run),
      isDue: end === undefined && staysDue(row, run),
      ...(isTold ? { updatedAtMs: nowMs } : {}),
      endedAtMs: end === undefined ? null : nowMs,
      endJournalId: isGivenBack ? (posted.at(-1)?.journalId ?? null) : null,
    })
    .where('id', '=', row.id)
    .execute();
  if (isTold) await publishOrder(tx, { userId: row.userId, mode: row.mode, id: row.id, isMoved: true, atMs: nowMs });
}

/** A market order waits for its first tick from its acceptance on; ticks that do not count need not be passed again. */
const lookedUntil = (row: SpotOrderRow, run: Run): number => Math.max(row.lookedAtMs, run.knownUntilMs);

/** A resting limit order sleeps until a tick that concerns it; all others wait for their last instant. */
const staysDue = (row: SpotOrderRow, run: Run): boolean =>
  row.entrustment === 'market' || row.status === 'cancelling' || run.isCut;

async function insertFills(tx: Tx, orderId: number, fills: readonly DecidedFill[], journalIds: readonly number[]): Promise<void> {
  if (fills.length === 0) return;
  await tx
    .insertInto('spotFill')
    .values(
      fills.map(({ tick, ...fill }, index) => {
        const journalId = journalIds[index];
        invariant(journalId !== undefined, 'every fill has its journal');
        return {
          orderId,
          tickSeq: tick.seq,
          tickAtMs: tick.atMs,
          tickPrice: toText(tick.price),
          price: toText(fill.price),
          quantity: toText(fill.quantity),
          total: toText(fill.total),
          fee: toText(fill.fee),
          journalId,
        };
      }),
    )
    .execute();
}

/** What decided stays in the log; where it is short, the whole run from the acceptance on. */
async function keepRun(
  tx: Tx,
  row: SpotOrderRow,
  ticks: readonly SpotTick[],
  fills: readonly DecidedFill[],
  end: SpotDecision['end'],
): Promise<void> {
  const isMoved = end?.reason === 'price_moved';
  const first = fills[0]?.tick ?? (isMoved ? ticks[0] : undefined);
  if (first === undefined) return;
  const last = fills.at(-1)?.tick ?? first;
  const fromSeq = Math.max(row.acceptedSeq, first.seq - maxRun);
  await keepTicks(tx, [{ symbol: row.symbolId, from: { seq: fromSeq }, to: { seq: last.seq } }]);
}
