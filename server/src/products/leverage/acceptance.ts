/**
 * May this order be accepted, and what has to be held for it? Pure: everything that is judged comes in as a value, the
 * instant included, and a refusal leaves with its catalogue code. The order of the rules is the order in which a person
 * can do something about them: what, when, how much, at which prices, and whether there is money for it.
 */
import type { AssetClass, Direction, EndpointRequest } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { stepsToText } from '@tessera/shared/fairness';
import {
  absolute,
  add,
  amount,
  compare,
  decimalsOf,
  isPositive,
  isZero,
  max,
  min,
  price,
  subtract,
  toText,
  type Amount,
  type Price,
} from '@tessera/shared/money';
import { noDivisor, openingPrice, type Spread } from '@tessera/shared/trading';
import type { LeverageTerm, SymbolTerms } from '../../catalog/Catalog';
import type { MarketStatus } from '../../catalog/marketCalendar';
import { isFresh } from '../../feed/isFresh';
import { fundingAsset } from '../../funds/fundingAsset';
import { toleranceOf } from './leveragedOrder';
import { openingOf, type Opening } from './positionMoney';

export interface LatestTick {
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
  readonly isLive: boolean;
}

/** What is known about the symbol at the instant of the request. */
export interface SymbolNow {
  readonly symbol: SymbolTerms | undefined;
  readonly terms: LeverageTerm | undefined;
  readonly spread: Spread;
  readonly market: MarketStatus | undefined;
  readonly latest: LatestTick | undefined;
  /** Of the conversion, where there is one. */
  readonly divisor: LatestTick | undefined;
  readonly isInIncident: boolean;
}

export type AskedPosition = Pick<
  EndpointRequest<'leverageSubmit'>,
  'symbol' | 'direction' | 'entrustment' | 'lots' | 'leverage' | 'limitPrice' | 'seenPrice' | 'takeProfit' | 'stopLoss'
>;

export interface AcceptedPosition {
  readonly symbol: SymbolTerms;
  readonly terms: LeverageTerm;
  readonly spread: Spread;
  readonly latest: LatestTick;
  readonly lots: Amount;
  readonly limitPrice: Price | undefined;
  readonly seenPrice: Price | undefined;
  readonly takeProfit: Price | undefined;
  readonly stopLoss: Price | undefined;
  /** What is held until the opening, at the least favourable price it can have. */
  readonly hold: Opening;
}

export type ClassFilter = (assetClass: AssetClass) => boolean;
export const isCrypto: ClassFilter = (assetClass) => assetClass === 'crypto';
export const isForexOrMetal: ClassFilter = (assetClass) => assetClass !== 'crypto';

interface Tradable {
  readonly symbol: SymbolTerms;
  readonly terms: LeverageTerm;
  readonly latest: LatestTick;
  readonly divisor: Price;
}

/** Everything but the money. Throws AppError. */
export function requireAcceptable(
  asked: AskedPosition,
  now: SymbolNow,
  scale: number,
  isOfClass: ClassFilter,
  nowMs: number,
): AcceptedPosition {
  const { symbol, terms, latest, divisor } = requireTradable(now, isOfClass, nowMs);
  const lots = requireLots(asked.lots, symbol);
  if (!terms.leverages.includes(asked.leverage)) throw new AppError('ORDER_LEVERAGE_NOT_OFFERED');
  const current = price(latest.price);
  const atMarket = openingPrice(asked.direction, current, now.spread);
  const isMarket = asked.entrustment === 'market';
  const limitPrice = isMarket ? undefined : requireLimit(asked, symbol, current);
  const seenPrice = isMarket ? requireSeen(asked, atMarket, terms) : undefined;
  const takeProfit = requireStopPrice(asked.takeProfit, symbol);
  const stopLoss = requireStopPrice(asked.stopLoss, symbol);
  // A pending limit opens at its limit: until then the market's price says nothing about its stops.
  requireStops(asked.direction, { takeProfit, stopLoss }, limitPrice === undefined ? [atMarket, current] : [limitPrice]);
  const worst = worstOpening(asked.direction, limitPrice, seenPrice, atMarket, terms);
  const sized = { contractSize: symbol.contractSize, leverage: asked.leverage, feeRate: terms.feeRate };
  const hold = openingOf(sized, lots, worst, divisor, scale);
  requireWorth(hold, terms);
  return { symbol, terms, spread: now.spread, latest, lots, limitPrice, seenPrice, takeProfit, stopLoss, hold };
}

function requireWorth({ notional }: Opening, { minNotional }: LeverageTerm): void {
  if (compare(notional, minNotional) >= 0) return;
  throw new AppError('ORDER_TOTAL_BELOW_MIN', { params: { min: toText(minNotional), asset: fundingAsset } });
}

/** Every position costs work at every tick: a person may have so many. Throws AppError. */
export function requireRoom(positions: number, { maxPositions }: Pick<LeverageTerm, 'maxPositions'>): void {
  if (positions >= maxPositions) throw new AppError('ORDER_TOO_MANY_POSITIONS', { params: { max: String(maxPositions) } });
}

/** Is there money for it? `available`: free balance and the floating loss of cross positions. Throws AppError. */
export function requireMoney(hold: Opening, available: Amount): void {
  if (compare(add(hold.margin, hold.fee), available) <= 0) return;
  throw new AppError('WALLET_BALANCE_INSUFFICIENT', { params: { available: toText(available), asset: fundingAsset } });
}

export function requireTradable(now: SymbolNow, isOfClass: ClassFilter, nowMs: number): Tradable {
  const { symbol, terms, market, latest } = now;
  if (symbol === undefined || market === undefined || !isOfClass(symbol.assetClass)) throw new AppError('ORDER_SYMBOL_NOT_FOUND');
  if (terms === undefined) throw new AppError('ORDER_SYMBOL_NOT_TRADABLE');
  if (market.state === 'closed') throw new AppError('ORDER_MARKET_CLOSED');
  if (market.state === 'closing') throw new AppError('ORDER_MARKET_CLOSING');
  if (now.isInIncident) throw new AppError('ORDER_SYMBOL_NOT_TRADABLE');
  requireFresh(latest, symbol, nowMs);
  if (terms.divisorSymbol !== undefined) requireFresh(now.divisor, symbol, nowMs);
  return { symbol, terms, latest, divisor: now.divisor === undefined ? noDivisor : price(now.divisor.price) };
}

function requireFresh(tick: LatestTick | undefined, symbol: SymbolTerms, nowMs: number): asserts tick is LatestTick {
  if (!isFresh(tick, symbol, nowMs)) throw new AppError('ORDER_PRICE_STALE', { isRetryable: true });
}

/** Above zero, within the bounds, a whole multiple of the step. */
export function requireLots(
  text: string,
  { lotMin, lotMax, lotStep }: Pick<SymbolTerms, 'lotMin' | 'lotMax' | 'lotStep'>,
): Amount {
  const lots = amount(text);
  if (!isPositive(lots)) throw new AppError('ORDER_QUANTITY_NOT_POSITIVE');
  if (compare(lots, lotMin) < 0) throw new AppError('ORDER_QUANTITY_BELOW_MIN', { params: { min: toText(lotMin) } });
  if (compare(lots, lotMax) > 0) throw new AppError('ORDER_QUANTITY_ABOVE_MAX', { params: { max: toText(lotMax) } });
  if (!isZero(lots.mod(lotStep) as Amount)) throw new AppError('ORDER_QUANTITY_STEP', { params: { step: toText(lotStep) } });
  return lots;
}

const requireTick = (at: Price, digits: number): Price => {
  if (decimalsOf(at) > digits) throw new AppError('ORDER_PRICE_STEP', { params: { step: stepsToText(1, digits) } });
  return at;
};

function requireLimit(asked: AskedPosition, symbol: SymbolTerms, current: Price): Price {
  if (asked.limitPrice === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'limitPrice' } });
  const limit = price(asked.limitPrice);
  if (!isPositive(limit)) throw new AppError('ORDER_PRICE_NOT_POSITIVE');
  requireTick(limit, symbol.digits);
  if (asked.direction === 'short' && compare(limit, current) < 0) {
    throw new AppError('ORDER_LIMIT_SELL_BELOW_PRICE', { params: { price: toText(current) } });
  }
  return limit;
}

/** The price that was confirmed must still be about the price. */
function requireSeen(asked: AskedPosition, atMarket: Price, terms: LeverageTerm): Price {
  if (asked.seenPrice === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'seenPrice' } });
  const seen = price(asked.seenPrice);
  if (!isPositive(seen)) throw new AppError('ORDER_PRICE_NOT_POSITIVE');
  if (compare(absolute(subtract(atMarket, seen)), toleranceOf(seen, terms.toleratedMove)) > 0) {
    throw new AppError('ORDER_PRICE_MOVED', { params: { old: toText(seen), new: toText(atMarket) } });
  }
  return seen;
}

/** undefined where none is asked for. */
export function requireStopPrice(text: string | null | undefined, { digits }: Pick<SymbolTerms, 'digits'>): Price | undefined {
  if (text === undefined || text === null) return undefined;
  const at = price(text);
  if (isZero(at)) throw new AppError('ORDER_STOP_ZERO');
  return requireTick(at, digits);
}

/** Long: take-profit not below any of the prices, stop-loss not above any; short the other way round. */
export function requireStops(
  direction: Direction,
  { takeProfit, stopLoss }: { readonly takeProfit: Price | undefined; readonly stopLoss: Price | undefined },
  prices: readonly Price[],
): void {
  const [first, ...rest] = prices;
  if (first === undefined) return;
  const highest = rest.reduce((high, one) => max(high, one), first);
  const lowest = rest.reduce((low, one) => min(low, one), first);
  const isLong = direction === 'long';
  if (takeProfit !== undefined && (isLong ? compare(takeProfit, highest) < 0 : compare(takeProfit, lowest) > 0))
    throw new AppError('ORDER_TAKE_PROFIT_RULE');
  if (stopLoss !== undefined && (isLong ? compare(stopLoss, lowest) > 0 : compare(stopLoss, highest) < 0))
    throw new AppError('ORDER_STOP_LOSS_RULE');
}

/**
 * The highest price it is likely to open at: a market order at the edge of what may move, a long limit at the limit. A
 * short that opens above its limit is worth more, so a little more is held; what is not needed comes back.
 */
function worstOpening(
  direction: Direction,
  limitPrice: Price | undefined,
  seenPrice: Price | undefined,
  atMarket: Price,
  terms: LeverageTerm,
): Price {
  if (limitPrice !== undefined)
    return direction === 'long' ? limitPrice : add(limitPrice, toleranceOf(limitPrice, terms.toleratedMove));
  const seen = seenPrice ?? atMarket;
  return max(add(seen, toleranceOf(seen, terms.toleratedMove)), atMarket);
}
