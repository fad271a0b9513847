/**
 * The LTV of a loan, and what a liquidation sells. LTVs are compared exactly and cut for display. Each figure is rounded once: the amount sold
 * up at the coin's decimals, its proceeds down, the fee up.
 */
import { add, amount, compare, divide, isZero, max, min, multiply, price, rate, round, subtract, zero } from '../money';
import type { Amount, Price, Rate } from '../money';

/**
 * Since 2 a minute counts only with prices in enough of its seconds, and a coin whose market stands still counts at its last price that did.
 * Since 3 no coin delays the others: a coin without deciding prices counts at its own last ones at once.
 */
export const loanVersion = 3;
/** Since 3: how long a coin counts at its last deciding prices; then it counts for nothing. */
export const coinCountsMs = 7 * 86_400_000;
/** Since 3: a proof shows the ticks after a coin's last deciding prices, if there are no more than this. */
export const shownSinceMost = 600;
/** Since 3: if a coin counts for nothing, the others are sold only after the margin call has lasted this long. */
export const calledBeforeMs = 86_400_000;
/** Length of the time up to the newest tick whose mean counts. */
export const loanMeanMs = 60_000;
/** After this time without deciding prices a market stands still. In rule 2 nothing is decided until then; in rule 3 the coin no longer helps to end a call. */
export const standsAfterMs = 300_000;
/** In rule 2, prices older than this (including the time to notice) decide nothing. */
export const standsUntilMs = 7 * 86_400_000 + 2 * loanMeanMs;
/** Decimals of the mean and of an LTV that is shown. */
export const loanMeanScale = 18;
export const ltvScale = 6;
/** Decimals of the asset that is lent. */
export const loanScale = 6;
const exactScale = 60;
const one = rate('1');

/** USDT per unit: of the newest tick, and the mean of the minute up to it. */
export interface CoinPrices {
  readonly newest: Price;
  readonly mean: Price;
}

export interface Valued {
  readonly amount: Amount;
  /** The share of the price that counts. */
  readonly weight: Rate;
  /** undefined for the asset in which prices are quoted. */
  readonly prices: CoinPrices | undefined;
}

/** Of so many prices that are `sum` together. Cut at 18 decimals. */
export const meanOf = (sum: Price, count: number): Price =>
  divide(sum, amount(String(count)), loanMeanScale, 'down') as unknown as Price;

/** In how many different seconds there were prices: a burst is as thin as a few single ticks. */
export const secondsOf = (ticks: readonly { readonly atMs: number }[]): number =>
  new Set(ticks.map(({ atMs }) => Math.floor(atMs / 1000))).size;

/** The mark price, for lending and for sales: the lower of the two. */
export const lowerOf = ({ newest, mean }: CoinPrices): Price => min(newest, mean);
/** The higher of the two: if it reaches a level of a loan, both do. */
export const higherOf = ({ newest, mean }: CoinPrices): Price => max(newest, mean);

export const worthOfCollateral = (all: readonly Valued[], by: (prices: CoinPrices) => Price): Amount =>
  all.reduce((sum, { amount: units, weight, prices }) => {
    const value = multiply(units, prices === undefined ? price('1') : by(prices), exactScale, 'down');
    return add(sum, multiply(value, weight, exactScale, 'down'));
  }, zero);

/** Whether the LTV has reached the level. Without debt it reaches none; a debt without collateral reaches all. */
export const hasReached = (owed: Amount, worth: Amount, level: Rate): boolean =>
  !isZero(owed) && compare(owed, multiply(worth, level, exactScale, 'down')) >= 0;

/** For people; undefined against nothing. */
export const ltvOf = (owed: Amount, worth: Amount): Rate | undefined =>
  isZero(worth) ? undefined : divide(owed, worth, ltvScale, 'down');

/** The largest debt at that level. */
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
  /** Penalty if an Interest Treasure order is redeemed early; zero for a coin. */
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
  /** Still owed, while a coin whose market stands still is locked. */
  readonly left: Amount;
  /** The part of the debt that the house pays. */
  readonly insured: Amount;
}

/**
 * Sells in the given order: of each coin as much as is still needed, at the mark price, plus the fee; an Interest Treasure order as a whole. The
 * rest is returned. A coin whose market stands still is not sold: if the others are not enough it stays locked, and the rest of the debt
 * stays owed.
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

/** A payment goes to interest first. No more than the debt is taken. */
export function repaymentOf(
  paid: Amount,
  { interestOwed, principalOwed }: { readonly interestOwed: Amount; readonly principalOwed: Amount },
): { readonly taken: Amount; readonly toInterest: Amount; readonly toPrincipal: Amount } {
  const taken = min(paid, add(interestOwed, principalOwed));
  const toInterest = min(taken, interestOwed);
  return { taken, toInterest, toPrincipal: subtract(taken, toInterest) };
}

/**
 * Interest of a number of days on the owed principal, never on interest. The rest below the last decimal is carried to the next day, so all
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
