/** How a withdrawal moves money: held when it is asked for, then paid or given back. */
import { amount, isZero, negate, subtract, type Amount } from '@tessera/shared/money';
import type { Selectable } from 'kysely';
import { house, type AccountName, type Leg, type Posting } from '../ledger/Ledger';
import type { WithdrawalTable } from './tables';

type Posted = Pick<Selectable<WithdrawalTable>, 'publicId' | 'userId' | 'asset' | 'network' | 'amount' | 'fee'>;
type Act = 'hold' | 'paid' | 'back';

const account = ({ userId: ownerId, asset }: Posted, kind: 'coin' | 'withdraw_hold'): AccountName => ({ ownerId, kind, asset });

export const holdPosting = (of: Posted, atMs: number): Posting =>
  posting(of, 'hold', atMs, [
    { account: account(of, 'coin'), amount: negate(amount(of.amount)) },
    { account: account(of, 'withdraw_hold'), amount: amount(of.amount) },
  ]);

export const paidPosting = (of: Posted, atMs: number): Posting =>
  posting(of, 'paid', atMs, [
    { account: account(of, 'withdraw_hold'), amount: negate(amount(of.amount)) },
    { account: house(`custody:${of.network ?? 'bank'}`, of.asset), amount: receivedOf(of) },
    { account: house('fee', of.asset), amount: amount(of.fee) },
  ]);

/** Refused, not paid, or taken back by the person. */
export const backPosting = (of: Posted, atMs: number): Posting =>
  posting(of, 'back', atMs, [
    { account: account(of, 'withdraw_hold'), amount: negate(amount(of.amount)) },
    { account: account(of, 'coin'), amount: amount(of.amount) },
  ]);

export const receivedOf = (of: Pick<Posted, 'amount' | 'fee'>): Amount => subtract(amount(of.amount), amount(of.fee));

const posting = (of: Posted, act: Act, atMs: number, legs: readonly Leg[]): Posting => ({
  mode: 'real',
  kind: 'withdrawal',
  ref: of.publicId,
  // It is paid or given back, never both: one key for either.
  idem: `withdrawal_${act === 'hold' ? 'hold' : 'end'}:${of.publicId}`,
  atMs,
  legs: legs.filter((leg) => !isZero(leg.amount)),
});
