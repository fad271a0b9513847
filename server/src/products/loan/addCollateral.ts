/** lh/loan/collateral: locks more collateral, so that a margin call does not become a liquidation. */
import type { Loan } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { add, amount, compare, toText, zero } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { HandlerCall } from '../../http/handler';
import { balances, post } from '../../ledger/Ledger';
import { takeLocks, type Owner } from '../../ledger/takeLocks';
import { once } from '../../store/idempotency';
import type { Tx } from '../../store/database';
import { rowId } from '../../store/rowId';
import type { LoanDeps } from './LoanDeps';
import { addStep, mustBe, presentLoan, readLoans, type CollateralOfLoan } from './loanRow';
import { readMarks, requireMarks } from './marks';
import { addPosting } from './posting';
import { isRunning, requireFewChanges, requireOwn } from './repayLoan';
import { isSamePledge, requireCollateral, type Pledged } from './requireCollateral';
import { tellLoan } from './tellLoan';
import { requireKept } from './treasureCollateral';
import { followMarkets, markDue } from './watchBounds';

/** Of one loan. */
const maxCollateral = 10;

/** Throws ORDER_NOT_FOUND; STATUS_ABNORMAL if the loan is not running; TOO_MANY_REQUESTS, WALLET_BALANCE_INSUFFICIENT; the errors of requireCollateral and requireMarks. */
export async function addCollateral({ db, catalog, messages }: LoanDeps, call: HandlerCall<'loanAddCollateral'>): Promise<Loan> {
  const { user, request, nowMs } = call;
  const owner: Owner = { userId: rowId(user.userId), mode: user.mode };
  const { orderId, collateral } = request;
  const onceCall = {
    ...{ userId: owner.userId, call: 'loanAddCollateral', key: call.idempotencyKey, nowMs },
    request: { orderId, collateral, mode: owner.mode },
  };
  const { response } = await once(db, onceCall, async (tx) => {
    await takeLocks(tx, { contracts: [owner] });
    const loan = await requireOwn(tx, owner, orderId);
    if (!isRunning(loan)) throw new AppError('STATUS_ABNORMAL');
    await requireFewChanges(tx, loan.row.id, nowMs);
    const pledged = await requireCollateral(tx, catalog, owner, collateral);
    await requireMarks(tx, catalog, pricedNow(loan.collateral, pledged), { nowMs, meanSeconds: loan.row.meanSeconds });
    await requireHeld(tx, owner, pledged);
    await lockMore(tx, loan.row.id, loan.collateral, pledged);
    await requireKept(tx, owner, pledged);
    await followMarkets(tx, loan.row.id);
    await markDue(tx, [loan.row.id]);
    const step = await addStep(tx, loan.row.id, { step: 'added', atMs: nowMs });
    await post(tx, addPosting(loan.row, step, pledged, nowMs));
    await tellLoan(tx, messages, loan.row, { told: [], atMs: nowMs });
    const [after] = await readLoans(tx, sql<boolean>`id = ${loan.row.id}`);
    const whole = mustBe(after);
    const assets = whole.collateral.map(({ asset }) => asset);
    return presentLoan(whole, await readMarks(tx, catalog, assets, nowMs));
  });
  return response;
}

/**
 * A coin without a price now could not be valued; beside another coin it would count at its last price, which nobody trusts any more, for the
 * whole amount that is added. More of a loan's only coin can always be added: without its market nothing is decided.
 */
function pricedNow(before: readonly CollateralOfLoan[], pledged: readonly Pledged[]): string[] {
  const marketsOf = (all: readonly Pick<Pledged, 'symbolId'>[]) => new Set(all.flatMap(({ symbolId }) => symbolId ?? []));
  const [there, together] = [marketsOf(before), marketsOf([...before, ...pledged])];
  return there.size === 1 && together.size === 1 ? [] : pledged.map(({ asset }) => asset);
}

/** The ledger checks this too, but later: before that the sum with what is locked is written, and a huge amount would overflow its column. */
async function requireHeld(tx: Tx, { userId, mode }: Owner, pledged: readonly Pledged[]): Promise<void> {
  const held = (await balances(tx, userId, mode)).filter(({ kind }) => kind === 'coin');
  for (const { kind, asset, amount: sum } of pledged) {
    const available = held.find((one) => one.asset === asset)?.balance ?? zero;
    if (kind === 'coin' && compare(sum, available) > 0)
      throw new AppError('WALLET_BALANCE_INSUFFICIENT', { params: { available: toText(available), asset } });
  }
}

/** Additional collateral of the same kind keeps the weight of the first. */
async function lockMore(tx: Tx, loanId: number, before: readonly CollateralOfLoan[], pledged: readonly Pledged[]): Promise<void> {
  const known = (one: Pledged) => before.find((row) => isSamePledge(row, one));
  const added = pledged.filter((one) => known(one) === undefined);
  if (before.length + added.length > maxCollateral) throw new AppError('PARAMETER_WRONG', { params: { field: 'collateral' } });
  for (const one of pledged) {
    const row = known(one);
    if (row === undefined)
      await tx
        .insertInto('loanCollateral')
        .values({ ...one, amount: toText(one.amount), loanId })
        .execute();
    else
      await tx
        .updateTable('loanCollateral')
        .set({ amount: toText(add(amount(row.amount), one.amount)) })
        .where('id', '=', row.id)
        .execute();
  }
}
