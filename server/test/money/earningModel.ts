/**
 * What deposits, loans and a project must have done to the book, told once more: exact sums of whole numbers, cut at six decimals in the end.
 * `rules` are what a test changes to see that a difference is found.
 */
import { createMoneyModel, houseOf, of, sumOf, type AccountKey, type Gains, type MoneyModel } from './moneyModel';

export const unit = 10n ** 18n;
const digit = 10n ** 12n;
const shareUnit = 10n ** 8n;
const down = (sum: bigint, by = 1n): bigint => (sum / (by * digit)) * digit;
const up = (sum: bigint, by = 1n): bigint => -down(-sum - by * digit + 1n, by);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export const rules = {
  /** Of how many days is paid when so many are over. */
  daysPaid: (days: number): number => days,
  interestOf: (sum: bigint): bigint => sum,
  share: down,
  /** Whether so much of a deposit may leave, or be locked, of which so much is not locked. */
  isFree: (part: bigint, free: bigint): boolean => part <= free,
  /** Where what is locked of a deposit comes back to after the deposit has ended. */
  homeAtEnd: 'coin',
  areCoinsFirst: true,
  /** Of the penalty of a deposit that is redeemed to pay a loan back. */
  broken: (penalty: bigint): bigint => penalty,
  /** The first day of a deposit that is bought, or approved, on that one. */
  firstDay: (today: number): number => today + 1,
  isOutOfTime: (untilMs: number, nowMs: number): boolean => untilMs <= nowMs,
};
export type Rules = typeof rules;

export const products = {
  '1': { rate: '0.05', divisor: 365n, days: 7, isPartly: true },
  '2': { rate: '0.006', divisor: 30n, days: 30, isPartly: false },
  '3': { rate: '0.09', divisor: 365n, days: 90, isPartly: true },
  // It stays until its end. An operator looks at each purchase, in seven days at most.
  '4': { rate: '0.12', divisor: 365n, days: 365, isPartly: false },
} as const;
export const reviewed = { product: '4', waitsMs: 7 * 86_400_000, min: 1000n * unit } as const;

export interface Deposit {
  readonly id: string;
  readonly userId: number;
  readonly product: keyof typeof products;
  readonly start: number;
  next: number;
  /** Nothing once it has ended. */
  principal: bigint;
  rewards: bigint;
  /** Times the divisor and `unit`: what is not paid yet. */
  carried: bigint;
}
/** A purchase that waits for its review, or has waited. */
export interface Waiting {
  readonly id: string;
  readonly userId: number;
  readonly principal: bigint;
  readonly untilMs: number;
  isOver: boolean;
}
/** What of a deposit is locked for a loan. */
interface Pledge {
  readonly deposit: Deposit;
  amount: bigint;
}
export interface Loan {
  readonly id: string;
  readonly userId: number;
  readonly first: number;
  booked: number;
  principal: bigint;
  interest: bigint;
  carried: bigint;
  coins: bigint;
  /** In the order in which they were locked. */
  readonly pledges: Pledge[];
}
/** What is locked for a loan. */
interface Locking {
  readonly coins?: bigint;
  readonly pledge?: Pledge;
}
interface Returned {
  readonly penalty: bigint;
  readonly rewards: bigint;
  readonly back: bigint;
}

const loanTerm = { days: 7, rate: sumOf('0.0006'), late: sumOf('0.0012') } as const;
const isRunning = ({ principal, interest }: Loan): boolean => principal + interest > 0n;
/** Times 100: coins at that price in whole units, deposits at 95 %. */
export const worthOf = (coins: bigint, price: bigint, deposits: bigint): bigint => coins * price * 100n + deposits * 95n;

function createDeposits(book: MoneyModel, by: Rules, lockedOf: (deposit: Deposit) => bigint) {
  const deposits: Deposit[] = [];
  const waiting: Waiting[] = [];
  type Bought = Pick<Deposit, 'id' | 'userId' | 'product' | 'principal'>;
  function begin(deposit: Bought, today: number, from: 'coin' | 'coin_hold'): void {
    const start = by.firstDay(today);
    deposits.push({ ...deposit, start, next: start, rewards: 0n, carried: 0n });
    book.move(of(deposit.userId, from), of(deposit.userId, 'deposit'), deposit.principal);
  }
  function giveBack(one: Waiting): void {
    one.isOver = true;
    book.move(of(one.userId, 'coin_hold'), of(one.userId, 'coin'), one.principal);
  }
  return {
    ...{ deposits, waiting, giveBack },
    buy: (deposit: Bought, today: number): void => begin(deposit, today, 'coin'),
    wait(one: Omit<Waiting, 'isOver'>): void {
      waiting.push({ ...one, isOver: false });
      book.move(of(one.userId, 'coin'), of(one.userId, 'coin_hold'), one.principal);
    },
    approve(one: Waiting, today: number): void {
      one.isOver = true;
      begin({ ...one, product: reviewed.product }, today, 'coin_hold');
    },
    expire(nowMs: number): void {
      for (const one of waiting) if (!one.isOver && by.isOutOfTime(one.untilMs, nowMs)) giveBack(one);
    },
    isFree: (deposit: Deposit, part: bigint): boolean => by.isFree(part, deposit.principal - lockedOf(deposit)),
    /** Answers what comes back. */
    returned(deposit: Deposit, part: bigint): Returned {
      const { product, principal } = deposit;
      const { rate, divisor } = products[product];
      const rewards = part === principal ? deposit.rewards : least(deposit.rewards, up(deposit.rewards * part, principal));
      const penalty = {
        '1': rewards,
        '2': least(rewards, up(part * sumOf(rate) * 3n, divisor * unit * 2n)),
        '3': up(part, 100n),
        '4': 0n,
      }[product];
      return { penalty, rewards, back: part - penalty };
    },
    leave(deposit: Deposit, part: bigint, { penalty, rewards, back }: Returned): void {
      deposit.principal -= part;
      deposit.rewards -= rewards;
      book.move(of(deposit.userId, 'deposit'), of(deposit.userId, 'coin'), back);
      book.move(of(deposit.userId, 'deposit'), houseOf('fee'), penalty);
    },
    payDay(deposit: Deposit): void {
      const { rate, divisor, days } = products[deposit.product];
      const due = deposit.principal * sumOf(rate) + deposit.carried;
      const paid = down(due, divisor * unit);
      deposit.carried = due - paid * divisor * unit;
      deposit.rewards += paid;
      deposit.next += 1;
      book.move(houseOf('interest'), of(deposit.userId, 'coin'), by.interestOf(paid));
      if (deposit.next < deposit.start + days) return;
      book.move(of(deposit.userId, 'deposit'), of(deposit.userId, 'coin'), deposit.principal - lockedOf(deposit));
      deposit.principal = 0n;
    },
  };
}

const createProject = (book: MoneyModel, by: Rules) => ({
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
});

interface Liquidating {
  readonly book: MoneyModel;
  readonly by: Rules;
  returned(deposit: Deposit, part: bigint): Returned;
  freeCoins(loan: Loan, coins: bigint): void;
  freePledge(loan: Loan, pledge: Pledge): void;
}
function createLiquidation({ book, by, returned, freeCoins, freePledge }: Liquidating) {
  /** The price in whole ten thousands, so that nothing but what is sold is rounded. */
  return function liquidate(loan: Loan, to: bigint): void {
    const user = (kind: string, asset?: string) => of(loan.userId, kind, asset);
    let open = loan.principal + loan.interest;
    const pay = (from: AccountKey, sum: bigint) => {
      const repaid = least(open, sum);
      open -= repaid;
      book.move(from, user('loan'), repaid);
      book.move(from, user('coin'), sum - repaid);
    };
    const sellCoins = () => {
      const step = 10n ** 10n;
      const net = to * 99n;
      const needed = (open * 100n + net * step - 1n) / (net * step);
      const sold = least(loan.coins, needed * step);
      const [gross, fee] = [sold * to, (sold * to) / 100n];
      freeCoins(loan, loan.coins - sold);
      book.move(user('collateral', 'BTC'), houseOf('trade', 'BTC'), sold);
      book.move(houseOf('trade'), houseOf('fee'), fee);
      pay(houseOf('trade'), gross - fee);
    };
    const breakDeposit = (pledge: Pledge) => () => {
      if (open === 0n) {
        freePledge(loan, pledge);
        return;
      }
      const { deposit, amount } = pledge;
      const hasEnded = deposit.principal === 0n;
      const { penalty, rewards } = hasEnded ? { penalty: 0n, rewards: 0n } : returned(deposit, amount);
      const kept = by.broken(penalty);
      book.move(user('collateral'), houseOf('fee'), kept);
      pay(user('collateral'), amount - kept);
      if (hasEnded) return;
      deposit.principal -= amount;
      deposit.rewards -= rewards;
    };
    const broken = loan.pledges.map(breakDeposit);
    for (const sell of by.areCoinsFirst ? [sellCoins, ...broken] : [...broken, sellCoins]) sell();
    book.move(houseOf('insurance'), user('loan'), open);
    loan.principal = 0n;
    loan.interest = 0n;
  };
}

export function createEarningModel(beginning: Gains, by: Rules) {
  const book: MoneyModel = createMoneyModel(beginning);
  const loans: Loan[] = [];
  const lockedOf = (deposit: Deposit): bigint =>
    loans
      .filter(isRunning)
      .flatMap(({ pledges }) => pledges)
      .reduce((sum, one) => (one.deposit === deposit ? sum + one.amount : sum), 0n);
  const { payDay, ...ofDeposits } = createDeposits(book, by, lockedOf);
  const { deposits, returned } = ofDeposits;

  function oweDay(loan: Loan): void {
    loan.booked += 1;
    const due =
      loan.principal * (loan.booked >= loan.first + loanTerm.days ? loanTerm.late : loanTerm.rate) + loan.carried * unit;
    const interest = down(due, unit);
    loan.carried = due / unit - interest;
    loan.interest += interest;
    book.move(of(loan.userId, 'loan'), houseOf('interest_in'), interest);
  }
  const freeCoins = ({ userId }: Loan, coins: bigint) => {
    book.move(of(userId, 'collateral', 'BTC'), of(userId, 'coin', 'BTC'), coins);
  };
  const freePledge = ({ userId }: Loan, { deposit, amount }: Pledge) => {
    book.move(of(userId, 'collateral'), of(userId, deposit.principal > 0n ? 'deposit' : by.homeAtEnd), amount);
  };
  function lock(loan: Loan, { coins = 0n, pledge }: Locking): void {
    const { userId } = loan;
    loan.coins += coins;
    book.move(of(userId, 'coin', 'BTC'), of(userId, 'collateral', 'BTC'), coins);
    if (pledge === undefined) return;
    const known = loan.pledges.find(({ deposit }) => deposit === pledge.deposit);
    if (known === undefined) loan.pledges.push({ ...pledge });
    else known.amount += pledge.amount;
    book.move(of(userId, 'deposit'), of(userId, 'collateral'), pledge.amount);
  }

  const liquidate = createLiquidation({ book, by, returned, freeCoins, freePledge });

  return {
    ...{ book, loans, ...ofDeposits, ...createProject(book, by) },
    /** `today`: it has begun. */
    pass(today: number): void {
      const until = by.daysPaid(today);
      for (const deposit of deposits) while (deposit.principal > 0n && deposit.next < until) payDay(deposit);
      for (const loan of loans) while (isRunning(loan) && loan.booked < until - 1) oweDay(loan);
    },
    borrow({ id, userId, first, principal }: Pick<Loan, 'id' | 'userId' | 'first' | 'principal'>, locking: Locking): void {
      const made: Loan = {
        ...{ id, userId, first, principal, coins: 0n, pledges: [] },
        ...{ booked: first - 1, interest: 0n, carried: 0n },
      };
      loans.push(made);
      lock(made, locking);
      book.move(of(userId, 'loan'), of(userId, 'coin'), principal);
      oweDay(made);
    },
    add: lock,
    /** `taken`: at most what is owed. */
    repay(loan: Loan, taken: bigint, from: 'coin' | 'contract'): void {
      const first = least(taken, loan.interest);
      loan.interest -= first;
      loan.principal -= taken - first;
      book.move(of(loan.userId, from), of(loan.userId, 'loan'), taken);
      if (isRunning(loan)) return;
      freeCoins(loan, loan.coins);
      for (const pledge of loan.pledges) freePledge(loan, pledge);
    },
    /** `told`: those that were liquidated, in their order. It matters where two of them have locked parts of one deposit. */
    fall(to: bigint, told: readonly string[]): void {
      const reached = loans.filter(({ coins, pledges, principal, interest }) => {
        const worth = worthOf(
          coins,
          to,
          pledges.reduce((sum, { amount }) => sum + amount, 0n),
        );
        return principal + interest > 0n && (principal + interest) * 10_000n >= worth * 83n;
      });
      const placeOf = ({ id }: Loan): number => (told.includes(id) ? told.indexOf(id) : told.length);
      for (const loan of reached.sort((one, other) => placeOf(one) - placeOf(other))) liquidate(loan, to);
    },
  };
}
export type EarningModel = ReturnType<typeof createEarningModel>;
