/**
 * May this spot order be accepted? Pure: everything that is judged comes in as a value, the instant included, and a refusal
 * leaves with its catalogue code. The order of the rules is the order in which a person can do something about them: what,
 * when, at which price, how much, then whether the price is still the one that was seen.
 */
import type { EndpointRequest } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { stepsToText } from '@tessera/shared/fairness';
import {
  absolute,
  add,
  amount,
  compare,
  decimalsOf,
  isNegative,
  isPositive,
  multiply,
  price,
  rate,
  subtract,
  toText,
  type Amount,
  type Price,
} from '@tessera/shared/money';
import { isWholeSteps, spotHeld, stepsFor, toleratedMoveOf, type SpotAsked } from '@tessera/shared/trading';
import type { SpotTerm, SymbolTerms } from '../../catalog/Catalog';
import { isCrypto } from '../../catalog/classFilter';
import { requireFreshPrice, requireOpenMarket, type LatestTick, type SymbolNow } from '../../execution/symbolNow';

export type SpotRequest = Omit<EndpointRequest<'spotSubmit'>, 'clientOrderId'>;

export interface AcceptedSpot {
  readonly symbol: SymbolTerms;
  readonly term: SpotTerm;
  readonly latest: LatestTick;
  readonly asked: SpotAsked;
  /** What acceptance freezes. */
  readonly held: Amount;
}

/** Throws AppError. */
export function requireSpotAcceptable(
  request: SpotRequest,
  now: SymbolNow,
  offered: SpotTerm | undefined,
  quoteScale: number,
  nowMs: number,
): AcceptedSpot {
  const { symbol, term, latest } = requireTradable(now, offered, nowMs);
  const asked = requireComplete(request, term);
  const latestPrice = price(latest.price);
  if (asked.price !== undefined) requireLimit(asked.side, asked.price, latestPrice, symbol, term);
  if (asked.quantity !== undefined) requireQuantity(asked.quantity, asked.price ?? latestPrice, symbol, term);
  if (asked.total !== undefined) requireTotal(asked.total, latestPrice, symbol, term, quoteScale);
  if (asked.seenPrice !== undefined) requireSamePrice(asked.seenPrice, latestPrice, term);
  const held = spotHeld(asked, term, quoteScale);
  if (held === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'quantity' } });
  return { symbol, term, latest, asked, held };
}

function requireTradable(now: SymbolNow, term: SpotTerm | undefined, nowMs: number) {
  const symbol = requireOpenMarket(now, isCrypto, () => term !== undefined);
  if (term === undefined) throw new AppError('ORDER_SYMBOL_NOT_TRADABLE');
  return { symbol, term, latest: requireFreshPrice(now, symbol, nowMs) };
}

const missing = (field: string): AppError => new AppError('PARAMETER_MISSING', { params: { field } });
const wrong = (field: string): AppError => new AppError('PARAMETER_WRONG', { params: { field } });

/** Each kind of order needs its own figures, and no others. */
function requireComplete(request: SpotRequest, { feeRate }: SpotTerm): SpotAsked {
  const { side, entrustment } = request;
  const isByTotal = entrustment === 'market' && side === 'buy' && request.quantity === undefined;
  if (entrustment === 'limit' && request.price === undefined) throw missing('price');
  if (entrustment === 'market' && request.price !== undefined) throw wrong('price');
  if (isByTotal ? request.total === undefined : request.quantity === undefined) throw missing('quantity');
  if (!isByTotal && request.total !== undefined) throw wrong('total');
  if (entrustment === 'market' && request.seenPrice === undefined) throw missing('seenPrice');
  return {
    side,
    entrustment,
    feeRate,
    price: read(request.price, price),
    quantity: read(request.quantity, amount),
    total: read(request.total, amount),
    // The price of a limit order is its own word on what was seen.
    seenPrice: entrustment === 'market' ? read(request.seenPrice, price) : undefined,
  };
}

const read = <T>(text: string | undefined, how: (text: string) => T): T | undefined =>
  text === undefined ? undefined : how(text);

function requireLimit(side: 'buy' | 'sell', limit: Price, latest: Price, { digits }: SymbolTerms, { priceBand }: SpotTerm): void {
  if (!isPositive(limit)) throw new AppError('ORDER_PRICE_NOT_POSITIVE');
  if (decimalsOf(limit) > digits) throw new AppError('ORDER_PRICE_STEP', { params: { step: stepsToText(1, digits) } });
  if (side === 'sell' && compare(limit, latest) < 0)
    throw new AppError('ORDER_LIMIT_SELL_BELOW_PRICE', { params: { price: toText(latest) } });
  const lowest = multiply(latest, subtract(rate('1'), priceBand), digits, 'up');
  const highest = multiply(latest, add(rate('1'), priceBand), digits, 'down');
  if (compare(limit, lowest) < 0 || compare(limit, highest) > 0) {
    throw new AppError('ORDER_PRICE_BAND', { params: { min: toText(lowest), max: toText(highest) } });
  }
}

function requireQuantity(quantity: Amount, at: Price, symbol: SymbolTerms, term: SpotTerm): void {
  if (!isPositive(quantity)) throw new AppError('ORDER_QUANTITY_NOT_POSITIVE');
  requireWithin(quantity, term);
  if (!isWholeSteps(quantity, term.quantityStep))
    throw new AppError('ORDER_QUANTITY_STEP', { params: { step: toText(term.quantityStep) } });
  requireWorth(multiply(quantity, at, 36, 'down'), symbol, term);
}

/** A purchase by total: what it buys at the latest price must be an order too. */
function requireTotal(total: Amount, latest: Price, symbol: SymbolTerms, term: SpotTerm, quoteScale: number): void {
  if (decimalsOf(total) > quoteScale) throw wrong('total');
  requireWorth(total, symbol, term);
  requireWithin(stepsFor(total, latest, term.quantityStep), term);
}

function requireWithin(quantity: Amount, { quantityMin, quantityMax }: SpotTerm): void {
  if (compare(quantity, quantityMin) < 0)
    throw new AppError('ORDER_QUANTITY_BELOW_MIN', { params: { min: toText(quantityMin) } });
  if (compare(quantity, quantityMax) > 0)
    throw new AppError('ORDER_QUANTITY_ABOVE_MAX', { params: { max: toText(quantityMax) } });
}

function requireWorth(total: Amount, { quote }: SymbolTerms, { totalMin }: SpotTerm): void {
  if (compare(total, totalMin) < 0)
    throw new AppError('ORDER_TOTAL_BELOW_MIN', { params: { min: toText(totalMin), asset: quote } });
}

function requireSamePrice(seen: Price, latest: Price, term: SpotTerm): void {
  if (!isPositive(seen)) throw new AppError('ORDER_PRICE_NOT_POSITIVE');
  if (isNegative(subtract(toleratedMoveOf(seen, term), absolute(subtract(latest, seen))))) {
    throw new AppError('ORDER_PRICE_MOVED', { params: { old: toText(seen), new: toText(latest) } });
  }
}
