/**
 * Sells collateral for what was owed at the deciding tick. A coin whose market stands still is not sold. If the others are not enough, it stays
 * locked, and the loan goes on with what is left.
 */
import { add, amount, isZero, rate, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { liquidateLoan, repaymentOf, type LoanLiquidation } from '@tessera/shared/trading';
import type { Posting } from '../../ledger/Ledger';
import type { Tx } from '../../store/database';
import type { JudgeDeps, PledgedDeposits } from './judgeLoan';
import { decisionOf, keepDecision, percentOf, scaleOf, type DecisionBody } from './keepDecision';
import { addStep, debtOf, type HeldLoan } from './loanRow';
import { liquidationPosting } from './posting';
import type { ToldLoan } from './tellLoan';
import { holdTreasure, pledgesOf } from './treasureCollateral';
import type { Found } from './verdictOn';
import { forgetWatchBounds } from './watchBounds';

/** The penalty for each collateral. undefined: a deposit among them has finished, unbooked days, so the liquidation waits for the calendar. */
export async function penaltiesOf(
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

interface Liquidated {
  readonly posting: Posting;
  readonly told: ToldLoan;
}

/**
 * `later`: interest of days after the deciding tick, which is no longer owed. The caller posts and sends the message. Money moves now, however
 * old the tick is: so statements of past days stay true.
 */
export async function liquidate(
  tx: Tx,
  { catalog, pledged: deposits }: Pick<JudgeDeps, 'catalog' | 'pledged'>,
  loan: HeldLoan,
  found: Found & { readonly penalties: readonly Amount[]; readonly later: Amount; readonly nowMs: number },
): Promise<Liquidated> {
  const { row, collateral } = loan;
  const { atMs, owed } = found;
  const done = liquidateLoan(owed, partsOf(catalog, loan, found), rate(row.liquidationFee));
  const step = await addStep(tx, row.id, { step: 'liquidated', atMs, moved: isZero(done.left) ? owed : done.repaid });
  const pledges = await pledgesOf(tx, collateral);
  const isSold = (index: number): boolean => !isZero(done.parts[index]?.sold ?? zero);
  const broken = collateral.flatMap(({ orderId, amount: sum }, index) =>
    orderId === null || !isSold(index) ? [] : [{ orderId, amount: amount(sum) }],
  );
  await deposits.redeem(tx, broken, atMs);
  const body = decisionOf(catalog, loan, found, done);
  if (isZero(done.left)) await end(tx, loan, done, atMs);
  else await goOn(tx, loan, done, found);
  await keepDecision(tx, row.id, body, found);
  const forgiven = isZero(done.left) ? found.later : zero;
  return {
    posting: liquidationPosting(row, { pledges, done, step, forgiven }, Math.max(found.nowMs, atMs)),
    told: toldOf(loan, body),
  };
}

const partsOf = (
  catalog: JudgeDeps['catalog'],
  { collateral }: HeldLoan,
  { marks, penalties }: Found & { readonly penalties: readonly Amount[] },
) =>
  collateral.map((one, index) => {
    const mark = one.symbolId === null ? undefined : marks.get(one.symbolId);
    return {
      ...{ amount: amount(one.amount), weight: rate(one.weight), penalty: penalties[index] ?? zero },
      ...{ scale: scaleOf(catalog, one.asset), prices: mark, stands: one.symbolId !== null && mark?.stands !== false },
    };
  });

async function end(tx: Tx, { row }: HeldLoan, done: LoanLiquidation, atMs: number): Promise<void> {
  await tx
    .updateTable('loan')
    .set({
      ...{ status: 'liquidated', principalOwed: '0', interestOwed: '0', repaid: toText(add(amount(row.repaid), done.repaid)) },
      ...{ endedAtMs: atMs, isDue: false, isCalled: false, lookedAtMs: atMs },
    })
    .where('id', '=', row.id)
    .execute();
  await forgetWatchBounds(tx, row.id);
}

/** Everything has been sold except coins that stand still. Every tick from now on is checked. */
async function goOn(
  tx: Tx,
  { row, collateral }: HeldLoan,
  done: LoanLiquidation,
  { atMs, nowMs }: { readonly atMs: number; readonly nowMs: number },
): Promise<void> {
  const debt = debtOf(row);
  const { toInterest, toPrincipal } = repaymentOf(done.repaid, debt);
  await tx
    .updateTable('loan')
    .set({
      principalOwed: toText(subtract(debt.principalOwed, toPrincipal)),
      interestOwed: toText(subtract(debt.interestOwed, toInterest)),
      repaid: toText(add(amount(row.repaid), done.repaid)),
      ...{ isDue: true, isCalled: true, calledAtMs: row.calledAtMs ?? Math.max(nowMs, atMs), lookedAtMs: atMs },
    })
    .where('id', '=', row.id)
    .execute();
  const sold = collateral.flatMap(({ id }, index) => (isZero(done.parts[index]?.sold ?? zero) ? [] : [id]));
  await tx.deleteFrom('loanCollateral').where('id', 'in', sold).execute();
  await forgetWatchBounds(tx, row.id);
}

function toldOf({ row }: HeldLoan, { collateral, surplus, owed, ltv, left, repaid }: DecisionBody): ToldLoan {
  const unitsOf = (of: 'sold' | 'returned'): string =>
    collateral.flatMap((one) => (one[of] === '0' ? [] : [`${one[of]} ${one.asset}`])).join(', ');
  const fee = toText(collateral.reduce((sum, one) => add(sum, add(amount(one.fee), amount(one.penalty))), zero));
  const { asset } = row;
  const params = { asset, ltv: percentOf(ltv), sold: unitsOf('sold'), fee };
  if (left !== undefined) return { kind: 'loan_sold_in_part', params: { ...params, amount: repaid, left } };
  const back = [unitsOf('returned'), surplus === '0' ? '' : `${surplus} ${asset}`].filter((text) => text !== '');
  const returned = back.length === 0 ? `0 ${asset}` : back.join(', ');
  return { kind: 'loan_liquidated', params: { ...params, amount: owed, returned } };
}
