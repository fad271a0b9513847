/**
 * What open positions are worth at given prices, and what that makes of a contract account. The server values an account
 * for its stop-out with these functions, the screens show the same figures from live quotes.
 */
import type { LeverageOrder, MarginMode } from '../contract/leverage';
import type { Direction } from '../contract/wire';
import { add, amount, isNegative, price, zero, type Amount, type Price, type Rate } from '../money';
import { marginLevelOf } from './margin';
import { profitOf, type Size, type Valuation } from './position';
import { closingPrice, type Spread } from './sides';

/** `lots` are those that are open now. */
export interface OpenPosition extends Size {
  readonly direction: Direction;
  readonly openPrice: Price;
  readonly spread: Spread;
  readonly marginMode: MarginMode;
  readonly margin: Amount;
}

export type OrderOfPosition = Pick<
  LeverageOrder,
  'direction' | 'openLots' | 'contractSize' | 'openPrice' | 'spreadBelow' | 'spreadAbove' | 'marginMode' | 'margin'
>;

export const spreadOf = ({ spreadBelow, spreadAbove }: Pick<OrderOfPosition, 'spreadBelow' | 'spreadAbove'>): Spread => ({
  below: price(spreadBelow),
  above: price(spreadAbove),
});

/** undefined where the order has not opened. */
export function openPositionOf(order: OrderOfPosition): OpenPosition | undefined {
  if (order.openPrice === null) return undefined;
  return {
    direction: order.direction,
    lots: amount(order.openLots),
    contractSize: amount(order.contractSize),
    openPrice: price(order.openPrice),
    spread: spreadOf(order),
    marginMode: order.marginMode,
    margin: amount(order.margin),
  };
}

/** What closing at this tick would earn, before the fee. */
export const floatingProfitOf = (
  position: Omit<OpenPosition, 'margin' | 'marginMode'>,
  tickPrice: Price,
  valuation: Valuation,
): Amount =>
  profitOf(
    position.direction,
    position,
    position.openPrice,
    closingPrice(position.direction, tickPrice, position.spread),
    valuation,
  );

export interface ValuedPosition extends Pick<OpenPosition, 'marginMode' | 'margin'> {
  /** undefined: there is no price to value it by. */
  readonly floatingProfit: Amount | undefined;
  /** What the margin counts as (requiredMarginOf), where it is raised. */
  readonly required?: Amount | undefined;
}

export interface AccountToValue {
  /** The free part of the contract account. */
  readonly free: Amount;
  readonly positions: readonly ValuedPosition[];
  /** Held for orders that have not opened: part of the balance, behind no position. */
  readonly reserved?: Amount | undefined;
}

/** A figure that a position without a price enters is undefined: a total with a hole is a guess. */
export interface AccountFigures {
  readonly usedMargin: Amount;
  /** free + used margin. */
  readonly balance: Amount;
  readonly floatingProfit: Amount | undefined;
  /** balance + floating profit. */
  readonly equity: Amount | undefined;
  /** free + the floating loss of the cross positions together; their gain is not available before they close. */
  readonly available: Amount | undefined;
  readonly crossMargin: Amount;
  /** The same with what is raised before a closing. */
  readonly crossRequired: Amount;
  readonly crossFloatingProfit: Amount | undefined;
  /** free + cross margin + cross floating profit: what stands behind the cross positions. */
  readonly crossEquity: Amount | undefined;
  /** crossEquity ÷ crossRequired: 1 is 100 %. undefined also where there is no cross position. */
  readonly marginLevel: Rate | undefined;
}

export function accountFigures({ free, positions, reserved = zero }: AccountToValue): AccountFigures {
  const cross = positions.filter(({ marginMode }) => marginMode === 'cross');
  const crossMargin = marginSum(cross);
  const crossRequired = cross.reduce((sum, { margin, required = margin }) => add(sum, required), zero);
  const usedMargin = add(marginSum(positions), reserved);
  const balance = add(free, usedMargin);
  const floatingProfit = floatingSum(positions);
  const crossFloatingProfit = floatingSum(cross);
  const crossEquity = crossFloatingProfit && add(add(free, crossMargin), crossFloatingProfit);
  return {
    usedMargin,
    balance,
    floatingProfit,
    equity: floatingProfit && add(balance, floatingProfit),
    available: crossFloatingProfit && (isNegative(crossFloatingProfit) ? add(free, crossFloatingProfit) : free),
    crossMargin,
    crossRequired,
    crossFloatingProfit,
    crossEquity,
    marginLevel: crossEquity && marginLevelOf(crossEquity, crossRequired),
  };
}

const marginSum = (positions: readonly ValuedPosition[]): Amount => positions.reduce((sum, { margin }) => add(sum, margin), zero);
const floatingSum = (positions: readonly ValuedPosition[]): Amount | undefined =>
  positions.reduce<Amount | undefined>((sum, { floatingProfit }) => sum && floatingProfit && add(sum, floatingProfit), zero);
