/**
 * What a ticket comes to: pure, over exact values. A limit order's figures are what it comes to at its limit; a market
 * order's are estimates at the best price of the book now. What is frozen is what the server freezes (trading/spotMoney).
 */
import type { Entrustment, Side, SpotTerms } from '@tessera/shared/contract';
import {
  add,
  amount,
  compare,
  divide,
  isPositive,
  min,
  multiply,
  price,
  rate,
  round,
  subtract,
  toText,
  zero,
  type Amount,
  type Price,
} from '@tessera/shared/money';
import { slippageBound, spotHeld, stepsFor, toleratedMoveOf, type SpotAsked } from '@tessera/shared/trading';
import type { AmountUnit } from './ticketForm';

/** One order as it is meant; the same value asks the server and fills the confirm sheet. */
export interface SpotIntent {
  readonly side: Side;
  readonly entrustment: Entrustment;
  readonly limit: Price | undefined;
  /** Exact, or undefined while what was typed is not an amount. */
  readonly typed: Amount | undefined;
  readonly unit: AmountUnit;
  /** The latest price. */
  readonly last: Price | undefined;
  /** The best price on the other side of the book: where a market order would begin. */
  readonly touch: Price | undefined;
}

export interface SpotFigures {
  readonly asked: SpotAsked;
  /** Base units: asked for, or what a total buys at the touch. */
  readonly quantity: Amount;
  /** Quote units, without the fee. */
  readonly total: Amount;
  readonly fee: Amount;
  /** Of the asset that is spent: what acceptance freezes. */
  readonly held: Amount;
  /** True for a market order: the book of the deciding tick says what it comes to. */
  readonly isEstimate: boolean;
}

export interface SpotScales {
  /** Decimals of the quote asset. */
  readonly quote: number;
  /** Decimals to which amounts of it are suggested. */
  readonly quoteShown: number;
}

/** undefined while the price or the amount is not known. */
export function spotFigures(intent: SpotIntent, terms: SpotTerms, scales: SpotScales): SpotFigures | undefined {
  const { side, entrustment, typed, unit } = intent;
  const at = priceOf(intent);
  if (at === undefined || typed === undefined || !isPositive(at)) return undefined;
  const isByTotal = entrustment === 'market' && side === 'buy' && unit === 'quote';
  const quantity = unit === 'base' ? typed : stepsFor(typed, at, amount(terms.quantityStep));
  const total = isByTotal ? typed : multiply(quantity, at, scales.quote, side === 'buy' ? 'up' : 'down');
  const asked = askedOf(intent, terms, isByTotal ? { total: typed } : { quantity });
  const held = spotHeld(asked, boundsOf(terms), scales.quote);
  if (held === undefined) return undefined;
  return {
    asked,
    quantity,
    total,
    fee: multiply(total, rate(terms.feeRate), scales.quote, 'up'),
    held,
    isEstimate: entrustment === 'market',
  };
}

/** The most that the available money allows, in the unit the person counts in; undefined while that cannot be known. */
export function maxAmount(intent: SpotIntent, available: Amount, terms: SpotTerms, scales: SpotScales): Amount | undefined {
  const at = priceOf(intent);
  if (at === undefined || !isPositive(at)) return undefined;
  const isByTotal = intent.entrustment === 'market' && intent.side === 'buy' && intent.unit === 'quote';
  if (isByTotal) return round(withoutFee(available, terms, scales.quote), scales.quoteShown, 'down');
  const quantity = intent.side === 'sell' ? inSteps(available, terms) : maxBought(intent, at, available, terms, scales);
  const max = min(quantity, amount(terms.quantityMax));
  return intent.unit === 'base' ? max : multiply(max, at, scales.quoteShown, 'down');
}

/** A share of the most, in whole steps. */
export function shareOf(max: Amount, percent: number, unit: AmountUnit, terms: SpotTerms, { quoteShown }: SpotScales): Amount {
  if (percent >= 100) return max;
  const share = multiply(max, rate(percent <= 0 ? '0' : `0.${String(percent).padStart(2, '0')}`), 18, 'down');
  return unit === 'base' ? inSteps(share, terms) : round(share, quoteShown, 'down');
}

/** A whole percentage, for drawing the slider. */
export function percentOf(typed: Amount | undefined, max: Amount | undefined): number {
  if (typed === undefined || max === undefined || !isPositive(max) || !isPositive(typed)) return 0;
  if (compare(typed, max) >= 0) return 100;
  return Number.parseInt(toText(divide(multiply(typed, hundred, 18, 'down'), max, 0, 'down')), 10);
}

/** The amount in the other unit at the price that the ticket counts with; undefined where that is not known. */
export function amountInUnit(
  typed: Amount | undefined,
  to: AmountUnit,
  at: Price | undefined,
  terms: SpotTerms,
  { quoteShown }: SpotScales,
): Amount | undefined {
  if (typed === undefined || at === undefined || !isPositive(at)) return undefined;
  return to === 'base' ? stepsFor(typed, at, amount(terms.quantityStep)) : multiply(typed, at, quoteShown, 'down');
}

/** The price that the figures are counted at. */
export const priceOf = ({ entrustment, limit, touch }: SpotIntent): Price | undefined =>
  entrustment === 'limit' ? limit : touch;

const hundred = rate('100');
const one = price('1');
const inSteps = (quantity: Amount, { quantityStep }: SpotTerms): Amount => stepsFor(quantity, one, amount(quantityStep));
const boundsOf = ({ slippageCap, toleratedMove }: SpotTerms) => ({
  slippageCap: rate(slippageCap),
  toleratedMove: rate(toleratedMove),
});

function askedOf(
  { side, entrustment, limit, last }: SpotIntent,
  { feeRate }: SpotTerms,
  size: { readonly quantity?: Amount; readonly total?: Amount },
): SpotAsked {
  const isLimit = entrustment === 'limit';
  return {
    side,
    entrustment,
    price: isLimit ? limit : undefined,
    quantity: size.quantity,
    total: size.total,
    seenPrice: isLimit ? undefined : last,
    feeRate: rate(feeRate),
  };
}

/** The largest total that fits together with its fee. */
const withoutFee = (available: Amount, { feeRate }: SpotTerms, quoteScale: number): Amount =>
  amount(toText(divide(round(available, quoteScale, 'down'), add(rate('1'), rate(feeRate)), quoteScale, 'down')));

function maxBought(intent: SpotIntent, at: Price, available: Amount, terms: SpotTerms, { quote }: SpotScales): Amount {
  const bounds = boundsOf(terms);
  // A market order freezes what it could cost at worst.
  const worst =
    intent.entrustment === 'limit' || intent.last === undefined
      ? at
      : slippageBound('buy', add(intent.last, toleratedMoveOf(intent.last, bounds)), bounds);
  const step = amount(terms.quantityStep);
  let quantity = stepsFor(withoutFee(available, terms, quote), worst, step);
  // Total and fee are each rounded up: that may cost the last step.
  for (let tries = 0; tries < 3 && isPositive(quantity); tries++) {
    const held = spotHeld(askedOf(intent, terms, { quantity }), bounds, quote);
    if (held === undefined || compare(held, available) <= 0) return quantity;
    quantity = subtract(quantity, step);
  }
  return isPositive(quantity) ? quantity : zero;
}
