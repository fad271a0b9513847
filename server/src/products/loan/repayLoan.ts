/** lh/loan/repayment: pays interest first, then the principal. The last repayment returns the collateral. */
import type { EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { add, amount, compare, decimalsOf, isPositive, isZero, subtract, toText, type Amount } from '@tessera/shared/money';
import { loanScale, repaymentOf } from '@tessera/shared/trading';
import { sql } from 'kysely';
import { availableOf } from '../../funds/contractFigures';
import { accountsView } from '../../funds/walletView';
import type { HandlerCall } from '../../http/handler';
import { keepAccruals } from '../../calendar/keepAccruals';
import { postMany } from '../../ledger/Ledger';
import { takeLocks, type Owner } from '../../ledger/takeLocks';
import { once } from '../../store/idempotency';
import type { Tx } from '../../store/database';
import { parseRowId, rowId } from '../../store/rowId';
import { requireBelowDailyLimit } from '../dailyCallLimit';
import { accruedOf, bookDaysOver, interestPostings, toldOverdue } from './bookInterest';
import type { LoanDeps } from './LoanDeps';
import { addStep, debtOf, lockLoan, mustBe, presentLoan, readLoans, type HeldLoan } from './loanRow';
import { readMarks } from './marks';
import { repayPosting } from './posting';
import { tellLoan } from './tellLoan';
import { pledgesOf } from './treasureCollateral';
import { forgetWatchBounds, markDue } from './watchBounds';

type Repayment = EndpointResponse<'loanRepay'>;

/** Throws ORDER_NOT_FOUND, STATUS_ABNORMAL if nothing is owed, PARAMETER_WRONG, WALLET_BALANCE_INSUFFICIENT, TOO_MANY_REQUESTS. */
export async function repayLoan(
  deps: Pick<LoanDeps, 'db' | 'catalog' | 'messages'>,
  call: Pick<HandlerCall<'loanRepay'>, 'user' | 'request' | 'nowMs' | 'idempotencyKey'>,
): Promise<Repayment> {
  const { user, request, nowMs } = call;
  const owner: Owner = { userId: rowId(user.userId), mode: user.mode };
  const { orderId, from } = request;
  const onceCall = {
    ...{ userId: owner.userId, call: 'loanRepay', key: call.idempotencyKey, nowMs },
    request: { orderId, amount: request.amount, from, mode: owner.mode },
  };
  const { response } = await once(deps.db, onceCall, async (tx) => {
    await takeLocks(tx, { contracts: [owner] });
    const loan = await requireOwn(tx, owner, orderId);
    return repay(tx, deps, { loan, paid: requirePaid(request.amount), from, nowMs });
  });
  return response;
}

/** Locks the loan. A loan of another person gives the same error as one that does not exist. */
export async function requireOwn(tx: Tx, { userId, mode }: Owner, publicId: string): Promise<HeldLoan> {
  const id = parseRowId(publicId);
  const loan = id === undefined ? undefined : await lockLoan(tx, id);
  if (loan?.row.userId !== userId || loan.row.mode !== mode) throw new AppError('ORDER_NOT_FOUND');
  return loan;
}
export const isRunning = ({ row }: HeldLoan): boolean => row.status === 'open' || row.status === 'overdue';

/** Limits the steps of its history per day. Repaying everything is always possible. */
export const requireFewChanges = (tx: Tx, loanId: number, nowMs: number): Promise<void> =>
  requireBelowDailyLimit(tx, sql`select at_ms from loan_step where loan_id = ${loanId} and step in ('added', 'repaid')`, nowMs);

function requirePaid(text: string): Amount {
  const paid = amount(text);
  if (!isPositive(paid) || decimalsOf(paid) > loanScale) throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
  return paid;
}

interface Paying {
  readonly loan: HeldLoan;
  readonly paid: Amount;
  readonly from: 'coin' | 'contract';
  readonly nowMs: number;
}

async function repay(
  tx: Tx,
  { catalog, messages }: Pick<LoanDeps, 'catalog' | 'messages'>,
  { loan, paid, from, nowMs }: Paying,
): Promise<Repayment> {
  if (!isRunning(loan)) throw new AppError('STATUS_ABNORMAL');
  const { collateral } = loan;
  const { row, booked } = await bookDaysOver(tx, loan.row, nowMs);
  const debt = debtOf(row);
  const { taken, toInterest, toPrincipal } = repaymentOf(paid, debt);
  if (from === 'contract') await requireFreeMargin(tx, row, taken);
  const isAll = compare(taken, debt.owed) === 0;
  if (!isAll) await requireFewChanges(tx, row.id, nowMs);
  const step = await addStep(tx, row.id, { step: 'repaid', atMs: nowMs, moved: taken });
  const owed = {
    principalOwed: toText(subtract(debt.principalOwed, toPrincipal)),
    interestOwed: toText(subtract(debt.interestOwed, toInterest)),
  };
  await tx
    .updateTable('loan')
    .set({
      ...owed,
      repaid: toText(add(amount(row.repaid), taken)),
      ...(isAll ? { status: 'repaid' as const, endedAtMs: nowMs, isDue: false, isCalled: false } : {}),
    })
    .where('id', '=', row.id)
    .execute();
  if (isAll) await forgetWatchBounds(tx, row.id);
  else await markDue(tx, [row.id]);
  const released = isAll ? await pledgesOf(tx, collateral) : [];
  await postMany(tx, [...interestPostings(booked, nowMs), repayPosting(row, { step, from, taken, released }, nowMs)]);
  await keepAccruals(tx, 'loan', accruedOf(booked), nowMs);
  const params = { amount: toText(taken), asset: row.asset };
  const told = isAll ? [{ kind: 'loan_repaid', params } as const] : toldOverdue(booked, { ...row, ...owed });
  await tellLoan(tx, messages, row, { told, atMs: nowMs });
  const [after] = await readLoans(tx, sql<boolean>`id = ${row.id}`);
  const marks = await readMarks(
    tx,
    catalog,
    collateral.map(({ asset }) => asset),
    nowMs,
  );
  return {
    loan: presentLoan(mustBe(after), marks),
    taken: toText(taken),
    toInterest: toText(toInterest),
    toPrincipal: toText(toPrincipal),
  };
}

/** The margin of open positions cannot be used. */
async function requireFreeMargin(tx: Tx, { userId, mode, asset }: HeldLoan['row'], taken: Amount): Promise<void> {
  const { contract } = await accountsView(tx, userId, mode);
  const available = availableOf(contract);
  if (compare(taken, available) > 0 || isZero(available))
    throw new AppError('WALLET_BALANCE_INSUFFICIENT', { params: { available: toText(available), asset } });
}
