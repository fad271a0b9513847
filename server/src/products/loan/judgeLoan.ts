/**
 * Checks a loan against every tick since the last check, in order. A margin call or a liquidation comes at the first tick at which both prices
 * reach the level, with what was owed at that instant.
 */
import { price, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import { keepAccruals } from '../../calendar/keepAccruals';
import type { Catalog } from '../../catalog/Catalog';
import type { Messages } from '../../content/messages';
import { postMany, type Posting } from '../../ledger/Ledger';
import type { Db, Tx } from '../../store/database';
import { accruedOf, bookDaysOver, interestPostings, toldOverdue } from './bookInterest';
import { followPrices, type CollateralPrices } from './collateralPrices';
import { lastDecidingMarks } from './lastDecidingMarks';
import { liquidate, penaltiesOf } from './liquidate';
import { lockLoan, type HeldLoan } from './loanRow';
import { readWindow, type LogTick, type LogWindow } from './logWindow';
import { noteMarginCall } from './noteMarginCall';
import { debtSince } from './pastDebt';
import { tellLoan, type ToldLoan } from './tellLoan';
import { verdictOn, type Found, type Verdict } from './verdictOn';
import { keepWatchBounds, watchBoundsOf, type Watched } from './watchBounds';

/** The part of Interest Treasure that handles deposits that are collateral. */
export interface PledgedDeposits {
  /** The penalty if this amount is redeemed now; undefined while it is not known. */
  penaltyOf(tx: Tx, of: PledgedSum, nowMs: number): Promise<Amount | undefined>;
  redeem(tx: Tx, sums: readonly PledgedSum[], atMs: number): Promise<void>;
}
interface PledgedSum {
  readonly orderId: number;
  readonly amount: Amount;
}

export interface JudgeDeps {
  readonly db: Db;
  readonly catalog: Pick<Catalog, 'symbol' | 'assets'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly pledged: PledgedDeposits;
  /** One round shares the answers, however many loans it judges. */
  readonly lastPrices?: typeof lastDecidingMarks;
  /** New ticks that one check reads. */
  readonly ticksAtOnce?: number;
}
const usualTicks = 20_000;

/** Returns what happened. */
export async function judgeLoan(deps: JudgeDeps, id: number, nowMs: number): Promise<Verdict | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    // Before the loan: marking loans locks the cursor first too, so no tick is missed between the two.
    await sql`select from loan_cursor where symbol_id in (select symbol_id from loan_collateral where loan_id = ${id}) order by symbol_id for share`.execute(
      tx,
    );
    const held = await lockLoan(tx, id, { skip: true });
    if (held?.row.isDue !== true) return undefined;
    const { row, booked } = await bookDaysOver(tx, held.row, nowMs);
    // Before the check, which computes what of it was not owed yet at the tick.
    await keepAccruals(tx, 'loan', accruedOf(booked), nowMs);
    const loan = { ...held, row };
    const { found, postings, told } = await look(tx, deps, loan, nowMs);
    await postMany(tx, [...interestPostings(booked, nowMs), ...postings]);
    const all = [...toldOverdue(booked, row), ...told];
    if (found !== undefined || booked.length > 0)
      await tellLoan(tx, deps.messages, row, { told: all, atMs: found?.atMs ?? nowMs });
    return found?.verdict;
  });
}

interface Looked {
  readonly found?: Found;
  /** Postings and messages to be made at the end. */
  readonly postings: readonly Posting[];
  readonly told: readonly ToldLoan[];
}
const nothing: Looked = { postings: [], told: [] };

async function look(tx: Tx, deps: JudgeDeps, loan: HeldLoan, nowMs: number): Promise<Looked> {
  const { catalog, pledged, lastPrices = lastDecidingMarks, ticksAtOnce = usualTicks } = deps;
  const { row } = loan;
  const symbols = [...new Set(loan.collateral.flatMap(({ symbolId }) => symbolId ?? []))].sort();
  const window = await readWindow(tx, symbols, { lookedAtMs: row.lookedAtMs, nowMs, ticksAtOnce });
  const { wholeFromMs, ticks } = window;
  const prices = followPrices({
    ...{ symbols, terms: row, wholeFromMs, staleAfterMs: (symbol) => catalog.symbol(symbol)?.staleAfterMs ?? 0 },
  });
  const isKnown = ({ atMs }: LogTick): boolean => atMs <= row.lookedAtMs;
  for (const tick of ticks.filter(isKnown)) prices.take(tick);
  // If the only coin stands still, nothing is decided. With several coins, few are missing.
  const missing = symbols.length > 1 ? prices.missing() : [];
  prices.know(await lastPrices(tx, missing, { atMs: wholeFromMs, meanSeconds: row.meanSeconds }));
  const calledAtMs = row.isCalled ? (row.calledAtMs ?? undefined) : undefined;
  const debt = await debtSince(tx, row);
  const judge = (atMs: number) => verdictOn(loan, { atMs, calledAtMs, marks: prices.at(atMs), owed: debt(atMs).owed });
  // Without coins there are no ticks: only added interest can matter.
  const since = ticks.filter((tick) => !isKnown(tick));
  const found = symbols.length === 0 ? judge(nowMs) : firstOf(since, prices, judge);
  if (found?.verdict === 'liquidation') {
    const penalties = await penaltiesOf(tx, pledged, loan, nowMs);
    // A later check finds the same deciding tick.
    if (penalties === undefined) return nothing;
    const done = await liquidate(tx, deps, loan, { ...found, penalties, later: debt(found.atMs).later, nowMs });
    return { found, postings: [done.posting], told: [done.told] };
  }
  const isCalled = found === undefined ? row.isCalled : found.verdict === 'call';
  // The call counts from the message, not from the deciding tick; with a clock that was set back, from the tick at the earliest.
  const toldAtMs = Math.max(nowMs, found?.atMs ?? nowMs);
  const after = { ...loan, row: { ...row, isCalled, calledAtMs: isCalled ? (row.calledAtMs ?? toldAtMs) : null } };
  await waitOn(tx, after, { window, prices, lookedAtMs: found?.atMs ?? window.untilMs, isFound: found !== undefined });
  return found === undefined ? nothing : { found, postings: [], told: [await noteMarginCall(tx, deps, after, found)] };
}

function firstOf(
  ticks: readonly LogTick[],
  prices: CollateralPrices,
  judge: (atMs: number) => Found | undefined,
): Found | undefined {
  for (const [index, tick] of ticks.entries()) {
    prices.take(tick);
    // All ticks of one instant are judged together: none is newer than another.
    const isWhole = ticks[index + 1]?.atMs !== tick.atMs;
    const found = isWhole ? judge(tick.atMs) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Waiting {
  readonly window: LogWindow;
  readonly prices: CollateralPrices;
  readonly lookedAtMs: number;
  readonly isFound: boolean;
}

/** From here on only ticks that cross a bound concern the loan; while one coin has no deciding prices, every tick does. */
async function waitOn(tx: Tx, loan: HeldLoan, { window, prices, lookedAtMs, isFound }: Waiting): Promise<void> {
  const { id, isCalled, calledAtMs } = loan.row;
  const last = new Map([...prices.at(lookedAtMs)].flatMap(([symbol, { newest, stands }]) => (stands ? [] : [[symbol, newest]])));
  const watched = watchBoundsOf(loan, last);
  const isDue =
    isFound ||
    window.isCut ||
    watched.some(({ symbolId }) => !last.has(symbolId)) ||
    // A tick after this check may cross already.
    window.rest.some((tick) => crosses(watched, tick));
  await tx.updateTable('loan').set({ isCalled, calledAtMs, isDue, lookedAtMs }).where('id', '=', id).execute();
  await keepWatchBounds(tx, id, watched);
}

function crosses(watched: readonly Watched[], tick: LogWindow['rest'][number]): boolean {
  const watch = watched.find(({ symbolId }) => symbolId === tick.symbolId);
  const at = price(tick.price);
  return (watch?.below !== undefined && at.lte(watch.below)) || (watch?.above !== undefined && at.gte(watch.above));
}
