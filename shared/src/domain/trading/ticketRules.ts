/**
 * Rules of a ticket that server and form share: the same code with the same figures, whether it labels a button or refuses
 * a call. The first rule that is not met is the answer.
 */
import type { ErrorCode, ErrorParams } from '../errors';
import type { Direction } from '../contract/wire';
import {
  add,
  compare,
  divide,
  isPositive,
  isZero,
  max,
  min,
  multiply,
  round,
  subtract,
  toText,
  type Amount,
  type Price,
  type Rate,
} from '../money';
import { exactScale } from './position';

export interface FigureProblem {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

export interface QuantityRules {
  readonly min: Amount;
  readonly step: Amount;
  readonly max: Amount;
}

/** Lots or base units. */
export function quantityProblem(quantity: Amount, rules: QuantityRules): FigureProblem | undefined {
  if (!isPositive(quantity)) return { code: 'ORDER_QUANTITY_NOT_POSITIVE' };
  if (compare(quantity, rules.min) < 0) return { code: 'ORDER_QUANTITY_BELOW_MIN', params: { min: toText(rules.min) } };
  if (compare(quantity, rules.max) > 0) return { code: 'ORDER_QUANTITY_ABOVE_MAX', params: { max: toText(rules.max) } };
  if (!isInSteps(quantity, rules.step)) return { code: 'ORDER_QUANTITY_STEP', params: { step: toText(rules.step) } };
  return undefined;
}

export interface PriceRules {
  /** Every price is a multiple of it. */
  readonly step: Price;
  /** A limit lies within this share of the latest price; left out where there is no such rule. */
  readonly band?: { readonly latest: Price; readonly share: Rate; readonly digits: number } | undefined;
}

export function priceProblem(at: Price, { step, band }: PriceRules): FigureProblem | undefined {
  if (!isPositive(at)) return { code: 'ORDER_PRICE_NOT_POSITIVE' };
  if (!isInSteps(at, step)) return { code: 'ORDER_PRICE_STEP', params: { step: toText(step) } };
  if (band === undefined) return undefined;
  const { lowest, highest } = priceBandOf(band);
  if (compare(at, lowest) >= 0 && compare(at, highest) <= 0) return undefined;
  return { code: 'ORDER_PRICE_BAND', params: { min: toText(lowest), max: toText(highest) } };
}

/** The prices that may be named, at the symbol's digits. */
export function priceBandOf({ latest, share, digits }: NonNullable<PriceRules['band']>): {
  readonly lowest: Price;
  readonly highest: Price;
} {
  const distance = multiply(latest, share, exactScale, 'down');
  return { lowest: round(subtract(latest, distance), digits, 'up'), highest: round(add(latest, distance), digits, 'down') };
}

const isInSteps = (value: Amount | Price, step: Amount | Price): boolean =>
  toText(multiply(step, divide(value, step, 0, 'down'), exactScale, 'down')) === toText(value);

/**
 * Long: a take-profit is not below the opening and the current price, a stop-loss not above them; short: the other way
 * round. Before the opening, `openPrice` is the price at which it would open; `currentPrice` is the closing price now.
 */
export function stopProblem(
  direction: Direction,
  kind: 'take_profit' | 'stop_loss',
  stop: Price,
  openPrice: Price,
  currentPrice: Price,
): FigureProblem | undefined {
  if (isZero(stop)) return { code: 'ORDER_STOP_ZERO' };
  if (!isPositive(stop)) return { code: 'ORDER_PRICE_NOT_POSITIVE' };
  const isAbove = (kind === 'take_profit') === (direction === 'long');
  const bound = isAbove ? max(openPrice, currentPrice) : min(openPrice, currentPrice);
  if (isAbove ? compare(stop, bound) >= 0 : compare(stop, bound) <= 0) return undefined;
  return { code: kind === 'take_profit' ? 'ORDER_TAKE_PROFIT_RULE' : 'ORDER_STOP_LOSS_RULE' };
}
