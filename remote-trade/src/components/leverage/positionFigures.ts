/** What an open position is worth at a quote. An estimate for its holder: a closing is decided by the server's tick. */
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { add, amount, divide, isZero, price, rate, type Amount, type Price, type Rate } from '@tessera/shared/money';
import { closingPrice, profitOf, type Spread } from '@tessera/shared/trading';

export const spreadOf = ({ spreadBelow, spreadAbove }: Pick<LeverageOrder, 'spreadBelow' | 'spreadAbove'>): Spread => ({
  below: price(spreadBelow),
  above: price(spreadAbove),
});

export const sizeOf = ({ openLots, contractSize }: Pick<LeverageOrder, 'openLots' | 'contractSize'>) => ({
  lots: amount(openLots),
  contractSize: amount(contractSize),
});

/** The symbol whose price turns a quote currency into USDT; undefined where none is needed. 1 USD is counted as 1 USDT. */
export function divisorSymbolOf(info: Pick<SymbolInfo, 'quote'>): string | undefined {
  return info.quote === 'USDT' || info.quote === 'USD' ? undefined : `USD-${info.quote}`;
}

export interface PositionFigures {
  /** The price at which it would close now. */
  readonly mark: Price;
  readonly profit: Amount;
  /** Of its margin. */
  readonly rate: Rate | undefined;
}

export function positionFigures(
  order: LeverageOrder,
  { tickPrice, divisor, scale }: { readonly tickPrice: Price; readonly divisor: Price; readonly scale: number },
): PositionFigures | undefined {
  if (order.openPrice === null) return undefined;
  const mark = closingPrice(order.direction, tickPrice, spreadOf(order));
  const profit = profitOf(order.direction, sizeOf(order), price(order.openPrice), mark, { divisor, scale });
  const margin = amount(order.margin);
  return { mark, profit, rate: isZero(margin) ? undefined : rate(divide(profit, margin, 4, 'down').toFixed()) };
}

/** The sum, or undefined when one of them is not known: a total with a hole is a guess. */
export const sumKnown = (amounts: readonly (Amount | undefined)[]): Amount | undefined =>
  amounts.reduce<Amount | undefined>((sum, next) => (sum === undefined || next === undefined ? undefined : add(sum, next)), amount('0'));
