/**
 * Holds every tick since the last look against a loan, in order: a call or a liquidation comes at the first one at which both prices say so.
 * Ticks of incidents count for nothing, and where a market is stale or halted nothing is decided.
 */
import type { Loan, LoanDecision } from '@tessera/shared/contract';
import { add, amount, isZero, price, rate, subtract, toText, zero, type Amount, type Price } from '@tessera/shared/money';
import {
  hasReached,
  higherOf,
  liquidateLoan,
  loanMeanMs,
  loanVersion,
  lowerOf,
  ltvOf,
  meanOf,
  worthOfCollateral,
  type LoanLiquidation,
} from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { Messages } from '../../content/messages';
import { keepTicks } from '../../execution/keepTicks';
import { post } from '../../ledger/Ledger';
import type { Db, Tx } from '../../store/database';
import { addStep, debtOf, levelPrices, lockLoan, valuedOf, type HeldLoan } from './loanRow';
import type { Mark, Marks } from './marks';
import { liquidationPosting } from './posting';
import { tellLoan, type ToldLoan } from './tellLoan';
import { holdTreasure, pledgesOf } from './treasureCollateral';
import { forgetWatch, keepWatch, watchOf } from './watch';

/** Interest Treasure, of the deposits that are collateral. */
interface PledgedDeposits {
  /** Kept back of so much when it is redeemed now; undefined while it cannot be said. */
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
}
interface LogTick {
  readonly symbolId: string;
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
  readonly isHalted: boolean;
}
type Verdict = 'call' | 'call_ended' | 'liquidation';
interface Found {
  readonly verdict: Verdict;
  readonly atMs: number;
  readonly marks: Marks;
}

/** Ticks that one look takes in; what comes after them is the next look's. */
const mostTicks = 20_000;
/** A tick may come out so much later than one of another market. */
const lateMs = 10_000;

/** Answers what happened. */
export async function judgeLoan(
  { db, catalog, messages, pledged }: JudgeDeps,
  id: number,
  nowMs: number,
): Promise<Verdict | undefined> {
  return db.transaction().execute(async (tx) => {
    // Before the loan: whoever marks loans holds the cursor first too, so no tick passes between his look and ours.
    await sql`select from loan_cursor where symbol_id in (select symbol_id from loan_collateral where loan_id = ${id}) order by symbol_id for share`.execute(
      tx,
    );
    const loan = await lockLoan(tx, id, { skip: true });
    if (loan?.row.isDue !== true) return undefined;
    const symbols = [...new Set(loan.collateral.flatMap(({ symbolId }) => symbolId ?? []))].sort();
    const { ticks, untilMs, rest, isCut } = await readTicks(tx, symbols, loan.row.lookedAtMs, nowMs);
    const found = symbols.length === 0 ? judgeAt(loan, { atMs: nowMs, marks: new Map() }) : find(loan, catalog, ticks);
    const lookedAtMs = found?.atMs ?? untilMs;
    if (found?.verdict === 'liquidation') {
      const penalties = await penaltiesOf(tx, pledged, loan, nowMs);
      // The tick that decided stays the one that decides.
      if (penalties === undefined) return undefined;
      await liquidate(tx, { catalog, messages, pledged }, loan, { ...found, penalties });
    } else {
      const isCalled = found === undefined ? loan.row.isCalled : found.verdict === 'call';
      const last = new Map(ticks.filter(({ atMs }) => atMs <= lookedAtMs).map((tick) => [tick.symbolId, price(tick.price)]));
      const watched = watchOf({ ...loan, row: { ...loan.row, isCalled } }, last);
      // What comes after the look may cross already.
      const isDue =
        found !== undefined ||
        isCut ||
        watched.some(({ symbolId }) => !last.has(symbolId)) ||
        rest.some((tick) => {
          const watch = watched.find(({ symbolId }) => symbolId === tick.symbolId);
          const at = price(tick.price);
          return (watch?.below !== undefined && at.lte(watch.below)) || (watch?.above !== undefined && at.gte(watch.above));
        });
      await tx.updateTable('loan').set({ isCalled, isDue, lookedAtMs }).where('id', '=', id).execute();
      await keepWatch(tx, id, watched);
      if (found !== undefined) await noteCall(tx, { catalog, messages }, { ...loan, row: { ...loan.row, isCalled } }, found);
    }
    return found?.verdict;
  });
}

/** From a minute before on, so that the first mean is whole. `rest`: known, but of a time to which the other markets have not come. */
async function readTicks(tx: Tx, symbols: readonly string[], lookedAtMs: number, nowMs: number) {
  const { rows } = await sql<LogTick>`
    select t.symbol_id, t.seq, t.at_ms, t.price::text as price, exists (select from halt h
      where h.symbol = t.symbol_id and h.from_ms <= t.at_ms and coalesce(h.until_ms, t.at_ms) >= t.at_ms) as is_halted
    from tick t
    where t.symbol_id = any (${symbols}::text[]) and t.at_ms > ${lookedAtMs - 2 * loanMeanMs}::bigint and t.is_live
      and not exists (select from incident i where i.symbol = t.symbol_id and i.from_ms <= t.at_ms and i.to_ms >= t.at_ms)
    order by t.at_ms, t.symbol_id, t.seq limit ${mostTicks}`.execute(tx);
  const heads = symbols.map((symbol) => rows.findLast(({ symbolId }) => symbolId === symbol)?.atMs ?? 0);
  const newest = Math.max(lookedAtMs, ...heads);
  const untilMs = Math.max(lookedAtMs, Math.min(newest, ...heads.filter((atMs) => atMs > nowMs - lateMs)));
  return {
    ticks: rows.filter(({ atMs }) => atMs <= untilMs),
    rest: rows.filter(({ atMs }) => atMs > untilMs),
    untilMs,
    isCut: rows.length === mostTicks,
  };
}

function find(loan: HeldLoan, catalog: JudgeDeps['catalog'], ticks: readonly LogTick[]): Found | undefined {
  const { row } = loan;
  const minutes = new Map<string, LogTick[]>();
  const sums = new Map<string, Price>();
  for (const tick of ticks) {
    const minute = minutes.get(tick.symbolId) ?? [];
    minutes.set(tick.symbolId, minute);
    minute.push(tick);
    let sum = add(sums.get(tick.symbolId) ?? price('0'), price(tick.price));
    for (let first = minute[0]; first !== undefined && first.atMs <= tick.atMs - loanMeanMs; first = minute[0]) {
      sum = subtract(sum, price(first.price));
      minute.shift();
    }
    sums.set(tick.symbolId, sum);
    if (tick.atMs <= row.lookedAtMs) continue;
    const marks = marksAt(tick.atMs, catalog, minutes, sums);
    const found = judgeAt(loan, { atMs: tick.atMs, marks });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Without coins no tick says anything: what interest has added does. */
function judgeAt({ row, collateral }: HeldLoan, at: Omit<Found, 'verdict'>): Found | undefined {
  const { owed } = debtOf(row);
  const valued = valuedOf(collateral, at.marks);
  if (valued === undefined) return undefined;
  const [low, high] = [worthOfCollateral(valued, lowerOf), worthOfCollateral(valued, higherOf)];
  if (hasReached(owed, high, rate(row.liquidationLtv))) return { verdict: 'liquidation', ...at };
  if (!row.isCalled && hasReached(owed, high, rate(row.callLtv))) return { verdict: 'call', ...at };
  if (row.isCalled && !hasReached(owed, low, rate(row.callLtv))) return { verdict: 'call_ended', ...at };
  return undefined;
}

/** Of markets that are neither stale nor halted then. Ticks of a halt are in the mean, as in the published log; none of them decides. */
function marksAt(
  atMs: number,
  catalog: JudgeDeps['catalog'],
  minutes: ReadonlyMap<string, readonly LogTick[]>,
  sums: ReadonlyMap<string, Price>,
): Marks {
  const marks = new Map<string, Mark>();
  for (const [symbol, minute] of minutes) {
    const [first, newest, sum] = [minute[0], minute.at(-1), sums.get(symbol)];
    const staleAfterMs = catalog.symbol(symbol)?.staleAfterMs ?? 0;
    if (first === undefined || newest === undefined || sum === undefined) continue;
    if (newest.isHalted || newest.atMs < atMs - staleAfterMs) continue;
    marks.set(symbol, {
      ...{ symbol, seq: newest.seq, atMs: newest.atMs, fromSeq: first.seq },
      ...{ newest: price(newest.price), mean: meanOf(sum, minute.length) },
    });
  }
  return marks;
}

type Parts = Pick<JudgeDeps, 'catalog' | 'messages'>;

/** Of each collateral. undefined: a deposit among them has days that are over and not booked, so the liquidation waits for the calendar. */
async function penaltiesOf(
  tx: Tx,
  pledged: PledgedDeposits,
  { collateral }: HeldLoan,
  nowMs: number,
): Promise<readonly Amount[] | undefined> {
  await holdTreasure(tx, collateral);
  const penalties: Amount[] = [];
  for (const { orderId, amount: sum } of collateral) {
    const penalty = orderId === null ? zero : await pledged.penaltyOf(tx, { orderId, amount: amount(sum) }, nowMs);
    if (penalty === undefined) return undefined;
    penalties.push(penalty);
  }
  return penalties;
}

async function noteCall(tx: Tx, { catalog, messages }: Parts, loan: HeldLoan, found: Found): Promise<void> {
  const { row, collateral } = loan;
  const { verdict, atMs } = found;
  const { owed } = debtOf(row);
  await addStep(tx, row.id, { step: verdict === 'call' ? 'called' : 'call_ended', atMs });
  const body = bodyOf(catalog, loan, found, undefined);
  if (verdict === 'call') await keepDecision(tx, row.id, body, found.marks);
  const levels = levelPrices(owed, collateral, row);
  const next = verdict === 'call' ? levels.liquidationPrice : levels.callPrice;
  const level = verdict === 'call' ? row.liquidationLtv : row.callLtv;
  const at = next === null ? percentOf(level) : `${collateral.find(({ symbolId }) => symbolId !== null)?.symbolId ?? ''} ${next}`;
  const params = { amount: toText(owed), asset: row.asset, ltv: percentOf(body.ltv), at };
  const told: ToldLoan =
    verdict === 'call'
      ? { kind: 'loan_called', params: { ...params, fee: percentOf(row.liquidationFee) } }
      : { kind: 'loan_call_ended', params };
  await tellLoan(tx, messages, row, { told: [told], atMs });
}

async function liquidate(
  tx: Tx,
  { catalog, messages, pledged: deposits }: Parts & Pick<JudgeDeps, 'pledged'>,
  loan: HeldLoan,
  found: Found & { readonly penalties: readonly Amount[] },
): Promise<void> {
  const { row, collateral } = loan;
  const { atMs, marks } = found;
  const { owed } = debtOf(row);
  const pledged = collateral.map((one, index) => ({
    ...{
      amount: amount(one.amount),
      weight: rate(one.weight),
      penalty: found.penalties[index] ?? zero,
      scale: scaleOf(catalog, one.asset),
    },
    prices: one.symbolId === null ? undefined : marks.get(one.symbolId),
  }));
  const done = liquidateLoan(owed, pledged, rate(row.liquidationFee));
  const body = bodyOf(catalog, loan, found, done);
  await addStep(tx, row.id, { step: 'liquidated', atMs, moved: owed });
  const pledges = await pledgesOf(tx, collateral);
  const broken = collateral.flatMap(({ orderId, amount: sum }, index) =>
    orderId === null || isZero(done.parts[index]?.sold ?? zero) ? [] : [{ orderId, amount: amount(sum) }],
  );
  await deposits.redeem(tx, broken, atMs);
  await tx
    .updateTable('loan')
    .set({
      ...{ status: 'liquidated', principalOwed: '0', interestOwed: '0', repaid: toText(add(amount(row.repaid), done.repaid)) },
      ...{ endedAtMs: atMs, isDue: false, isCalled: false, lookedAtMs: atMs },
    })
    .where('id', '=', row.id)
    .execute();
  await forgetWatch(tx, row.id);
  await keepDecision(tx, row.id, body, marks);
  await post(tx, liquidationPosting(row, pledges, done, atMs));
  const unitsOf = (of: 'sold' | 'returned'): string =>
    body.collateral.flatMap((one) => (one[of] === '0' ? [] : [`${one[of]} ${one.asset}`])).join(', ');
  const fee = done.parts.reduce((sum, part) => add(sum, add(part.fee, part.penalty)), zero);
  const back = [unitsOf('returned'), isZero(done.surplus) ? '' : `${toText(done.surplus)} ${row.asset}`].filter(
    (text) => text !== '',
  );
  const params = {
    ...{ amount: toText(owed), asset: row.asset, ltv: percentOf(body.ltv), sold: unitsOf('sold') },
    ...{ fee: toText(fee), returned: back.length === 0 ? `0 ${row.asset}` : back.join(', ') },
  };
  await tellLoan(tx, messages, row, { told: [{ kind: 'loan_liquidated', params }], atMs });
}

const scaleOf = (catalog: JudgeDeps['catalog'], asset: string): number =>
  catalog.assets().find((one) => one.asset === asset)?.scale ?? 0;
const percentOf = (share: string): string => `${rate(share).times('100').round(2, 0).toFixed()} %`;

function bodyOf(
  catalog: JudgeDeps['catalog'],
  { row, collateral }: HeldLoan,
  { verdict, atMs, marks }: Found,
  done: LoanLiquidation | undefined,
): Omit<LoanDecision, 'id'> {
  const { owed } = debtOf(row);
  const text = (figure: Amount | undefined): string => toText(figure ?? zero);
  const ltv = ltvOf(owed, worthOfCollateral(valuedOf(collateral, marks) ?? [], higherOf));
  return {
    kind: verdict === 'liquidation' ? 'liquidation' : 'call',
    atMs,
    level: toText(rate(verdict === 'liquidation' ? row.liquidationLtv : row.callLtv)),
    owed: toText(owed),
    ltv: ltv === undefined ? '0' : toText(ltv),
    liquidationFee: toText(rate(row.liquidationFee)),
    collateral: collateral.map((one, index): Loan['decisions'][number]['collateral'][number] => {
      const mark = one.symbolId === null ? undefined : marks.get(one.symbolId);
      const part = done?.parts[index];
      return {
        ...{ kind: one.kind, asset: one.asset, orderId: one.orderId === null ? null : String(one.orderId) },
        ...{ amount: toText(amount(one.amount)), weight: toText(rate(one.weight)), scale: scaleOf(catalog, one.asset) },
        price:
          mark === undefined
            ? null
            : {
                ...{ symbol: mark.symbol, seq: mark.seq, atMs: mark.atMs, fromSeq: mark.fromSeq },
                ...{ price: toText(mark.newest), mean: toText(mark.mean) },
              },
        ...{ sold: text(part?.sold), gross: text(part?.gross), fee: text(part?.fee), penalty: text(part?.penalty) },
        returned: text(part?.returned),
      };
    }),
    repaid: text(done?.repaid),
    surplus: text(done?.surplus),
    insured: text(done?.insured),
    ruleVersion: loanVersion,
  };
}

/** With the ticks that it names, which outlive all others. */
async function keepDecision(tx: Tx, loanId: number, body: Omit<LoanDecision, 'id'>, marks: Marks): Promise<void> {
  await tx
    .insertInto('loanDecision')
    .values({ loanId, kind: body.kind, atMs: body.atMs, body: JSON.stringify(body) })
    .execute();
  await keepTicks(
    tx,
    [...marks.values()].map(({ symbol, fromSeq, seq }) => ({ symbol, from: { seq: fromSeq }, to: { seq } })),
  );
}
