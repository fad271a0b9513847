/**
 * The contract account by the quotes of this moment, with the functions by which the server judges it. Free and held money
 * are what the server last said; only what the positions are worth is computed here.
 */
import type { ContractSummary, LeverageOrder, Quote, SymbolInfo } from '@tessera/shared/contract';
import { add, amount, price, subtract, toText, zero, type Exact } from '@tessera/shared/money';
import {
  accountFigures,
  divisorSymbolOf,
  floatingProfitOf,
  noDivisor,
  openPositionOf,
  requiredMarginOf,
  type ValuedPosition,
} from '@tessera/shared/trading';

export interface Market {
  readonly infoOf: (symbol: string) => SymbolInfo | undefined;
  /** Only a price that is not old. */
  readonly quoteOf: (symbol: string) => Quote | undefined;
  /** Decimals of the account's asset. */
  readonly scale: number;
  readonly nowMs: number;
}

export type LiveFigures = Pick<ContractSummary, 'floatingProfit' | 'marginLevel'> & {
  /** null: a position has no price to value it by. */
  readonly netEquity: string | null;
  readonly availableMargin: string | null;
};

export function liveSummary(summary: ContractSummary, positions: readonly LeverageOrder[], market: Market): LiveFigures {
  if (positions.length === 0) return { ...summary, floatingProfit: null, marginLevel: null };
  const valued = positions.flatMap((order) => valuedPosition(order, market) ?? []);
  const held = add(amount(summary.usedMargin), amount(summary.frozen));
  const reserved = subtract(
    held,
    valued.reduce((sum, { margin }) => add(sum, margin), zero),
  );
  const figures = accountFigures({ free: subtract(amount(summary.balance), held), positions: valued, reserved });
  const text = (figure: Exact | undefined): string | null => (figure === undefined ? null : toText(figure));
  return {
    floatingProfit: text(figures.floatingProfit),
    netEquity: text(figures.equity),
    availableMargin: text(figures.available),
    marginLevel: text(figures.marginLevel),
  };
}

function valuedPosition(order: LeverageOrder, { infoOf, quoteOf, scale, nowMs }: Market): ValuedPosition | undefined {
  const position = openPositionOf(order);
  if (position === undefined) return undefined;
  const info = infoOf(order.symbol);
  const divisorSymbol = info && divisorSymbolOf(info);
  const divisor = info === undefined ? undefined : divisorSymbol === undefined ? noDivisor : priceOf(quoteOf(divisorSymbol));
  const latest = priceOf(quoteOf(order.symbol));
  const isKnown = divisor !== undefined && latest !== undefined;
  const { leverage, closingMargin } = order;
  const required = requiredMarginOf({ margin: position.margin, leverage, closingMargin }, nowMs);
  return { ...position, required, floatingProfit: isKnown ? floatingProfitOf(position, latest, { divisor, scale }) : undefined };
}

const priceOf = (quote: Quote | undefined) => (quote === undefined ? undefined : price(quote.price));

/** Every symbol whose price is needed to value the positions. */
export function symbolsToWatch(positions: readonly LeverageOrder[], infoOf: Market['infoOf']): readonly string[] {
  const needed = positions.flatMap(({ symbol }) => {
    const info = infoOf(symbol);
    return [symbol, ...(info === undefined ? [] : [divisorSymbolOf(info) ?? []].flat())];
  });
  return [...new Set(needed)].sort();
}
