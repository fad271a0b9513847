/** What the ticket would come to for one direction, at the price at which it would open. */
import type { Direction, LeverageTerms, SymbolInfo } from '@tessera/shared/contract';
import {
  absolute,
  add,
  amount,
  compare,
  isNegative,
  multiply,
  price,
  rate,
  subtract,
  zero,
  type Amount,
  type Price,
  type Rate,
} from '@tessera/shared/money';
import {
  closingPrice,
  costOfLots,
  marginLevelOf,
  openingPrice,
  previewPosition,
  profitOfStop,
  spreadOf,
  stopProblem,
  type AccountFigures,
  type FigureProblem,
  type PositionOfStop,
  type PositionPreview,
} from '@tessera/shared/trading';
import { isBehindLiquidation, stopPriceOf, type StopSide, type StopUnit } from './stopUnits';

/** A stop as read from its field; `figure` undefined: what was typed is no number. */
export interface TypedStop {
  readonly unit: StopUnit;
  readonly figure: Amount | undefined;
}

export interface SideInputs {
  readonly info: SymbolInfo;
  readonly terms: LeverageTerms;
  readonly direction: Direction;
  readonly leverage: number;
  readonly lots: Amount;
  /** A limit order's own price; undefined for a market order. */
  readonly limitPrice: Price | undefined;
  /** A market order's price that was shown and stands still; left out: the price now. */
  readonly seenPrice?: Price | undefined;
  readonly tickPrice: Price;
  readonly divisor: Price;
  readonly scale: number;
  readonly free: Amount;
  readonly account: AccountFigures | undefined;
  /** undefined: none is wanted. */
  readonly takeProfit: TypedStop | undefined;
  readonly stopLoss: TypedStop | undefined;
}

export interface SideFigures {
  readonly direction: Direction;
  /** At which it would open. */
  readonly price: Price;
  readonly preview: PositionPreview;
  /** Margin and fee at the least favourable price it may open at: held until then; what is not needed comes back. */
  readonly hold: Amount;
  /** A short's limit below the present price: it would sell for less than the market pays. */
  readonly isLimitBelow: boolean;
  readonly position: PositionOfStop;
  readonly takeProfit: Price | undefined;
  readonly stopLoss: Price | undefined;
  readonly stopProblem: { readonly side: StopSide; readonly problem: FigureProblem | undefined } | undefined;
  /** Of the price difference and both fees, when the stop-loss decides at its price. */
  readonly lossAtStop: Amount | undefined;
  readonly isBehindLiquidation: boolean;
  /** Cross: the account's margin level now and with this position. */
  readonly level: { readonly before: Rate | undefined; readonly after: Rate | undefined } | undefined;
}

export function sideFigures(inputs: SideInputs): SideFigures {
  const { info, terms, direction, leverage, lots, limitPrice, tickPrice, divisor, scale, free, account } = inputs;
  const spread = spreadOf(terms);
  const at = limitPrice ?? inputs.seenPrice ?? openingPrice(direction, tickPrice, spread);
  const size = { lots, contractSize: amount(terms.contractSize) };
  const valuation = { divisor, scale };
  const cross =
    account?.crossFloatingProfit === undefined
      ? undefined
      : { free, crossMargin: account.crossMargin, crossFloatingProfit: account.crossFloatingProfit };
  const preview = previewPosition({
    ...size,
    direction,
    price: at,
    leverage,
    valuation,
    spread,
    digits: terms.digits,
    marginMode: terms.marginMode,
    feeRate: rate(terms.feeRate),
    maintenanceRate: rate(terms.maintenanceRate),
    swap: { mode: terms.swapMode, perNight: rate(direction === 'long' ? terms.swapLong : terms.swapShort) },
    account: cross && { ...cross, stopOutLevel: rate(terms.stopOutLevel) },
  });
  const position: PositionOfStop = {
    ...size,
    direction,
    openPrice: at,
    margin: preview.margin,
    digits: terms.digits,
    pipSize: price(info.pipSize),
    valuation,
  };
  const stops = { takeProfit: stopAt('takeProfit'), stopLoss: stopAt('stopLoss') };
  const profitAtStop = stops.stopLoss && profitOfStop(position, stops.stopLoss);
  return {
    direction,
    price: at,
    preview,
    position,
    ...stops,
    hold: costOfLots(lots, {
      price: worstPrice(direction, at, limitPrice !== undefined, terms),
      leverage,
      feeRate: rate(terms.feeRate),
      contractSize: size.contractSize,
      valuation,
    }),
    isLimitBelow: direction === 'short' && limitPrice !== undefined && compare(limitPrice, tickPrice) < 0,
    stopProblem: problemOf('takeProfit') ?? problemOf('stopLoss'),
    lossAtStop: profitAtStop && lossWithFees(profitAtStop, preview),
    isBehindLiquidation:
      terms.marginMode === 'isolated' &&
      stops.stopLoss !== undefined &&
      isBehindLiquidation(direction, stops.stopLoss, preview.liquidationPrice),
    level: terms.marginMode === 'cross' ? { before: account?.marginLevel, after: levelAfter() } : undefined,
  };

  function stopAt(side: StopSide): Price | undefined {
    const typed = inputs[side];
    return typed?.figure === undefined ? undefined : stopPriceOf(position, side, typed.unit, typed.figure);
  }
  function problemOf(side: StopSide): SideFigures['stopProblem'] {
    if (inputs[side] === undefined) return undefined;
    const stop = stops[side];
    if (stop === undefined) return { side, problem: undefined };
    // Both prices judge, of a limit too (docs/trading.md).
    const now = closingPrice(direction, tickPrice, spread);
    const problem = stopProblem(direction, side === 'takeProfit' ? 'take_profit' : 'stop_loss', stop, at, now);
    return problem && { side, problem };
  }
  function levelAfter(): Rate | undefined {
    if (account?.crossEquity === undefined) return undefined;
    return marginLevelOf(subtract(account.crossEquity, preview.openFee), add(account.crossRequired, preview.margin));
  }
}

/** How far a price that was seen may move before the order is refused. */
export const toleranceOf = (seen: Price, { toleratedMove }: Pick<LeverageTerms, 'toleratedMove'>): Price =>
  multiply(seen, rate(toleratedMove), 18, 'down');

/** The highest price it may open at: a market order at the edge of what may move; a short above its limit is worth more. */
export function worstPrice(direction: Direction, at: Price, isLimit: boolean, terms: LeverageTerms): Price {
  return isLimit && direction === 'long' ? at : add(at, toleranceOf(at, terms));
}

function lossWithFees(profit: Amount, { openFee, closeFee }: PositionPreview): Amount {
  const result = subtract(subtract(profit, openFee), closeFee);
  return isNegative(result) ? absolute(result) : zero;
}
