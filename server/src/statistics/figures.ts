/**
 * A trader's figures from counted groups: pure, and the published formulas word for word (docs/statistics.md). A group is
 * what the database counted: orders of one product, symbol, direction and result, inside or outside the period.
 */
import type { Direction, Statistics } from '@tessera/shared/contract';
import { add, amount, divide, rate, toText, zero, type Amount } from '@tessera/shared/money';

export type TradedProduct = 'seconds' | 'leverage' | 'spot';
/** A spot order has no outcome: it is bought or sold. */
export type CountedResult = 'profit' | 'loss' | 'returned' | 'traded';

export interface CountedGroup {
  readonly product: TradedProduct;
  readonly symbol: string;
  /** A purchase is long, a sale is short. */
  readonly direction: Direction;
  readonly result: CountedResult;
  readonly isInPeriod: boolean;
  readonly isYesterday: boolean;
  readonly orders: number;
  readonly profit: Amount;
  readonly volume: Amount;
}

type SettledFigures = Pick<
  Statistics,
  'totalOrders' | 'profitOrders' | 'lossOrders' | 'returnedOrders' | 'accuracy' | 'netProfit'
>;
export type Figures = Omit<Statistics, 'mode' | 'asset' | 'asOfMs' | 'fromMs' | 'maxDrawdown' | 'followers' | 'yesterday'> & {
  readonly yesterday: SettledFigures;
};

/** Of rates and averages; enough for any asset that is counted in. */
const scale = 6;

export function figuresOf(groups: readonly CountedGroup[]): Figures {
  const counted = groups.filter((group) => group.isInPeriod);
  const settled = counted.filter(isSettled);
  const wins = ordersBy((group) => group.result === 'profit');
  const longs = settled.filter((group) => group.direction === 'long');
  const shorts = settled.filter((group) => group.direction === 'short');
  const ofProduct = (product: TradedProduct) => counted.filter((group) => group.product === product);
  const spot = ofProduct('spot');
  return {
    ...settledFigures(settled),
    volume: toText(sumOf(counted, 'volume')),
    averageProfit: averageOf(settled.filter((group) => group.result === 'profit')),
    averageLoss: averageOf(settled.filter((group) => group.result === 'loss')),
    longOrders: ordersOf(longs),
    longWins: wins(longs),
    shortOrders: ordersOf(shorts),
    shortWins: wins(shorts),
    buyCount: ordersBy(isBuy)(counted),
    sellCount: ordersBy((group) => !isBuy(group))(counted),
    orderProportion: proportionOf(counted),
    products: {
      seconds: productFigures(ofProduct('seconds')),
      leverage: productFigures(ofProduct('leverage')),
      spot: {
        bought: ordersBy(isBuy)(spot),
        sold: ordersBy((group) => !isBuy(group))(spot),
        volume: toText(sumOf(spot, 'volume')),
      },
    },
    yesterday: settledFigures(groups.filter((group) => group.isYesterday && isSettled(group))),
  };
}

const isSettled = (group: CountedGroup): boolean => group.product !== 'spot';
const isBuy = (group: CountedGroup): boolean => group.direction === 'long';
const ordersOf = (groups: readonly CountedGroup[]): number => groups.reduce((sum, group) => sum + group.orders, 0);
const ordersBy =
  (isMeant: (group: CountedGroup) => boolean) =>
  (groups: readonly CountedGroup[]): number =>
    ordersOf(groups.filter(isMeant));
const sumOf = (groups: readonly CountedGroup[], figure: 'profit' | 'volume'): Amount =>
  groups.reduce((sum, group) => add(sum, group[figure]), zero);

function settledFigures(groups: readonly CountedGroup[]): SettledFigures {
  const orders = (result: CountedResult): number => ordersBy((group) => group.result === result)(groups);
  const [profitOrders, lossOrders] = [orders('profit'), orders('loss')];
  const totalOrders = ordersOf(groups);
  return {
    totalOrders,
    profitOrders,
    lossOrders,
    returnedOrders: orders('returned'),
    accuracy: profitOrders + lossOrders === 0 ? null : ratio(profitOrders, profitOrders + lossOrders),
    netProfit: totalOrders === 0 ? null : toText(sumOf(groups, 'profit')),
  };
}

const productFigures = (groups: readonly CountedGroup[]) => ({
  ...settledFigures(groups),
  volume: toText(sumOf(groups, 'volume')),
});

function averageOf(groups: readonly CountedGroup[]): string | null {
  const orders = ordersOf(groups);
  return orders === 0 ? null : toText(divide(sumOf(groups, 'profit'), amount(String(orders)), scale, 'halfEven'));
}

const ratio = (part: number, whole: number): string => toText(divide(rate(String(part)), rate(String(whole)), scale, 'halfEven'));

/** Orders of each symbol among all that were counted, most first, equals in the order of their names. */
function proportionOf(groups: readonly CountedGroup[]): Figures['orderProportion'] {
  const bySymbol = new Map<string, number>();
  for (const { symbol, orders } of groups) bySymbol.set(symbol, (bySymbol.get(symbol) ?? 0) + orders);
  const total = ordersOf(groups);
  return [...bySymbol]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .map(([symbol, orders]) => ({ symbol, orders, share: ratio(orders, total) }));
}
