/** What an opening and a closing of an order cost and bring: the formulas of shared/trading, asked of its own terms. */
import { amount, multiply, type Amount, type Price } from '@tessera/shared/money';
import {
  liquidationPriceOf,
  marginOf,
  notionalOf,
  profitOf,
  releasedMarginOf,
  tradeFeeOf,
  type ClosingMoney,
} from '@tessera/shared/trading';
import type { LeveragedOrder, ArmedTrigger } from './leveragedOrder';

export interface Opening {
  readonly notional: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
  readonly pricePerLot: Amount;
}

type Sized = Pick<LeveragedOrder, 'contractSize' | 'leverage' | 'feeRate'>;

export function openingOf(order: Sized, lots: Amount, at: Price, divisor: Price, scale: number): Opening {
  const { contractSize } = order;
  const notional = notionalOf({ lots, contractSize }, at, { divisor, scale });
  return {
    notional,
    margin: marginOf(notional, order.leverage, scale),
    fee: tradeFeeOf(notional, order.feeRate, scale),
    pricePerLot: notionalOf({ lots: oneLot, contractSize }, at, { divisor, scale }),
  };
}
const oneLot = amount('1');

export interface Closing extends ClosingMoney {
  readonly notional: Amount;
}

export function closingOf(
  order: LeveragedOrder,
  openPrice: Price,
  lots: Amount,
  at: Price,
  divisor: Price,
  scale: number,
): Closing {
  const size = { lots, contractSize: order.contractSize };
  const notional = notionalOf(size, at, { divisor, scale });
  return {
    notional,
    profit: profitOf(order.direction, size, openPrice, at, { divisor, scale }),
    fee: tradeFeeOf(notional, order.feeRate, scale),
    released: releasedMarginOf(order.margin, lots, order.openLots, scale),
  };
}

/** Isolated positions only; cross positions end by the margin level of the account. */
export function liquidationOf(order: LeveragedOrder, openPrice: Price, sinceMs: number): ArmedTrigger | undefined {
  if (order.marginMode !== 'isolated') return undefined;
  const at = liquidationPriceOf({
    direction: order.direction,
    openPrice,
    margin: order.margin,
    maintenanceRate: order.maintenanceRate,
    lots: order.openLots,
    contractSize: order.contractSize,
    digits: order.digits,
  });
  return at === undefined ? undefined : { price: at, sinceMs };
}

/** price × lots, for the average over several closings. */
export const turnoverOf = (at: Price, lots: Amount): Amount => multiply(lots, at, 18, 'halfEven');
