/** The postings of a deposit: purchase, hold for a review and its decision, daily interest, redemption, maturity. */
import type { AccountMode } from '@tessera/shared/contract';
import { isZero, negate, subtract, type Amount } from '@tessera/shared/money';
import { house, type AccountName, type Leg, type Posting, type UserKind } from '../../ledger/Ledger';

export interface PostedOrder {
  readonly id: number;
  readonly userId: number;
  readonly mode: AccountMode;
  readonly asset: string;
}

const account = ({ userId: ownerId, asset }: PostedOrder, kind: UserKind): AccountName => ({ ownerId, kind, asset });
const move = (of: PostedOrder, from: UserKind, to: UserKind, sum: Amount): readonly Leg[] => [
  { account: account(of, from), amount: negate(sum) },
  { account: account(of, to), amount: sum },
];

export const buyPosting = (of: PostedOrder, sum: Amount, isHeld: boolean, atMs: number): Posting =>
  posting(of, `treasure_buy:${of.id}`, atMs, move(of, 'coin', isHeld ? 'coin_hold' : 'deposit', sum));

/** After the review. Approval and rejection share one key, so only one of them can be posted. */
export const reviewedPosting = (of: PostedOrder, sum: Amount, isApproved: boolean, atMs: number): Posting =>
  posting(of, `treasure_reviewed:${of.id}`, atMs, move(of, 'coin_hold', isApproved ? 'deposit' : 'coin', sum));

export const interestPosting = (of: PostedOrder, day: number, interest: Amount, atMs: number): Posting =>
  posting(of, `treasure_interest:${of.id}:${day}`, atMs, [
    { account: house('interest', of.asset), amount: negate(interest) },
    { account: account(of, 'coin'), amount: interest },
  ]);

export const redeemPosting = (
  of: PostedOrder,
  { turn, amount, penalty }: { readonly turn: number; readonly amount: Amount; readonly penalty: Amount },
  atMs: number,
): Posting =>
  posting(of, `treasure_redeem:${of.id}:${turn}`, atMs, [
    { account: account(of, 'deposit'), amount: negate(amount) },
    { account: account(of, 'coin'), amount: subtract(amount, penalty) },
    { account: house('fee', of.asset), amount: penalty },
  ]);

export const maturedPosting = (of: PostedOrder, principal: Amount, atMs: number): Posting =>
  posting(of, `treasure_mature:${of.id}`, atMs, move(of, 'deposit', 'coin', principal));

const posting = ({ id, mode }: PostedOrder, idem: string, atMs: number, legs: readonly Leg[]): Posting => ({
  mode,
  kind: 'treasure',
  ref: String(id),
  idem,
  atMs,
  legs: legs.filter((leg) => !isZero(leg.amount)),
});
