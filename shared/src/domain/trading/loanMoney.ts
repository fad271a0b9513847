/**
 * What a loan owes against what its collateral is worth, and what a liquidation sells of it. Shares are compared exactly; whatever is shown
 * of them is cut. Rounded once each: what is sold up at the coin's decimals, what that brings down, the fee up.
 */
import { add, amount, compare, divide, isZero, max, min, multiply, price, rate, round, subtract, zero } from '../money';
import type { Amount, Price, Rate } from '../money';

/**
 * Since 2 a minute counts only with prices in enough of its seconds, and a coin whose market stands still counts at its last price that did.
 * Since 3 no coin holds up the others: one without prices that decide counts at its own last ones at once.
 */
export const loanVersion = 3;
/** Since 3: so long a coin counts at its last prices that decided, then for nothing. */
export const coinCountsMs = 7 * 86_400_000;
/** Since 3: what came after a coin's last prices that decided is shown, if it is no more than so many ticks. */
export const shownSinceMost = 600;
/** Since 3: beside a coin that counts for nothing, nothing is sold before the loan has been called for so long. */
export const calledBeforeMs = 86_400_000;
/** The mean is of the ticks of so long up to the newest one. */
export const loanMeanMs = 60_000;
/** A market of which nothing can be said for so long stands still. In rule 2 nothing is decided until then; in rule 3 it ends no call any more. */
export const standsAfterMs = 300_000;
/** In rule 2 prices that are older, with the time that an exchange takes to notice, decide nothing. */
export const standsUntilMs = 7 * 86_400_000 + 2 * loanMeanMs;
/** Decimals of the mean and of an LTV that is shown. */
export const loanMeanScale = 18;
export const ltvScale = 6;
/** Decimals of the asset that is lent. */
export const loanScale = 6;
const exactScale = 60;
const one = rate('1');

/** USDT for one unit: of the newest tick, and the mean of the minute up to it. */
export interface CoinPrices {
  readonly newest: Price;
  readonly mean: Price;
}

export interface Valued {
  readonly amount: Amount;
  /** The share of it that counts. */
  readonly weight: Rate;
  /** undefined: of the asset in which prices are. */
  readonly prices: CoinPrices | undefined;
}

/** Of so many prices that are `sum` together. Cut at 18 decimals. */
export const meanOf = (sum: Price, count: number): Price =>
  divide(sum, amount(String(count)), loanMeanScale, 'down') as unknown as Price;

/** In how many different seconds there were prices: a burst and a few stragglers are both thin. */
export const secondsOf = (ticks: readonly { readonly atMs: number }[]): number =>
  new Set(ticks.map(({ atMs }) => Math.floor(atMs / 1000))).size;

/** The mark price: what is lent against, and sold at. */
export const lowerOf = ({ newest, mean }: CoinPrices): Price => min(newest, mean);
/** Both prices say what this one says. */
export const higherOf = ({ newest, mean }: CoinPrices): Price => max(newest, mean);

export const worthOfCollateral = (all: readonly Valued[], by: (prices: CoinPrices) => Price): Amount =>
  all.reduce((sum, { amount: units, weight, prices }) => {
    const value = multiply(units, prices === undefined ? price('1') : by(prices), exactScale, 'down');
    return add(sum, multiply(value, weight, exactScale, 'down'));
  }, zero);

/** The share has reached the level. Nothing owed reaches none; something against nothing reaches all. */
export const hasReached = (owed: Amount, worth: Amount, level: Rate): boolean =>
  !isZero(owed) && compare(owed, multiply(worth, level, exactScale, 'down')) >= 0;

/** For people; undefined against nothing. */
export const ltvOf = (owed: Amount, worth: Amount): Rate | undefined =>
  isZero(worth) ? undefined : divide(owed, worth, ltvScale, 'down');

/** The most that can be owed against it at that level. */
export const mostAt = (worth: Amount, level: Rate): Amount => multiply(worth, level, loanScale, 'down');

/**
 * Of one coin beside what has no price: the price at which the level is reached. undefined where no price does it.
 * Cut at `scale` decimals: at that price or just above it the level is reached.
 */
export function priceAtLevel(
  owed: Amount,
  { coin, fixedWorth, level, scale }: { coin: Pick<Valued, 'amount' | 'weight'>; fixedWorth: Amount; level: Rate; scale: number },
): Price | undefined {
  const units = multiply(multiply(coin.amount, coin.weight, exactScale, 'down'), level, exactScale, 'down');
  const uncovered = subtract(owed, multiply(fixedWorth, level, exactScale, 'down'));
  if (isZero(units) || compare(uncovered, zero) <= 0) return undefined;
  return divide(uncovered, units, scale, 'down') as unknown as Price;
}

export interface PledgedPart extends Valued {
  readonly scale: number;
  /** Kept back when an Interest Treasure order is redeemed early; zero of a coin. */
  readonly penalty: Amount;
  /** Its market stands still: it is not sold. */
  readonly stands?: boolean;
}
export interface SoldPart {
  readonly sold: Amount;
  readonly gross: Amount;
  readonly fee: Amount;
  readonly penalty: Amount;
  /** In its own asset. Neither sold nor returned: it stays locked. */
  readonly returned: Amount;
}
export interface LoanLiquidation {
  readonly parts: readonly SoldPart[];
  /** Of what is owed, by the sale. */
  readonly repaid: Amount;
  readonly surplus: Amount;
  /** Owed still, while a coin whose market stands still lies there. */
  readonly left: Amount;
  /** What the house pays of what is owed. */
  readonly insured: Amount;
}

/**
 * In the order given: of each coin as much as is still needed, at the mark price, the fee beside it; an Interest Treasure order as a
 * whole. What is not needed comes back. A coin whose market stands still is not sold: if the others are not enough it stays locked, and what
 * is left is owed on.
 */
export function liquidateLoan(owed: Amount, pledged: readonly PledgedPart[], feeRate: Rate): LoanLiquidation {
  let [open, surplus] = [owed, zero];
  const parts = pledged.map((part) => {
    const done =
      isZero(open) || part.stands === true
        ? kept(part)
        : part.prices === undefined
          ? redeemed(part)
          : sale(part, lowerOf(part.prices), open, feeRate);
    const net = subtract(subtract(done.gross, done.fee), done.penalty);
    const used = min(open, net);
    open = subtract(open, used);
    surplus = add(surplus, subtract(net, used));
    return done;
  });
  const isLeft = !isZero(open) && pledged.some(({ stands }) => stands);
  return {
    parts: isLeft ? parts.map((done, index) => (pledged[index]?.stands === true ? { ...done, returned: zero } : done)) : parts,
    ...{ repaid: subtract(owed, open), surplus, left: isLeft ? open : zero, insured: isLeft ? zero : open },
  };
}

const kept = (part: PledgedPart): SoldPart => ({ sold: zero, gross: zero, fee: zero, penalty: zero, returned: part.amount });

const redeemed = (part: PledgedPart): SoldPart => ({
  sold: part.amount,
  gross: part.amount,
  fee: zero,
  penalty: min(part.penalty, part.amount),
  returned: zero,
});

function sale(part: PledgedPart, at: Price, needed: Amount, feeRate: Rate): SoldPart {
  // What has to be brought so that the fee, rounded up, leaves what is needed; and the least of the coin that brings it.
  const brought = divide(round(needed, loanScale, 'up'), subtract(one, feeRate), loanScale, 'up') as unknown as Price;
  const sold = min(part.amount, divide(brought, at, part.scale, 'up') as unknown as Amount);
  const gross = multiply(sold, at, loanScale, 'down');
  const fee = multiply(gross, feeRate, loanScale, 'up');
  return { sold, gross, fee, penalty: zero, returned: subtract(part.amount, sold) };
}

/** What is paid goes to interest first. More than is owed is not taken. */
export function repaymentOf(
  paid: Amount,
  { interestOwed, principalOwed }: { readonly interestOwed: Amount; readonly principalOwed: Amount },
): { readonly taken: Amount; readonly toInterest: Amount; readonly toPrincipal: Amount } {
  const taken = min(paid, add(interestOwed, principalOwed));
  const toInterest = min(taken, interestOwed);
  return { taken, toInterest, toPrincipal: subtract(taken, toInterest) };
}

/**
 * Interest of so many days on what is owed of the principal, never on interest. What is below the last decimal is carried on, so that the
 * days together are the exact sum, cut once.
 */
export function interestOfDays(
  principalOwed: Amount,
  { dailyRate, days, carried }: { readonly dailyRate: Rate; readonly days: number; readonly carried: Amount },
): { readonly interest: Amount; readonly carried: Amount } {
  const exact = add(
    carried,
    multiply(multiply(principalOwed, dailyRate, exactScale, 'down'), amount(String(days)), exactScale, 'down'),
  );
  const interest = round(exact, loanScale, 'down');
  return { interest, carried: subtract(exact, interest) };
}
