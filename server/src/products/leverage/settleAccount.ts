/**
 * Judges one account: lock, read, replay, write, in one transaction. Safe to repeat at any point and from anywhere: an
 * order that ended stays ended, a journal's key exists once, and stops only count from the instant they stand.
 */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { closeLog } from '../../execution/closeLog';
import { publishEvents, type OwnedEvent } from '../../execution/publishEvents';
import { takeLocks } from '../../ledger/takeLocks';
import type { Db, Tx } from '../../store/database';
import { retryAmbiguous } from '../../store/idempotency';
import type { Booking, Owner } from './booking';
import { isCross, isOpen, toLeveragedOrder } from './leveragedOrder';
import type { Account } from './nextEvent';
import { freeOf, readAccount, readTickWindow, symbolsOf, type AccountRows, type TickWindow } from './readAccount';
import { replay, type Replayed } from './replay';
import { writeReplay } from './writeReplay';

/** How often one transaction closes logs and looks again; what is still open then waits for the next round. */
const maxRuns = 4;

export interface Settled {
  readonly bookings: readonly Booking[];
  /** Ticks remain that this round did not get to. */
  readonly isUnfinished: boolean;
  /** What comes next needs ticks of another symbol that are not in the log yet. */
  readonly isUndecided: boolean;
  /** To be published at the end of the transaction. */
  readonly events: readonly OwnedEvent[];
  /** How far the log of a symbol of the account's orders was judged. */
  completeUntilMs(symbol: string): number;
}

/** `cursorMs`: ticks up to here were judged for everybody who does not wait. */
export async function settleAccount(db: Db, owner: Owner, cursorMs: number, nowMs: number): Promise<Settled> {
  return retryAmbiguous(() =>
    db.transaction().execute(async (tx) => {
      const settled = await settle(tx, owner, cursorMs, nowMs);
      await publishEvents(tx, { events: settled.events, moved: settled.events, atMs: nowMs });
      return settled;
    }),
  );
}

/**
 * For a call that takes something back: what the ticks in the log have met already is decided before it, in the caller's
 * transaction, so that nobody escapes a price that was there. While a tick waits for its conversion, what it met is known and
 * not yet decided; after a standstill the log may be longer than one look at it. Then nothing is taken back, and the call may be
 * repeated a moment later. The caller publishes the events.
 */
export async function requireJudged(tx: Tx, owner: Owner, nowMs: number): Promise<Settled> {
  const settled = await judgeFirst(tx, owner, nowMs);
  if (settled.isUndecided || settled.isUnfinished) throw new AppError('ORDER_PRICE_STALE', { isRetryable: true });
  return settled;
}

/** The same where nothing is escaped: what can be decided is. */
export async function judgeFirst(tx: Tx, owner: Owner, nowMs: number): Promise<Settled> {
  await takeLocks(tx, { contracts: [owner] });
  const { rows } = await sql<{ cursorMs: number | null }>`
    select min(t.at_ms) - 1 as cursor_ms from (
      select distinct unnest(array[symbol_id, divisor_symbol]) as symbol_id from leverage_order
      where user_id = ${owner.userId} and mode = ${owner.mode} and status in ('pending', 'open', 'closing')
    ) s left join leverage_cursor c using (symbol_id)
    cross join lateral (select at_ms from tick where symbol_id = s.symbol_id and seq > coalesce(c.seq, 0) order by seq limit 1) t`.execute(
    tx,
  );
  return settle(tx, owner, rows[0]?.cursorMs ?? nowMs, nowMs);
}

async function settle(tx: Tx, owner: Owner, cursorMs: number, nowMs: number): Promise<Settled> {
  await takeLocks(tx, { contracts: [owner] });
  const rows = await readAccount(tx, owner);
  if (rows.orders.length === 0) {
    if (rows.isWaiting)
      await sql`update leverage_account set retry_at_ms = null where user_id = ${owner.userId} and mode = ${owner.mode}`.execute(
        tx,
      );
    return { bookings: [], isUnfinished: false, isUndecided: false, events: [], completeUntilMs: () => -1 };
  }
  const afterMs = startOf(rows, cursorMs);
  const account: Account = {
    free: freeOf(rows),
    orders: rows.orders.map(toLeveragedOrder),
    judgedMs: rows.judgedMs ?? -1,
    scale: rows.scale,
  };
  const { replayed, window } = await runThrough(tx, account, rows, owner, afterMs, nowMs);
  const stoppedAtMs = replayed.stoppedAtMs ?? (window.endsAtMs === undefined ? undefined : window.endsAtMs + 1);
  const hasCross = [...account.orders, ...replayed.account.orders].some((order) => isCross(order) && isOpen(order));
  const lastMs = window.ticks.inOrder.at(-1)?.atMs ?? afterMs;
  const events = await writeReplay(tx, {
    owner,
    nowMs,
    rows: rows.orders,
    before: account.orders,
    replayed,
    window,
    judged:
      stoppedAtMs !== undefined
        ? { untilMs: stoppedAtMs - 1, retryAtMs: nowMs }
        : hasCross || rows.isWaiting
          ? { untilMs: Math.max(lastMs, rows.judgedMs ?? lastMs), retryAtMs: null }
          : undefined,
  });
  return {
    bookings: replayed.bookings,
    isUnfinished: window.endsAtMs !== undefined && replayed.stoppedAtMs === undefined,
    isUndecided: replayed.stoppedAtMs !== undefined,
    events,
    completeUntilMs: (symbol) => window.ticks.completeUntilMs(symbol),
  };
}

async function runThrough(
  tx: Tx,
  account: Account,
  rows: AccountRows,
  owner: Owner,
  afterMs: number,
  nowMs: number,
): Promise<{ replayed: Replayed; window: TickWindow }> {
  const symbols = symbolsOf(rows.orders);
  for (let run = 1; ; run += 1) {
    const window = await readTickWindow(tx, symbols, afterMs);
    const replayed = replay(account, window.ticks, owner, window.endsAtMs ?? nowMs);
    if (replayed.toClose.length === 0 || run === maxRuns) return { replayed, window };
    await closeLog(tx, replayed.toClose);
  }
}

/** The earliest instant after which a tick may count for one of the orders. The cursor says nothing about an account that waits. */
function startOf({ orders, isWaiting, judgedMs }: AccountRows, cursorMs: number): number {
  const starts = orders.flatMap((order) => [order.lookFromMs, order.nextSwapMs]).filter((atMs): atMs is number => atMs !== null);
  return Math.min(isWaiting && judgedMs !== undefined ? judgedMs : cursorMs, ...starts);
}
