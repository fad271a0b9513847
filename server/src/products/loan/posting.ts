/**
 * The postings of a loan. A person's account `loan` is below zero by what he owes: principal and interest of all his loans in the
 * mode. The account `collateral` holds what is locked.
 */
import type { AccountMode } from '@tessera/shared/contract';
import { add, isZero, negate, type Amount } from '@tessera/shared/money';
import type { LoanLiquidation } from '@tessera/shared/trading';
import { house, type Leg, type Posting, type UserKind } from '../../ledger/Ledger';

export interface PostedLoan {
  readonly id: number;
  readonly userId: number;
  readonly mode: AccountMode;
  readonly asset: string;
}
export interface Pledge {
  readonly kind: 'coin' | 'treasure';
  readonly asset: string;
  readonly amount: Amount;
  /** An Interest Treasure order that has ended: its principal is returned as coins. */
  readonly isOver?: boolean;
}

const leg = (ownerId: number, kind: UserKind, asset: string, amount: Amount): Leg => ({
  account: { ownerId, kind, asset },
  amount,
});
const posting = ({ id, mode }: PostedLoan, idem: string, legs: readonly Leg[], atMs: number): Posting => ({
  mode,
  kind: 'loan',
  ref: String(id),
  idem: `loan:${id}:${idem}`,
  atMs,
  legs: merged(legs),
});

/** One leg for each account. */
function merged(legs: readonly Leg[]): Leg[] {
  const byAccount = new Map<string, Leg>();
  for (const one of legs) {
    const key = `${one.account.ownerId} ${one.account.kind} ${one.account.asset}`;
    const before = byAccount.get(key);
    byAccount.set(key, before === undefined ? one : { ...one, amount: add(before.amount, one.amount) });
  }
  return [...byAccount.values()].filter(({ amount }) => !isZero(amount));
}

/** A coin comes from the coin account, an Interest Treasure order from the account that holds its principal. */
const lockLegs = ({ userId }: PostedLoan, pledges: readonly Pledge[]): Leg[] =>
  pledges.flatMap((pledge) => [
    leg(userId, homeOf(pledge), pledge.asset, negate(pledge.amount)),
    leg(userId, 'collateral', pledge.asset, pledge.amount),
  ]);
const homeOf = ({ kind, isOver }: Pledge): UserKind => (kind === 'coin' || isOver === true ? 'coin' : 'deposit');
const releaseLegs = (loan: PostedLoan, pledges: readonly Pledge[]): Leg[] =>
  lockLegs(loan, pledges).map((one) => ({ ...one, amount: negate(one.amount) }));

const payOutLegs = ({ userId, asset }: PostedLoan, principal: Amount, interest: Amount): Leg[] => [
  leg(userId, 'loan', asset, negate(add(principal, interest))),
  leg(userId, 'coin', asset, principal),
  { account: house('interest_in', asset), amount: interest },
];

export const lockPosting = (loan: PostedLoan, pledges: readonly Pledge[], atMs: number): Posting =>
  posting(loan, 'lock', lockLegs(loan, pledges), atMs);
export const unlockPosting = (loan: PostedLoan, pledges: readonly Pledge[], atMs: number): Posting =>
  posting(loan, 'unlock', releaseLegs(loan, pledges), atMs);

export interface PaidOut {
  readonly principal: Amount;
  /** The minimum interest, owed from the start. */
  readonly interest: Amount;
}
/** `pledges`: what is locked in the same posting; none for a loan that was reviewed, whose collateral is locked already. */
export const payOutPosting = (
  loan: PostedLoan,
  pledges: readonly Pledge[],
  { principal, interest }: PaidOut,
  atMs: number,
): Posting => posting(loan, 'pay', [...lockLegs(loan, pledges), ...payOutLegs(loan, principal, interest)], atMs);

export const interestPosting = (loan: PostedLoan, day: number, interest: Amount, atMs: number): Posting =>
  posting(
    loan,
    `interest:${day}`,
    [leg(loan.userId, 'loan', loan.asset, negate(interest)), { account: house('interest_in', loan.asset), amount: interest }],
    atMs,
  );

export interface Repaid {
  /** Number of the step in the loan's history. */
  readonly step: number;
  readonly from: 'coin' | 'contract';
  readonly taken: Amount;
  /** The collateral that the last repayment returns. */
  readonly released: readonly Pledge[];
}
export const repayPosting = (loan: PostedLoan, { step, from, taken, released }: Repaid, atMs: number): Posting =>
  posting(
    loan,
    `repay:${step}`,
    [
      leg(loan.userId, from, loan.asset, negate(taken)),
      leg(loan.userId, 'loan', loan.asset, taken),
      ...releaseLegs(loan, released),
    ],
    atMs,
  );

export const addPosting = (loan: PostedLoan, step: number, pledges: readonly Pledge[], atMs: number): Posting =>
  posting(loan, `add:${step}`, lockLegs(loan, pledges), atMs);

interface Liquidating {
  readonly pledges: readonly Pledge[];
  readonly done: LoanLiquidation;
  /** Number of the step in the loan's history. */
  readonly step: number;
  /** Interest that was booked after the deciding tick. */
  readonly forgiven: Amount;
}

/** The house buys what is sold and pays what is missing. The rest returns to the coin account; what is neither sold nor returned stays locked. */
export function liquidationPosting(loan: PostedLoan, { pledges, done, step, forgiven }: Liquidating, atMs: number): Posting {
  const { userId, asset } = loan;
  const legs = done.parts.flatMap((part, index): Leg[] => {
    const pledge = pledges[index];
    if (pledge === undefined || (isZero(part.sold) && isZero(part.returned))) return [];
    const released = [
      leg(userId, 'collateral', pledge.asset, negate(pledge.amount)),
      leg(userId, homeOf(pledge), pledge.asset, part.returned),
    ];
    const paid = [{ account: house('fee', asset), amount: add(part.fee, part.penalty) }];
    // A deposit is in the asset that is lent: it is redeemed, not sold.
    if (pledge.kind === 'treasure') return [...released, ...paid];
    return [
      ...released,
      { account: house('trade', pledge.asset), amount: part.sold },
      { account: house('trade', asset), amount: negate(part.gross) },
      ...paid,
    ];
  });
  const settled = [
    leg(userId, 'loan', asset, add(add(done.repaid, done.insured), forgiven)),
    leg(userId, 'coin', asset, done.surplus),
    { account: house('insurance', asset), amount: negate(done.insured) },
    { account: house('interest_in', asset), amount: negate(forgiven) },
  ];
  return posting(loan, isZero(done.left) ? 'liquidation' : `sale:${step}`, [...legs, ...settled], atMs);
}
