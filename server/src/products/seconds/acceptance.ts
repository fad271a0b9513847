/**
 * May this order be accepted, and on which terms? Pure: everything that is judged comes in as a value, the instant
 * included, and a refusal leaves with its catalogue code. The order of the rules is the order in which a person can do
 * something about them: what, when, how long, how much, then the price.
 */
import type { AssetClass, Direction } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { currentRuleVersion, feeOf } from '@tessera/shared/fairness';
import {
  absolute,
  amount,
  compare,
  decimalsOf,
  multiply,
  price,
  rate,
  subtract,
  toText,
  type Amount,
  type Price,
  type Rate,
} from '@tessera/shared/money';
import type { SecondsTerm, SymbolTerms } from '../../catalog/Catalog';
import type { ClassFilter } from '../../catalog/classFilter';
import { openSpans } from '../../catalog/marketCalendar';
import { requireFreshPrice, requireOpenMarket, type LatestTick, type SymbolNow } from '../../execution/symbolNow';
import { fundingAsset } from '../../funds/fundingAsset';
import type { QuotedTerms } from './quoteToken';

export interface AskedOrder {
  readonly symbol: string;
  readonly seconds: number;
  readonly direction: Direction;
  readonly stake: string;
  readonly asset: string;
}

export interface Tradable {
  readonly symbol: SymbolTerms;
  readonly term: SecondsTerm;
  readonly latest: LatestTick;
}

export interface AcceptedTerms extends Tradable {
  readonly stake: Amount;
  readonly fee: Amount;
  readonly payoutRate: Rate;
  readonly feeRate: Rate;
  readonly quote: QuotedTerms;
}

/** The one asset in which seconds contracts are paid; in demo mode it is the demo book's own. */
export const stakeAsset = fundingAsset;

/** How far the price may have moved since the quote before the person is asked again. */
const toleratedMoves: Readonly<Record<AssetClass, Rate>> = {
  crypto: rate('0.001'),
  forex: rate('0.0002'),
  metal: rate('0.0002'),
};

/** The part that a quote and an order have in common. Throws AppError. */
export function requireTradable(
  now: SymbolNow,
  terms: readonly SecondsTerm[],
  seconds: number,
  isOfClass: ClassFilter,
  nowMs: number,
): Tradable {
  const symbol = requireOpenMarket(now, isOfClass, ({ hasSeconds }) => hasSeconds);
  const term = terms.find((candidate) => candidate.seconds === seconds);
  if (term === undefined) throw new AppError('ORDER_DURATION_NOT_FOUND');
  const expiresAtMs = nowMs + seconds * 1000;
  const isOpenThroughout = openSpans(symbol.calendar, nowMs, expiresAtMs).some(
    ([from, to]) => from === nowMs && to === expiresAtMs,
  );
  if (!isOpenThroughout) throw new AppError('ORDER_MARKET_CLOSING');
  return { symbol, term, latest: requireFreshPrice(now, symbol, nowMs) };
}

/** The terms under which an order is accepted at `nowMs`. Throws AppError. */
export function requireAcceptable(
  asked: AskedOrder,
  now: SymbolNow,
  offered: readonly SecondsTerm[],
  quote: QuotedTerms | undefined,
  asker: { readonly userId: string; readonly mode: string },
  assetScale: number,
  isOfClass: ClassFilter,
  nowMs: number,
): AcceptedTerms {
  const tradable = requireTradable(now, offered, asked.seconds, isOfClass, nowMs);
  const stake = requireStake(asked, tradable.term, assetScale);
  const terms = requireQuote(asked, quote, asker, nowMs);
  requireSamePrice(price(terms.price), price(tradable.latest.price), tradable.symbol.assetClass);
  const payoutRate = rate(terms.payoutRate);
  const feeRate = rate(terms.feeRate);
  return { ...tradable, quote: terms, stake, payoutRate, feeRate, fee: feeOf({ stake, feeRate, scale: assetScale }) };
}

function requireStake(asked: AskedOrder, term: SecondsTerm, assetScale: number): Amount {
  if (asked.asset !== stakeAsset) throw new AppError('WALLET_ASSET_WRONG');
  const stake = amount(asked.stake);
  if (decimalsOf(stake) > assetScale) throw new AppError('PARAMETER_WRONG', { params: { field: 'stake' } });
  if (compare(stake, term.stakeMin) < 0)
    throw new AppError('ORDER_STAKE_BELOW_MIN', { params: { min: toText(term.stakeMin), asset: asked.asset } });
  if (compare(stake, term.stakeMax) > 0)
    throw new AppError('ORDER_STAKE_ABOVE_MAX', { params: { max: toText(term.stakeMax), asset: asked.asset } });
  return stake;
}

function requireQuote(
  asked: AskedOrder,
  quote: QuotedTerms | undefined,
  asker: { readonly userId: string; readonly mode: string },
  nowMs: number,
): QuotedTerms {
  const isOurs =
    quote !== undefined &&
    quote.userId === asker.userId &&
    quote.mode === asker.mode &&
    quote.symbol === asked.symbol &&
    quote.seconds === asked.seconds;
  if (!isOurs) throw new AppError('REQUEST_ILLEGAL');
  // A rule may not be replaced between quote and acceptance without the person seeing it.
  if (nowMs >= quote.expiresAtMs || quote.ruleVersion !== currentRuleVersion) throw new AppError('ORDER_QUOTE_EXPIRED');
  return quote;
}

function requireSamePrice(old: Price, current: Price, assetClass: AssetClass): void {
  const tolerated = multiply(old, toleratedMoves[assetClass], 18, 'down');
  if (compare(absolute(subtract(current, old)), tolerated) > 0) {
    throw new AppError('ORDER_PRICE_MOVED', { params: { old: toText(old), new: toText(current) } });
  }
}
