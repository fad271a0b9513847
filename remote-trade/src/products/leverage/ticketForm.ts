/** The ticket's form as typed text, and its size as a share of the most that can be paid for. */
import type { Entrustment, LeverageTerms } from '@tessera/shared/contract';
import { amount, compare, divide, isPositive, multiply, toText, toDrawingNumber, type Amount } from '@tessera/shared/money';
import { emptyStop, type StopInput } from './stopUnits';

export interface TicketForm {
  readonly entrustment: Entrustment;
  readonly leverage: number;
  readonly lots: string;
  readonly limitPrice: string;
  readonly hasStops: boolean;
  readonly takeProfit: StopInput;
  readonly stopLoss: StopInput;
}

const cautiousLeverage = 10;

/** A modest leverage and the smallest size: nobody starts with the most. */
export function firstForm(terms: LeverageTerms, forInput: (decimalText: string) => string): TicketForm {
  const modest = terms.leverages.filter((leverage) => leverage <= cautiousLeverage).at(-1) ?? terms.leverages[0] ?? 1;
  return {
    entrustment: 'market',
    leverage: modest,
    lots: forInput(terms.lotMin),
    limitPrice: '',
    hasStops: false,
    takeProfit: emptyStop,
    stopLoss: emptyStop,
  };
}

const exactScale = 18;

/** A whole percentage of the most lots, in whole steps, never less than the smallest size. */
export function shareOfLots(
  maxLots: Amount,
  percent: number,
  { min, step }: { readonly min: Amount; readonly step: Amount },
): Amount {
  const part = divide(multiply(maxLots, amount(String(percent)), exactScale, 'down'), amount('100'), exactScale, 'down');
  const lots = amount(toText(multiply(step, divide(part, step, 0, 'down'), exactScale, 'down')));
  return compare(lots, min) < 0 ? min : lots;
}

/** Where the slider stands: a whole percentage, 0 to 100. */
export function percentOfLots(lots: Amount | undefined, maxLots: Amount | undefined): number {
  if (lots === undefined || maxLots === undefined || !isPositive(maxLots) || !isPositive(lots)) return 0;
  return Math.min(100, Math.round(toDrawingNumber(divide(lots, maxLots, 4, 'down')) * 100));
}
