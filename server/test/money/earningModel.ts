/**
 * What deposits, loans and a project must have done to the book, told once more: exact sums of whole numbers, cut at six decimals in the end.
 * `rules` are what a test changes to see that a difference is found.
 */
import { createMoneyModel, houseOf, of, sumOf, type Gains, type MoneyModel } from './moneyModel';

export const unit = 10n ** 18n;
const digit = 10n ** 12n;
const shareUnit = 10n ** 8n;
const down = (sum: bigint, by = 1n): bigint => (sum / (by * digit)) * digit;
const up = (sum: bigint, by = 1n): bigint => -down(-sum - by * digit + 1n, by);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export const rules = {
  /** What the parts of a digit of a penalty become. */
  penalty: up,
  /** Of how many days is paid when so many are over. */
  daysPaid: (days: number): number => days,
  interestOf: (sum: bigint): bigint => sum,
  isInterestFirst: true,
  isReached: (owed: bigint, level: bigint): boolean => owed >= level,
  share: down,
};
export type Rules = typeof rules;

export const products = {
  '1': { rate: '0.05', divisor: 365n, days: 7, isPartly: true },
  '2': { rate: '0.006', divisor: 30n, days: 30, isPartly: false },
  '3': { rate: '0.09', divisor: 365n, days: 90, isPartly: true },
} as const;

interface Deposit {
  readonly id: string;
  readonly userId: number;
  readonly product: keyof typeof products;
  readonly start: number;
  next: number;
  principal: bigint;
  rewards: bigint;
  /** Times the divisor and `unit`: what is not paid yet. */
  carried: bigint;
}
interface Loan {
  readonly id: string;
  readonly userId: number;
  readonly first: number;
  booked: number;
  principal: bigint;
  interest: bigint;
  carried: bigint;
  coins: bigint;
}

const loanTerm = { days: 7, rate: sumOf('0.0006'), late: sumOf('0.0012') } as const;

export function createEarningModel(beginning: Gains, by: Rules) {
  const book: MoneyModel = createMoneyModel(beginning);
  const deposits: Deposit[] = [];
  const loans: Loan[] = [];

  function payDay(deposit: Deposit): void {
    const { rate, divisor, days } = products[deposit.product];
    const due = deposit.principal * sumOf(rate) + deposit.carried;
    const paid = down(due, divisor * unit);
    deposit.carried = due - paid * divisor * unit;
    deposit.rewards += paid;
    deposit.next += 1;
    book.move(houseOf('interest'), of(deposit.userId, 'coin'), by.interestOf(paid));
    if (deposit.next < deposit.start + days) return;
    book.move(of(deposit.userId, 'deposit'), of(deposit.userId, 'coin'), deposit.principal);
    deposit.principal = 0n;
  }
  function oweDay(loan: Loan): void {
    loan.booked += 1;
    const due =
      loan.principal * (loan.booked >= loan.first + loanTerm.days ? loanTerm.late : loanTerm.rate) + loan.carried * unit;
    const interest = down(due, unit);
    loan.carried = due / unit - interest;
    loan.interest += interest;
    book.move(of(loan.userId, 'loan'), houseOf('interest_in'), interest);
  }
  const unlock = ({ userId, coins }: Loan, sold = 0n) => {
    book.move(of(userId, 'collateral', 'BTC'), of(userId, 'coin', 'BTC'), coins - sold);
  };

  return {
    ...{ book, deposits, loans },
    buy(deposit: Omit<Deposit, 'next' | 'rewards' | 'carried'>): void {
      deposits.push({ ...deposit, next: deposit.start, rewards: 0n, carried: 0n });
      book.move(of(deposit.userId, 'coin'), of(deposit.userId, 'deposit'), deposit.principal);
    },
    /** Answers what comes back. */
    returned(deposit: Deposit, part: bigint): { readonly penalty: bigint; readonly rewards: bigint; readonly back: bigint } {
      const { product, principal } = deposit;
      const { rate, divisor } = products[product];
      const rewards =
        part === principal ? deposit.rewards : least(deposit.rewards, by.penalty(deposit.rewards * part, principal));
      const penalty = {
        '1': rewards,
        '2': least(rewards, by.penalty(part * sumOf(rate) * 3n, divisor * unit * 2n)),
        '3': by.penalty(part, 100n),
      }[product];
      return { penalty, rewards, back: part - penalty };
    },
    leave(deposit: Deposit, part: bigint, { penalty, rewards, back }: { penalty: bigint; rewards: bigint; back: bigint }): void {
      deposit.principal -= part;
      deposit.rewards -= rewards;
      book.move(of(deposit.userId, 'deposit'), of(deposit.userId, 'coin'), back);
      book.move(of(deposit.userId, 'deposit'), houseOf('fee'), penalty);
    },
    /** `today`: it has begun. */
    pass(today: number): void {
      const until = by.daysPaid(today);
      for (const deposit of deposits) while (deposit.principal > 0n && deposit.next < until) payDay(deposit);
      for (const loan of loans) while (loan.principal + loan.interest > 0n && loan.booked < until - 1) oweDay(loan);
    },
    borrow(loan: Pick<Loan, 'id' | 'userId' | 'first' | 'principal' | 'coins'>): void {
      const made: Loan = { ...loan, booked: loan.first - 1, interest: 0n, carried: 0n };
      loans.push(made);
      const { userId, coins } = loan;
      book.move(of(userId, 'coin', 'BTC'), of(userId, 'collateral', 'BTC'), coins);
      book.move(of(userId, 'loan'), of(userId, 'coin'), loan.principal);
      oweDay(made);
    },
    add(loan: Loan, coins: bigint): void {
      loan.coins += coins;
      book.move(of(loan.userId, 'coin', 'BTC'), of(loan.userId, 'collateral', 'BTC'), coins);
    },
    /** `taken`: at most what is owed. */
    repay(loan: Loan, taken: bigint, from: 'coin' | 'contract'): void {
      const first = least(taken, by.isInterestFirst ? loan.interest : loan.principal);
      loan.interest -= by.isInterestFirst ? first : taken - first;
      loan.principal -= by.isInterestFirst ? taken - first : first;
      book.move(of(loan.userId, from), of(loan.userId, 'loan'), taken);
      if (loan.principal + loan.interest === 0n) unlock(loan);
    },
    /** To whole ten thousands, so that nothing but what is sold is rounded. */
    fall(to: bigint): void {
      for (const loan of loans) {
        const owed = loan.principal + loan.interest;
        if (owed === 0n || !by.isReached(owed * 100n, loan.coins * to * 83n)) continue;
        const step = 10n ** 10n;
        const net = to * 99n;
        const needed = (owed * 100n + net * step - 1n) / (net * step);
        const sold = least(loan.coins, needed * step);
        const [gross, fee] = [sold * to, (sold * to) / 100n];
        const repaid = least(owed, gross - fee);
        const user = (kind: string, asset?: string) => of(loan.userId, kind, asset);
        unlock(loan, sold);
        book.move(user('collateral', 'BTC'), houseOf('trade', 'BTC'), sold);
        book.move(houseOf('trade'), houseOf('fee'), fee);
        book.move(houseOf('trade'), user('loan'), repaid);
        book.move(houseOf('trade'), user('coin'), gross - fee - repaid);
        book.move(houseOf('insurance'), user('loan'), owed - repaid);
        loan.principal = 0n;
        loan.interest = 0n;
      }
    },
    join(userId: number, sum: bigint): void {
      book.move(of(userId, 'coin'), of(userId, 'project'), sum);
    },
    /** `share` in units of its last digit, the eighth; nothing: cancelled. */
    endProject(joined: ReadonlyMap<number, bigint>, share = 0n): void {
      for (const [userId, sum] of joined) {
        const back = by.share(sum * (shareUnit + share), shareUnit);
        book.move(of(userId, 'project'), of(userId, 'coin'), back);
        book.move(of(userId, 'project'), houseOf('pnl'), sum - back);
      }
    },
  };
}
export type EarningModel = ReturnType<typeof createEarningModel>;
