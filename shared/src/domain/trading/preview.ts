/**
 * What a position would cost and where it would end, before it is opened: the figures of the ticket. The price is the one
 * at which it opens: the ask for a long, the bid for a short, the limit for a limit order.
 */
import type { MarginMode } from '../contract/leverage';
import type { Direction } from '../contract/wire';
import {
  add,
  divide,
  isNegative,
  isPositive,
  isZero,
  multiply,
  price,
  rate,
  round,
  subtract,
  toText,
  type Amount,
  type Price,
  type Rate,
} from '../money';
import { liquidationPriceOf, lossUntilLevel } from './margin';
import { exactScale, marginOf, notionalOf, tradeFeeOf, unitsOf, type Size, type Valuation } from './position';
import type { Spread } from './sides';
import { swapOf, type SwapTerms } from './swap';

export interface CrossAccount {
  readonly free: Amount;
  /** Of the cross positions that are open now. */
  readonly crossMargin: Amount;
  readonly crossFloatingProfit: Amount;
  readonly stopOutLevel: Rate;
}

export interface PositionToPreview extends Size {
  readonly direction: Direction;
  readonly price: Price;
  readonly leverage: number;
  readonly feeRate: Rate;
  readonly maintenanceRate: Rate;
  readonly marginMode: MarginMode;
  /** Decimals of a price. */
  readonly digits: number;
  readonly spread: Spread;
  /** Of the position's direction. */
  readonly swap: Pick<SwapTerms, 'mode' | 'perNight'>;
  readonly valuation: Valuation;
  /** Cross margin only. */
  readonly account?: CrossAccount | undefined;
}

export interface PositionPreview {
  readonly notional: Amount;
  readonly margin: Amount;
  readonly openFee: Amount;
  /** margin + openFee: what leaves the free balance. */
  readonly cost: Amount;
  /** As if it closed at the opening price. */
  readonly closeFee: Amount;
  /** Of a usual night; below zero is paid. */
  readonly swapPerNight: Amount;
  /**
   * The tick's price at which it ends. Isolated: exact. Cross: an estimate, with every other position and the conversion
   * as they are now. undefined where no price above zero leads there, or the account is not known.
   */
  readonly liquidationPrice: Price | undefined;
  /** The first closing price at which both fees are earned back, swaps left out; undefined where it would not be above zero. */
  readonly breakEvenPrice: Price | undefined;
}

export function previewPosition(position: PositionToPreview): PositionPreview {
  const { leverage, feeRate, valuation, swap, digits, marginMode } = position;
  const notional = notionalOf(position, position.price, valuation);
  const margin = marginOf(notional, leverage, valuation.scale);
  const openFee = tradeFeeOf(notional, feeRate, valuation.scale);
  return {
    notional,
    margin,
    openFee,
    cost: add(margin, openFee),
    closeFee: openFee,
    swapPerNight: swapOf({ ...swap, digits }, position, notional, 1, valuation),
    liquidationPrice:
      marginMode === 'isolated'
        ? liquidationPriceOf({ ...position, openPrice: position.price, margin })
        : crossLiquidationPrice(position, margin, openFee),
    breakEvenPrice: breakEvenPriceOf(position, openFee),
  };
}

/** Where the account's equity would be at the stop-out level. Rounded toward the market: the estimate is on the safe side. */
function crossLiquidationPrice(
  { account, direction, price: open, digits, spread, valuation, ...size }: PositionToPreview,
  margin: Amount,
  openFee: Amount,
): Price | undefined {
  if (account === undefined) return undefined;
  const crossMargin = add(account.crossMargin, margin);
  const equity = add(add(subtract(account.free, openFee), account.crossMargin), account.crossFloatingProfit);
  const loss = lossUntilLevel(equity, crossMargin, account.stopOutLevel);
  const room = moveFor(loss, size, valuation);
  // The closing price is a spread away from the tick's.
  const at = direction === 'long' ? add(subtract(open, room), spread.below) : subtract(add(open, room), spread.above);
  const rounded = round(at, digits, direction === 'long' ? 'up' : 'down');
  return isPositive(rounded) ? rounded : undefined;
}

/** Long: (open + fee ÷ units) ÷ (1 - fee rate); short: (open - fee ÷ units) ÷ (1 + fee rate), rounded to the holder's safe side. */
export function breakEvenPriceOf(
  {
    direction,
    price: open,
    feeRate,
    digits,
    valuation,
    ...size
  }: Pick<PositionToPreview, 'direction' | 'price' | 'feeRate' | 'digits' | 'valuation' | keyof Size>,
  openFee: Amount,
): Price | undefined {
  const feeMove = moveFor(openFee, size, valuation);
  const one = rate('1');
  const share = direction === 'long' ? subtract(one, feeRate) : add(one, feeRate);
  if (isZero(share) || isNegative(share)) return undefined;
  const before = direction === 'long' ? add(open, feeMove) : subtract(open, feeMove);
  const at = price(toText(divide(before, share, digits, direction === 'long' ? 'up' : 'down')));
  return isPositive(at) ? at : undefined;
}

/** The move of the price that is worth `money`. */
function moveFor(money: Amount, size: Size, { divisor }: Valuation): Price {
  return multiply(divisor, divide(money, unitsOf(size), exactScale, 'up'), exactScale, 'up');
}
