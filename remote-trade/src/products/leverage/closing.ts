/** What closing a part of a position takes and would come to. */
import type { LeverageOrder } from '@tessera/shared/contract';
import { amount, divide, multiply, price, rate, toText, type Amount, type Price } from '@tessera/shared/money';
import { closingPrice, notionalOf, profitOf, spreadOf, tradeFeeOf } from '@tessera/shared/trading';

/** Shares of a position, as rates. */
export const closeShares = ['0.25', '0.5', '0.75', '1'] as const;
export type CloseShare = (typeof closeShares)[number];

/** The share of the open lots in whole steps, rounded down; everything for 100 %. */
export function shareOfLots(openLots: Amount, share: CloseShare, step: Amount): Amount {
  if (share === '1') return openLots;
  const steps = divide(multiply(openLots, rate(share), 18, 'down'), step, 0, 'down');
  return amount(toText(multiply(steps, step, 18, 'down')));
}

export interface CloseEstimate {
  readonly at: Price;
  readonly profit: Amount;
  readonly fee: Amount;
}

export function closeEstimate(
  order: LeverageOrder,
  lots: Amount,
  { tickPrice, divisor, scale }: { readonly tickPrice: Price; readonly divisor: Price; readonly scale: number },
): CloseEstimate | undefined {
  if (order.openPrice === null) return undefined;
  const at = closingPrice(order.direction, tickPrice, spreadOf(order));
  const size = { lots, contractSize: amount(order.contractSize) };
  const valuation = { divisor, scale };
  return {
    at,
    profit: profitOf(order.direction, size, price(order.openPrice), at, valuation),
    fee: tradeFeeOf(notionalOf(size, at, valuation), rate(order.feeRate), scale),
  };
}
