/** The largest position that a free balance pays for: margin and opening fee together, in whole steps. */
import {
  add,
  amount,
  compare,
  divide,
  isPositive,
  min,
  multiply,
  rate,
  subtract,
  toText,
  zero,
  type Amount,
  type Price,
  type Rate,
} from '../money';
import { exactScale, marginOf, notionalOf, tradeFeeOf, type Valuation } from './position';

export interface LotRules {
  readonly min: Amount;
  readonly step: Amount;
  readonly max: Amount;
}

export interface LotTerms {
  /** Of the contract account, after a floating loss of cross positions. */
  readonly free: Amount;
  /** At which the position opens. */
  readonly price: Price;
  readonly leverage: number;
  readonly feeRate: Rate;
  readonly contractSize: Amount;
  readonly valuation: Valuation;
  readonly lots: LotRules;
}

/** margin + opening fee of so many lots. */
export function costOfLots(
  lots: Amount,
  { price, leverage, feeRate, contractSize, valuation }: Omit<LotTerms, 'free' | 'lots'>,
): Amount {
  const notional = notionalOf({ lots, contractSize }, price, valuation);
  return add(marginOf(notional, leverage, valuation.scale), tradeFeeOf(notional, feeRate, valuation.scale));
}

/** Zero where not even the smallest position can be paid for. */
export function maxLots({ free, lots: { min: least, step, max: most }, ...terms }: LotTerms): Amount {
  if (!isPositive(free)) return zero;
  const exactly = (steps: Amount): Amount => multiply(step, steps, exactScale, 'down');
  const stepsIn = (value: Amount, one: Amount): Amount => amount(toText(divide(value, one, 0, 'down')));
  const { contractSize, price, leverage, feeRate, valuation } = terms;
  const share = add(divide(rate('1'), amount(String(leverage)), exactScale, 'down'), feeRate);
  const value = multiply(multiply(step, contractSize, exactScale, 'down'), price, exactScale, 'down');
  const stepCost = amount(toText(divide(multiply(value, share, exactScale, 'down'), valuation.divisor, 18, 'down')));
  const maxSteps = stepsIn(most, step);
  // Notional, margin and fee are each rounded up, so the estimate is too high by a step or two.
  let steps = isPositive(stepCost) ? min(stepsIn(free, stepCost), maxSteps) : maxSteps;
  while (isPositive(steps) && compare(costOfLots(exactly(steps), terms), free) > 0) steps = subtract(steps, amount('1'));
  const lots = isPositive(steps) ? exactly(steps) : zero;
  return compare(lots, least) < 0 ? zero : lots;
}
