/**
 * Somebody who borrows through a year: thirty days, paid back in parts; seven days, overdue and sold in the end; thirty days again, still owed at the
 * end of the year. What he must owe is counted beside it in whole millionths, day by day.
 */
import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { dayOf } from '../../src/calendar/days';
import { borrow, coin, createLendingDesk, loanOf } from '../lendingDesk';
import type { TradingExchange } from '../tradingExchange';

type CutOff = <T>(act: () => Promise<T>) => Promise<T>;
const rates = { 7: { usual: 6n, late: 12n }, 30: { usual: 5n, late: 10n } } as const;
const unit = 1_000_000n;
/** Of 0.02 BTC. */
const locked = 2_000_000n;
const satoshi = 100_000_000n;

interface Owed {
  readonly id: string;
  readonly days: keyof typeof rates;
  readonly first: number;
  booked: number;
  principal: bigint;
  interest: bigint;
  /** In ten thousandths of a millionth. */
  carried: bigint;
}
const text = (sum: bigint, of: bigint): string => {
  const digits = String(of).length - 1;
  const cut = `${sum / of}.${String(sum % of).padStart(digits, '0')}`;
  return cut.replace(/\.?0+$/, '');
};

function oweDays(loan: Owed, lastDay: number): void {
  const { usual, late } = rates[loan.days];
  while (loan.booked < lastDay) {
    loan.booked += 1;
    const due = loan.principal * (loan.booked >= loan.first + loan.days ? late : usual) + loan.carried;
    loan.interest += due / 10_000n;
    loan.carried = due % 10_000n;
  }
}

export async function openYearOfLoans(exchange: TradingExchange, cutOff: CutOff) {
  const lending = createLendingDesk(exchange);
  const debtor = await lending.aBorrower({ coin: '3000', coins: { BTC: '1' } });
  let loan: Owed | undefined;
  let [usdt, btc] = [3000n * unit, satoshi];
  const today = () => dayOf(exchange.clock.now());
  const running = (): Owed => {
    if (loan === undefined) throw new Error('something is owed');
    oweDays(loan, today() - 1);
    return loan;
  };

  async function take(days: keyof typeof rates, whole: bigint): Promise<void> {
    await exchange.minute({ 'BTC-USDT': '100000' });
    const asked = { termId: String(days), amount: String(whole), collateral: [coin('0.02')] };
    const { id } = await borrow(debtor, asked);
    loan = { id, days, first: today() + 1, booked: today(), principal: whole * unit, interest: 0n, carried: 0n };
    oweDays(loan, loan.first);
    usdt += loan.principal;
    btc -= locked;
  }
  /** The first try dies at its commit; the third is answered what the second was. */
  async function repay(sum: bigint): Promise<void> {
    const owed = running();
    const [whole, key] = [owed.principal + owed.interest, randomUUID()];
    const taken = sum < whole ? sum : whole;
    const asked = { orderId: owed.id, amount: text(sum, unit), from: 'coin' };
    expect(await cutOff(() => debtor.ask('loanRepay', asked, key))).toMatchObject({ type: 'error' });
    for (const _ of ['again', 'and again'])
      expect(await debtor.get('loanRepay', asked, key)).toMatchObject({ taken: text(taken, unit) });
    const toInterest = taken < owed.interest ? taken : owed.interest;
    owed.interest -= toInterest;
    owed.principal -= taken - toInterest;
    usdt -= taken;
    if (taken < whole) return;
    btc += locked;
    loan = undefined;
  }
  /** Whole minutes at a price of which an LTV of about 79 % follows, and at the usual one. */
  async function call(): Promise<void> {
    const { id, principal, interest } = running();
    await lending.moves(text(((principal + interest) * 100n * 100n) / (2n * 79n * unit), 1n));
    expect(await loanOf(debtor, id)).toMatchObject({ isCalled: true });
    await lending.moves('100000');
    expect(await loanOf(debtor, id)).toMatchObject({ isCalled: false });
  }
  /** At 50,000 and 1 %: a hundred-millionth of a BTC brings 495 millionths. */
  async function fall(): Promise<void> {
    const { id, principal, interest } = running();
    const sold = (principal + interest + 494n) / 495n;
    // The sale dies at its commit; the tick that decided stays the one that decides.
    await cutOff(() => lending.moves('50000'));
    expect(await loanOf(debtor, id)).toMatchObject({ status: 'overdue' });
    await lending.judge();
    expect(await loanOf(debtor, id)).toMatchObject({ status: 'liquidated', repaid: expect.any(String), owed: '0' });
    usdt += sold * 495n - principal - interest;
    btc += locked - sold;
    loan = undefined;
    await exchange.minute({ 'BTC-USDT': '100000' });
  }
  const plan: Readonly<Record<number, () => Promise<void>>> = {
    0: () => take(30, 1000n),
    1: () => repay(101_234_567n),
    2: call,
    3: () => repay(52_345_678n),
    5: () => repay(5000n * unit),
    6: () => take(7, 900n),
    7: () => repay(1n),
    10: fall,
    12: () => take(30, 1200n),
    ...Object.fromEntries([14, 17, 19, 23, 24, 29].map((turn) => [turn, () => repay(BigInt(turn) * 3_333_333n)])),
    21: call,
  };

  return {
    act: async (turn: number): Promise<void> => plan[turn]?.(),
    /** After the calendar has come to it. */
    async examine(): Promise<void> {
      const { id, principal, interest } = running();
      expect(await loanOf(debtor, id)).toMatchObject({
        ...{ status: 'overdue', principalOwed: text(principal, unit), interestOwed: text(interest, unit) },
      });
      expect(await lending.held(debtor)).toEqual({
        'coin BTC': text(btc, satoshi),
        'coin USDT': text(usdt, unit),
        'collateral BTC': text(locked, satoshi),
        'loan USDT': `-${text(principal + interest, unit)}`,
      });
    },
  };
}
