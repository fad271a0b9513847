/**
 * A take-profit or stop-loss as a person types it: in one of four units, never signed. A take-profit is a distance in favour,
 * a stop-loss one against; the price is what is sent. The mathematics is shared/trading's.
 */
import type { Direction, LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import {
  compare,
  decimalsOf,
  divide,
  isPositive,
  negate,
  price,
  rate,
  toText,
  type Amount,
  type Price,
  type Rate,
} from '@tessera/shared/money';
import {
  percentOfStop,
  pipsOfStop,
  profitOfStop,
  stopFromPercent,
  stopFromPips,
  stopFromProfit,
  type PositionOfStop,
} from '@tessera/shared/trading';

export const stopUnits = ['price', 'percent', 'profit', 'pips'] as const;

/** A pip is a word of currencies and metals; a coin's price has none. */
export const hasPips = ({ assetClass }: Pick<SymbolInfo, 'assetClass'>): boolean => assetClass !== 'crypto';
export const stopUnitsOf = (info: Pick<SymbolInfo, 'assetClass'>): readonly StopUnit[] =>
  stopUnits.filter((unit) => unit !== 'pips' || hasPips(info));

export const scaleOfUnit = (unit: StopUnit, info: SymbolInfo): number =>
  unit === 'price' ? info.digits : unit === 'pips' ? Math.max(0, info.digits - decimalsOf(price(info.pipSize))) : 2;
export type StopUnit = (typeof stopUnits)[number];
export type StopSide = 'takeProfit' | 'stopLoss';

/** What was typed, and what it means. */
export interface StopInput {
  readonly unit: StopUnit;
  readonly text: string;
}
export const emptyStop: StopInput = { unit: 'price', text: '' };

const hundred = price('100');

/** The price that a typed figure means; undefined where there is none above zero. */
export function stopPriceOf(position: PositionOfStop, side: StopSide, unit: StopUnit, figure: Amount): Price | undefined {
  if (unit === 'price') return isPositive(figure) ? price(toText(figure)) : undefined;
  const signed = side === 'takeProfit' ? figure : negate(figure);
  switch (unit) {
    case 'percent':
      return stopFromPercent(position, divide(signed, hundred, 18, 'halfEven'));
    case 'profit':
      return stopFromProfit(position, signed);
    case 'pips':
      return stopFromPips(position, rate(toText(signed)));
  }
}

export interface StopFigures {
  readonly profit: Amount;
  /** Of the margin. */
  readonly percent: Rate | undefined;
  readonly pips: Rate;
}

export const stopFigures = (position: PositionOfStop, at: Price): StopFigures => ({
  profit: profitOfStop(position, at),
  percent: percentOfStop(position, at),
  pips: pipsOfStop(position, at),
});

/** An isolated position is liquidated before a stop-loss at or behind its liquidation price could act. */
export const isBehindLiquidation = (direction: Direction, stopLoss: Price, liquidation: Price | undefined): boolean =>
  liquidation !== undefined && (direction === 'long' ? compare(stopLoss, liquidation) <= 0 : compare(stopLoss, liquidation) >= 0);

/** The key of the sentence that says on which side a stop must lie. */
export const stopRuleKey = (direction: LeverageOrder['direction'], side: StopSide) =>
  `${side}${(direction === 'long') === (side === 'takeProfit') ? 'Above' : 'Below'}` as const;
