/** A loan as rows, and its presentation in the API. */
import type { CollateralRow, Loan, LoanDecision } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { add, amount, isZero, rate, round, toText, zero, type Amount, type Rate } from '@tessera/shared/money';
import { interestOfDays, lowerOf, ltvOf, priceAtLevel, worthOfCollateral, type Valued } from '@tessera/shared/trading';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import type { Marks } from './marks';
import type { LoanCollateralTable, LoanDecisionTable, LoanStepTable, LoanTable } from './tables';

export type LoanRow = Selectable<LoanTable>;
/** With the decimals of its asset. */
export type CollateralOfLoan = Selectable<LoanCollateralTable> & { readonly scale: number };

/** A loan with its collateral. */
export interface HeldLoan {
  readonly row: LoanRow;
  readonly collateral: readonly CollateralOfLoan[];
}
export interface WholeLoan extends HeldLoan {
  readonly steps: readonly Selectable<LoanStepTable>[];
  readonly decisions: readonly LoanDecision[];
}

/** Locks the loan until the transaction ends. undefined: it does not exist, or with `skip` another transaction holds it. */
export async function lockLoan(tx: Tx, id: number, { skip = false } = {}): Promise<HeldLoan | undefined> {
  enterLock(tx, 'order');
  const query = tx.selectFrom('loan').selectAll().where('id', '=', id).forUpdate();
  const row = await (skip ? query.skipLocked() : query).executeTakeFirst();
  if (row === undefined) return undefined;
  return { row, collateral: await collateralOf(tx, [id]) };
}

export const collateralOf = (db: Db | Tx, ids: readonly number[]): Promise<CollateralOfLoan[]> =>
  db
    .selectFrom('loanCollateral')
    .innerJoin('asset', 'asset.id', 'loanCollateral.asset')
    .selectAll('loanCollateral')
    .select('asset.scale')
    .where('loanId', 'in', [...ids])
    // Coins are sold before Interest Treasure orders are redeemed.
    .orderBy('kind')
    .orderBy('loanCollateral.id')
    .execute();

const shownDecisions = 10;
const shownSteps = 50;

/** In the given order. */
export async function wholeLoans(db: Db | Tx, rows: readonly LoanRow[]): Promise<WholeLoan[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const collateral = await collateralOf(db, ids);
  const { rows: steps } = await sql<Selectable<LoanStepTable>>`
    select step.* from unnest(${ids}::bigint[]) loan (id) cross join lateral (
      select * from loan_step where loan_id = loan.id order by seq desc limit ${shownSteps}) step order by seq`.execute(db);
  const { rows: kept } = await sql<Selectable<LoanDecisionTable>>`
    select decision.* from unnest(${ids}::bigint[]) loan (id) cross join lateral (
      select * from loan_decision where loan_id = loan.id order by id desc limit ${shownDecisions}) decision order by id`.execute(
    db,
  );
  return rows.map((row) => ({
    row,
    collateral: collateral.filter(({ loanId }) => loanId === row.id),
    steps: steps.filter(({ loanId }) => loanId === row.id),
    decisions: kept.filter(({ loanId }) => loanId === row.id).map(({ id, body }) => ({ id: String(id), ...body })),
  }));
}

export async function readLoans(
  db: Db | Tx,
  where: RawBuilder<boolean>,
  { limit = 1, offset = 0 }: { readonly limit?: number; readonly offset?: number } = {},
): Promise<WholeLoan[]> {
  const rows = await db.selectFrom('loan').selectAll().where(where).orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return wholeLoans(db, rows);
}

export const debtOf = (
  row: Pick<LoanRow, 'principalOwed' | 'interestOwed'>,
): { principalOwed: Amount; interestOwed: Amount; owed: Amount } => {
  const [principalOwed, interestOwed] = [amount(row.principalOwed), amount(row.interestOwed)];
  return { principalOwed, interestOwed, owed: add(principalOwed, interestOwed) };
};
export const rateOf = (row: Pick<LoanRow, 'status' | 'dailyRate' | 'overdueRate'>): Rate =>
  rate(row.status === 'overdue' ? row.overdueRate : row.dailyRate);

/** undefined while a price is missing. */
export function valuedOf(
  collateral: readonly Pick<CollateralOfLoan, 'amount' | 'weight' | 'symbolId'>[],
  marks: Marks,
): Valued[] | undefined {
  const valued = collateral.map((one) => ({
    amount: amount(one.amount),
    weight: rate(one.weight),
    prices: one.symbolId === null ? undefined : marks.get(one.symbolId),
    isMissing: one.symbolId !== null && !marks.has(one.symbolId),
  }));
  return valued.some(({ isMissing }) => isMissing) ? undefined : valued;
}

export interface Levels {
  readonly callPrice: string | null;
  readonly liquidationPrice: string | null;
}
const priceScale = 8;

/** The prices of the one coin that is collateral; null with more than one or none. */
export function levelPrices(
  owed: Amount,
  collateral: readonly Pick<CollateralOfLoan, 'amount' | 'weight' | 'symbolId'>[],
  { callLtv, liquidationLtv }: Pick<LoanRow, 'callLtv' | 'liquidationLtv'>,
): Levels {
  const coins = collateral.filter(({ symbolId }) => symbolId !== null);
  const [coin] = coins;
  if (coin === undefined || new Set(coins.map(({ symbolId }) => symbolId)).size > 1 || isZero(owed))
    return { callPrice: null, liquidationPrice: null };
  const units = coins.reduce((sum, one) => add(sum, amount(one.amount)), zero);
  const fixed = collateral.filter(({ symbolId }) => symbolId === null);
  const fixedWorth = worthOfCollateral(
    fixed.map((one) => ({ amount: amount(one.amount), weight: rate(one.weight), prices: undefined })),
    lowerOf,
  );
  const at = (level: string): string | null => {
    const found = priceAtLevel(owed, {
      coin: { amount: units, weight: rate(coin.weight) },
      fixedWorth,
      level: rate(level),
      scale: priceScale,
    });
    return found === undefined ? null : toText(found);
  };
  return { callPrice: at(callLtv), liquidationPrice: at(liquidationLtv) };
}

const worthScale = 6;

function presentCollateral(one: CollateralOfLoan, marks: Marks): CollateralRow {
  const mark = one.symbolId === null ? undefined : marks.get(one.symbolId);
  const valued = valuedOf([one], marks);
  return {
    kind: one.kind,
    asset: one.asset,
    orderId: one.orderId === null ? null : String(one.orderId),
    amount: toText(amount(one.amount)),
    weight: toText(rate(one.weight)),
    scale: one.scale,
    price:
      mark === undefined
        ? null
        : { symbol: mark.symbol, seq: mark.seq, atMs: mark.atMs, price: toText(mark.newest), mean: toText(mark.mean) },
    worth: valued === undefined ? null : toText(round(worthOfCollateral(valued, lowerOf), worthScale, 'down')),
  };
}

export function presentLoan({ row, collateral, steps, decisions }: WholeLoan, marks: Marks): Loan {
  const { principalOwed, interestOwed, owed } = debtOf(row);
  const valued = valuedOf(collateral, marks);
  const isRunning = row.endedAtMs === null && row.status !== 'pending_review';
  const ltv = !isRunning || valued === undefined ? undefined : ltvOf(owed, worthOfCollateral(valued, lowerOf));
  const text = (figure: string): string => toText(amount(figure));
  return {
    id: String(row.id),
    clientOrderId: row.clientOrderId,
    orderNumber: `L${String(row.id).padStart(8, '0')}`,
    termId: String(row.days),
    asset: row.asset,
    principal: text(row.principal),
    dailyRate: text(row.dailyRate),
    overdueRate: text(row.overdueRate),
    days: row.days,
    minDays: row.minDays,
    initialLtv: text(row.initialLtv),
    callLtv: text(row.callLtv),
    liquidationLtv: text(row.liquidationLtv),
    liquidationFee: text(row.liquidationFee),
    ...{ ruleVersion: row.ruleVersion, meanSeconds: row.meanSeconds, catalogVersion: row.catalogVersion },
    ...(row.freshSeconds === null ? {} : { freshSeconds: row.freshSeconds }),
    interest: text(row.interest),
    repaid: text(row.repaid),
    owed: toText(owed),
    interestOwed: toText(interestOwed),
    principalOwed: toText(principalOwed),
    interestPerDay: toText(interestOfDays(principalOwed, { dailyRate: rateOf(row), days: 1, carried: zero }).interest),
    collateral: collateral.map((one) => presentCollateral(one, marks)),
    ltv: ltv === undefined ? null : toText(ltv),
    ...levelPrices(owed, collateral, row),
    status: row.status,
    isCalled: row.isCalled,
    startsAtMs: row.paidOutAtMs,
    dueAtMs: row.dueAtMs,
    reason: row.reason,
    steps: steps.map(({ step, atMs, amount: moved }) => ({ step, atMs, amount: moved === null ? null : text(moved) })),
    decisions: [...decisions],
  };
}

type Step = Loan['steps'][number]['step'];

/** Adds the same step to the history of many loans. */
export async function addSteps(
  tx: Tx,
  loanIds: readonly number[],
  { step, atMs }: { readonly step: Step; readonly atMs: number },
): Promise<void> {
  if (loanIds.length === 0) return;
  await sql`
    insert into loan_step (loan_id, seq, step, at_ms)
    select id, coalesce((select max(seq) from loan_step where loan_id = id), 0) + 1, ${step}, ${atMs}::bigint
    from unnest(${[...loanIds]}::bigint[]) loan (id)`.execute(tx);
}

/** Adds the next step to its history and returns its number. */
export async function addStep(
  tx: Tx,
  loanId: number,
  { step, atMs, moved }: { readonly step: Step; readonly atMs: number; readonly moved?: Amount },
): Promise<number> {
  const { last } = await tx
    .selectFrom('loanStep')
    .select((of) => of.fn.max<number | null>('seq').as('last'))
    .where('loanId', '=', loanId)
    .executeTakeFirstOrThrow();
  const seq = (last ?? 0) + 1;
  await tx
    .insertInto('loanStep')
    .values({ loanId, seq, step, atMs, amount: moved === undefined ? null : toText(moved) })
    .execute();
  return seq;
}

export function mustBe<T>(found: T | undefined): T {
  invariant(found !== undefined, 'what was written is there');
  return found;
}
