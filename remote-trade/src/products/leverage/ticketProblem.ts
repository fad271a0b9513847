/**
 * Why an order cannot be placed yet: one ordered list over plain values. The first problem is the buttons' text. The server
 * judges by the same rules again; these only save a round trip.
 */
import type { Entrustment, ShownMarketState } from '@tessera/shared/contract';
import { compare, toText, type Amount, type Price } from '@tessera/shared/money';
import { priceProblem, quantityProblem, type FigureProblem, type QuantityRules } from '@tessera/shared/trading';

export interface TicketInputs {
  readonly marketState: ShownMarketState;
  readonly isOffline: boolean;
  /** The symbol's price and, where there is one, its conversion's are live. */
  readonly isPriceLive: boolean;
  readonly entrustment: Entrustment;
  readonly leverage: number;
  /** Before the market closes for long; undefined at all other times. */
  readonly leverageMax: number | undefined;
  /** Exact, or undefined while what was typed is no figure. */
  readonly lots: Amount | undefined;
  readonly lotRules: QuantityRules;
  /** What the order is worth; undefined while it cannot be computed. */
  readonly notional: Amount | undefined;
  readonly minNotional: Amount;
  readonly asset: string;
  /** Pending and open positions, and how many a person may have. */
  readonly positions: number;
  readonly maxPositions: number;
  /** What the order is worth at the dearest price it may open at; undefined while it cannot be computed. */
  readonly heldNotional: Amount | undefined;
  /** Of the symbol at the chosen leverage: what may be at stake, and what of it is left. */
  readonly exposure: { readonly max: Amount; readonly left: Amount };
  readonly limitPrice: Price | undefined;
  readonly tickSize: Price;
  /** Margin and opening fee; undefined while they cannot be computed. */
  readonly cost: Amount | undefined;
  /** undefined while it is not known: then the server decides. */
  readonly available: Amount | undefined;
}

export type TicketProblem =
  | { readonly code: 'offline' | 'marketHalted' | 'marketClosed' | 'marketClosing' | 'stale' | 'lots' | 'limitPrice' }
  | { readonly code: 'figure'; readonly field: 'lots' | 'limitPrice'; readonly problem: FigureProblem }
  | { readonly code: 'insufficient'; readonly amount: Amount };

export function ticketProblem({
  marketState,
  isOffline,
  isPriceLive,
  entrustment,
  leverage,
  leverageMax,
  lots,
  lotRules,
  notional,
  minNotional,
  asset,
  positions,
  maxPositions,
  heldNotional,
  exposure,
  limitPrice,
  tickSize,
  cost,
  available,
}: TicketInputs): TicketProblem | undefined {
  if (isOffline) return { code: 'offline' };
  if (marketState === 'halted') return { code: 'marketHalted' };
  if (marketState === 'closed') return { code: 'marketClosed' };
  if (marketState === 'closing') return { code: 'marketClosing' };
  if (!isPriceLive) return { code: 'stale' };
  if (leverageMax !== undefined && leverage > leverageMax)
    return figure('ORDER_LEVERAGE_BEFORE_CLOSING', { max: String(leverageMax) });
  if (entrustment === 'limit') {
    if (limitPrice === undefined) return { code: 'limitPrice' };
    const problem = priceProblem(limitPrice, { step: tickSize });
    if (problem !== undefined) return { code: 'figure', field: 'limitPrice', problem };
  }
  if (lots === undefined) return { code: 'lots' };
  const problem = quantityProblem(lots, lotRules);
  if (problem !== undefined) return { code: 'figure', field: 'lots', problem };
  if (notional !== undefined && compare(notional, minNotional) < 0)
    return figure('ORDER_TOTAL_BELOW_MIN', { min: toText(minNotional), asset });
  if (positions >= maxPositions) return figure('ORDER_TOO_MANY_POSITIONS', { max: String(maxPositions) });
  if (heldNotional !== undefined && compare(heldNotional, exposure.left) > 0)
    return figure('ORDER_EXPOSURE_LIMIT', { left: toText(exposure.left), max: toText(exposure.max), asset });
  if (cost !== undefined && available !== undefined && compare(cost, available) > 0)
    return { code: 'insufficient', amount: available };
  return undefined;
}

const figure = (code: FigureProblem['code'], params: FigureProblem['params']): TicketProblem => ({
  code: 'figure',
  field: 'lots',
  problem: { code, ...(params === undefined ? {} : { params }) },
});
