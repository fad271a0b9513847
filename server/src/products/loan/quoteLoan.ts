/** Computes what a loan, a repayment or additional collateral would lead to. Stores nothing. */
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, isPositive, subtract, toText, zero, type Amount, type Rate } from '@tessera/shared/money';
import { interestOfDays, lowerOf, ltvOf, mostAt, repaymentOf, worthOfCollateral } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Owner } from '../../ledger/takeLocks';
import { parseRowId } from '../../store/rowId';
import { dayMs } from '../../calendar/days';
import { firstDay } from '../../calendar/firstDay';
import { withDaysOver } from './bookInterest';
import type { LoanDeps } from './LoanDeps';
import { debtOf, levelPrices, rateOf, readLoans, valuedOf, type CollateralOfLoan, type LoanRow } from './loanRow';
import { readMarks } from './marks';
import { isSamePledge, requireCollateral, type Pledged } from './requireCollateral';
import { maxPrincipalOf, owedAtStart } from './startLoan';
import { requirePrincipal, requireTerm } from './submitLoan';

type Asked = EndpointRequest<'loanQuote'>;
type Quote = EndpointResponse<'loanQuote'>;
type Deps = Pick<LoanDeps, 'db' | 'catalog'>;

interface QuotedBy {
  readonly owner: Owner;
  readonly nowMs: number;
}

/** Throws PARAMETER_MISSING without either id, and the errors of the calls themselves. */
export async function quoteLoan(deps: Deps, asked: Asked, by: QuotedBy): Promise<Quote> {
  if (asked.termId !== undefined) return quoteNew(deps, { ...asked, termId: asked.termId }, by);
  if (asked.orderId !== undefined) return quoteChange(deps, { ...asked, orderId: asked.orderId }, by);
  throw new AppError('PARAMETER_MISSING', { params: { field: 'termId' } });
}

type Lying = Pick<CollateralOfLoan, 'asset' | 'amount' | 'weight' | 'symbolId'>;

/** Of a debt against what lies locked; undefined while a price is missing. */
async function standing({ db, catalog }: Deps, collateral: readonly Lying[], nowMs: number) {
  const assets = collateral.map(({ asset }) => asset);
  const valued = valuedOf(collateral, await readMarks(db, catalog, assets, nowMs));
  const worth = valued === undefined ? undefined : worthOfCollateral(valued, lowerOf);
  const shareOf = (owed: Amount): Rate | undefined => (worth === undefined || !isPositive(owed) ? undefined : ltvOf(owed, worth));
  return { worth, ltv: (owed: Amount): string | null => textOf(shareOf(owed)) };
}
const textOf = (figure: Rate | undefined): string | null => (figure === undefined ? null : toText(figure));

async function quoteNew(deps: Deps, asked: Asked & { readonly termId: string }, { owner, nowMs }: QuotedBy): Promise<Quote> {
  const term = requireTerm(deps.catalog, asked.termId);
  const principal = asked.amount === undefined ? zero : requirePrincipal(asked.amount, term);
  const pledged = await requireCollateral(deps.db, deps.catalog, owner, asked.collateral ?? []);
  const lying = pledged.map((one) => ({ ...one, amount: toText(one.amount) }));
  const { worth, ltv } = await standing(deps, lying, nowMs);
  const owed = owedAtStart(principal, term);
  const levels = { callLtv: toText(term.callLtv), liquidationLtv: toText(term.liquidationLtv) };
  const whole = { dailyRate: term.dailyRate, days: term.days, carried: zero };
  return {
    ltvBefore: null,
    ltvAfter: ltv(owed),
    owedAfter: toText(owed),
    most: worth === undefined ? null : toText(maxPrincipalOf(mostAt(worth, term.initialLtv), term)),
    toInterest: '0',
    toPrincipal: '0',
    interestPerDay: toText(interestOfDays(principal, { ...whole, days: 1 }).interest),
    interestTotal: toText(interestOfDays(principal, whole).interest),
    ...levelPrices(owed, lying, levels),
    dueAtMs: term.needsReview && owner.mode === 'real' ? null : ((await firstDay(deps.db, nowMs)) + term.days) * dayMs,
  };
}

async function quoteChange(deps: Deps, asked: Asked & { readonly orderId: string }, { owner, nowMs }: QuotedBy): Promise<Quote> {
  const { userId, mode } = owner;
  const id = parseRowId(asked.orderId) ?? 0;
  const [loan] = await readLoans(deps.db, sql<boolean>`id = ${id} and user_id = ${userId} and mode = ${mode}`);
  if (loan === undefined) throw new AppError('ORDER_NOT_FOUND');
  const { collateral } = loan;
  const { row } = await withDaysOver(deps.db, loan.row, nowMs);
  const debt = debtOf(row);
  const paid = asked.amount === undefined ? zero : amount(asked.amount);
  const { taken, toInterest, toPrincipal } = repaymentOf(paid, debt);
  const [owed, principal] = [subtract(debt.owed, taken), subtract(debt.principalOwed, toPrincipal)];
  const more = await requireCollateral(deps.db, deps.catalog, owner, asked.collateral ?? []);
  const after = [...collateral, ...more.map((one) => ({ ...one, amount: toText(one.amount), ...keptWeight(collateral, one) }))];
  const perDay = { dailyRate: rateOf(row), days: 1, carried: zero };
  return {
    ltvBefore: (await standing(deps, collateral, nowMs)).ltv(debt.owed),
    ltvAfter: (await standing(deps, after, nowMs)).ltv(owed),
    owedAfter: toText(owed),
    most: null,
    toInterest: toText(toInterest),
    toPrincipal: toText(toPrincipal),
    interestPerDay: toText(interestOfDays(principal, perDay).interest),
    interestTotal: toText(interestOfDays(principal, { ...perDay, days: daysLeft(row) }).interest),
    ...levelPrices(owed, after, row),
    dueAtMs: row.dueAtMs,
  };
}

/** Additional collateral of the same kind keeps the weight of the first. */
const keptWeight = (before: readonly CollateralOfLoan[], more: Pledged) => {
  const row = before.find((one) => isSamePledge(one, more));
  return row === undefined ? {} : { weight: row.weight };
};

/** Unbooked days of interest until the due date. */
const daysLeft = ({ firstDay, bookedDay, days }: LoanRow): number =>
  firstDay === null || bookedDay === null ? days : Math.max(0, firstDay + days - 1 - bookedDay);
