/**
 * May this order be accepted, and what has to be held for it? Pure: everything that is judged comes in as a value, the
 * instant included, and a refusal leaves with its catalogue code. The order of the rules is the order in which a person
 * can do something about them: what, when, how much, at which prices, and whether there is money for it.
 */
import type { Direction, EndpointRequest } from '@tessera/shared/contract';
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
  negate,
  price,
  subtract,
  toText,
  zero,
  type Amount,
  type Price,
} from '@tessera/shared/money';
import {
  closingPrice,
  exposureLeft,
  exposureLimitOf,
  isMarginRaised,
  noDivisor,
  openingPrice,
  stopProblem,
  type Spread,
} from '@tessera/shared/trading';
import type { LeverageTerm, SymbolTerms } from '../../catalog/Catalog';
import type { ClassFilter } from '../../catalog/classFilter';
import { requireFreshPrice, requireOpenMarket, type LatestTick, type SymbolNow } from '../../execution/symbolNow';
import { fundingAsset } from '../../funds/fundingAsset';
import { toleranceOf } from './leveragedOrder';
import { openingOf, type Opening } from './positionMoney';

/** What is known about a symbol, and the one its conversion needs, at the instant of acceptance. */
export interface PositionNow {
  readonly symbol: SymbolNow;
  readonly terms: LeverageTerm | undefined;
  readonly spread: Spread;
  /** Of the conversion, where there is one. */
  readonly divisor: SymbolNow | undefined;
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

interface Tradable {
  readonly symbol: SymbolTerms;
  readonly terms: LeverageTerm;
  readonly latest: LatestTick;
  readonly divisor: Price;
}

/** Everything but the money. Throws AppError. */
export function requireAcceptable(
  asked: AskedPosition,
  now: PositionNow,
  scale: number,
  isOfClass: ClassFilter,
  nowMs: number,
): AcceptedPosition {
  const { symbol, terms, latest, divisor } = requireTradable(now, isOfClass, nowMs);
  const lots = requireLots(asked.lots, symbol);
  if (!terms.leverages.includes(asked.leverage)) throw new AppError('ORDER_LEVERAGE_NOT_OFFERED');
  requireLeverageBeforeClosing(asked.leverage, terms, nowMs);
  const current = price(latest.price);
  const atMarket = openingPrice(asked.direction, current, now.spread);
  const isMarket = asked.entrustment === 'market';
  const limitPrice = isMarket ? undefined : requireLimit(asked, symbol, current);
  const seenPrice = isMarket ? requireSeen(asked, atMarket, terms) : undefined;
  const takeProfit = requireStopPrice(asked.takeProfit, symbol);
  const stopLoss = requireStopPrice(asked.stopLoss, symbol);
  requireStops(
    asked.direction,
    { takeProfit, stopLoss },
    limitPrice ?? atMarket,
    closingPrice(asked.direction, current, now.spread),
  );
  const worst = worstOpening(asked.direction, limitPrice, seenPrice, atMarket, terms);
  const sized = { contractSize: symbol.contractSize, leverage: asked.leverage, feeRate: terms.feeRate };
  const hold = openingOf(sized, lots, worst, divisor, scale);
  requireWorth(hold, terms);
  return { symbol, terms, spread: now.spread, latest, lots, limitPrice, seenPrice, takeProfit, stopLoss, hold };
}

/** What opens just before a market closes for long opens with the margin that it has to have then. */
function requireLeverageBeforeClosing(leverage: number, { closingMargin }: LeverageTerm, nowMs: number): void {
  if (closingMargin === undefined || leverage <= closingMargin.leverage || !isMarginRaised(closingMargin, nowMs)) return;
  throw new AppError('ORDER_LEVERAGE_BEFORE_CLOSING', { params: { max: String(closingMargin.leverage) } });
}

function requireWorth({ notional }: Opening, { minNotional }: LeverageTerm): void {
  if (compare(notional, minNotional) >= 0) return;
  throw new AppError('ORDER_TOTAL_BELOW_MIN', { params: { min: toText(minNotional), asset: fundingAsset } });
}

/** Every position costs work at every tick: a person may have so many. Throws AppError. */
export function requireRoom(positions: number, { maxPositions }: Pick<LeverageTerm, 'maxPositions'>): void {
  if (positions >= maxPositions) throw new AppError('ORDER_TOO_MANY_POSITIONS', { params: { max: String(maxPositions) } });
}

/** One gap takes a bounded sum: `exposure` is what the person has at stake in the symbol already. Throws AppError. */
export function requireWithinLimit(
  { notional }: Pick<Opening, 'notional'>,
  leverage: number,
  exposure: Amount,
  { exposureLimits }: Pick<LeverageTerm, 'exposureLimits'>,
): void {
  const left = exposureLeft(exposureLimits, leverage, exposure);
  if (compare(notional, left) <= 0) return;
  const max = exposureLimitOf(exposureLimits, leverage);
  throw new AppError('ORDER_EXPOSURE_LIMIT', { params: { left: toText(left), max: toText(max), asset: fundingAsset } });
}

/**
 * One gap costs the house a bounded sum. `net`: of all people's positions in the symbol, long less short; what makes that less is
 * always accepted. Throws AppError.
 */
export function requireWithinHouseLimit(
  { notional }: Pick<Opening, 'notional'>,
  direction: Direction,
  net: Amount,
  { houseLimit }: Pick<LeverageTerm, 'houseLimit'>,
): void {
  if (houseLimit === undefined) return;
  const onThisSide = direction === 'long' ? net : negate(net);
  const left = subtract(houseLimit, onThisSide);
  if (compare(notional, left) <= 0 || compare(absolute(add(onThisSide, notional)), absolute(net)) <= 0) return;
  throw new AppError('ORDER_HOUSE_LIMIT', { params: { left: toText(max(left, zero)), asset: fundingAsset } });
}

/** Is there money for it? `available`: free balance and the floating loss of cross positions. Throws AppError. */
export function requireMoney(hold: Opening, available: Amount): void {
  if (compare(add(hold.margin, hold.fee), available) <= 0) return;
  throw new AppError('WALLET_BALANCE_INSUFFICIENT', { params: { available: toText(available), asset: fundingAsset } });
}

export function requireTradable({ terms, divisor, ...now }: PositionNow, isOfClass: ClassFilter, nowMs: number): Tradable {
  const symbol = requireOpenMarket(now.symbol, isOfClass, () => terms !== undefined);
  if (terms === undefined) throw new AppError('ORDER_SYMBOL_NOT_TRADABLE');
  const latest = requireFreshPrice(now.symbol, symbol, nowMs);
  const converted = divisor === undefined ? undefined : requireFreshPrice(divisor, symbol, nowMs);
  return { symbol, terms, latest, divisor: converted === undefined ? noDivisor : price(converted.price) };
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

/**
 * Long: a take-profit not below the opening and the current price, a stop-loss not above them; short the other way round. A
 * pending limit opens at its limit; the current price is the one at which a position would be closed now. Throws AppError.
 */
export function requireStops(
  direction: Direction,
  { takeProfit, stopLoss }: { readonly takeProfit: Price | undefined; readonly stopLoss: Price | undefined },
  openPrice: Price,
  currentPrice: Price,
): void {
  const problem =
    (takeProfit && stopProblem(direction, 'take_profit', takeProfit, openPrice, currentPrice)) ??
    (stopLoss && stopProblem(direction, 'stop_loss', stopLoss, openPrice, currentPrice));
  if (problem !== undefined) throw new AppError(problem.code, problem.params === undefined ? {} : { params: problem.params });
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
