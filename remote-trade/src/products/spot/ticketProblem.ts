/**
 * Why a spot order cannot be placed yet: one ordered list over plain values, in the order in which the server judges. The
 * first problem is the button's text; the server says the same again.
 */
import type { ShownMarketState, SpotTerms } from '@tessera/shared/contract';
import type { ErrorCode } from '@tessera/shared/errors';
import { amount, compare, isPositive, price, rate, toText, type Amount } from '@tessera/shared/money';
import { priceProblem, quantityProblem, type FigureProblem } from '@tessera/shared/trading';
import type { SpotFigures, SpotIntent } from './figures';

export interface TicketInputs {
  readonly marketState: ShownMarketState;
  readonly isPriceLive: boolean;
  readonly isOffline: boolean;
  readonly intent: SpotIntent;
  /** undefined while price and amount do not make an order. */
  readonly figures: SpotFigures | undefined;
  readonly terms: SpotTerms;
  /** Decimals of a price. */
  readonly digits: number;
  /** Of the asset that is spent; undefined while it is not known: then the server decides. */
  readonly available: Amount | undefined;
}

type FigureCode =
  | 'pricePositive'
  | 'priceStep'
  | 'priceBand'
  | 'sellBelow'
  | 'amountPositive'
  | 'quantityMin'
  | 'quantityMax'
  | 'quantityStep'
  | 'totalMin'
  | 'insufficient';
export type TicketProblem =
  | { readonly code: 'offline' | 'marketHalted' | 'marketClosed' | 'marketClosing' | 'stale' | 'price' | 'amount' }
  /** `figures` are wire texts. */
  | { readonly code: FigureCode; readonly field: 'price' | 'amount'; readonly figures: Readonly<Record<string, string>> };

export function ticketProblem(inputs: TicketInputs): TicketProblem | undefined {
  const { marketState, isPriceLive, isOffline, intent } = inputs;
  if (isOffline) return { code: 'offline' };
  if (marketState === 'halted') return { code: 'marketHalted' };
  if (marketState === 'closed') return { code: 'marketClosed' };
  if (marketState === 'closing') return { code: 'marketClosing' };
  if (!isPriceLive) return { code: 'stale' };
  if (intent.entrustment === 'limit' && intent.limit === undefined) return { code: 'price' };
  return limitProblem(inputs) ?? sizeProblem(inputs);
}

function limitProblem({ intent: { side, limit, last }, terms, digits }: TicketInputs): TicketProblem | undefined {
  if (limit === undefined) return undefined;
  const step = price(terms.tickSize);
  const ofItself = asProblem('price', priceProblem(limit, { step }));
  if (ofItself !== undefined || last === undefined) return ofItself;
  if (side === 'sell' && compare(limit, last) < 0) return { code: 'sellBelow', field: 'price', figures: { price: toText(last) } };
  return asProblem('price', priceProblem(limit, { step, band: { latest: last, share: rate(terms.priceBand), digits } }));
}

function sizeProblem({ intent: { typed, unit }, figures, terms, available }: TicketInputs): TicketProblem | undefined {
  if (typed === undefined) return { code: 'amount' };
  if (!isPositive(typed)) return { code: 'amountPositive', field: 'amount', figures: {} };
  if (figures === undefined) return { code: 'stale' };
  const { quantity, total, held } = figures;
  const rules = { min: amount(terms.quantityMin), step: amount(terms.quantityStep), max: amount(terms.quantityMax) };
  const totalMin = amount(terms.totalMin);
  const isWorthLess = compare(total, totalMin) < 0;
  // Anyone who counts in the quote asset is told the least in it.
  if (unit === 'quote' && (isWorthLess || compare(typed, totalMin) < 0))
    return { code: 'totalMin', field: 'amount', figures: { min: terms.totalMin } };
  const ofItself = asProblem('amount', quantityProblem(quantity, rules));
  if (ofItself !== undefined) return ofItself;
  if (isWorthLess) return { code: 'totalMin', field: 'amount', figures: { min: terms.totalMin } };
  return available !== undefined && compare(held, available) > 0
    ? { code: 'insufficient', field: 'amount', figures: { needed: toText(held), available: toText(available) } }
    : undefined;
}

const codes: Partial<Record<ErrorCode, FigureCode>> = {
  ORDER_PRICE_NOT_POSITIVE: 'pricePositive',
  ORDER_PRICE_STEP: 'priceStep',
  ORDER_PRICE_BAND: 'priceBand',
  ORDER_QUANTITY_NOT_POSITIVE: 'amountPositive',
  ORDER_QUANTITY_BELOW_MIN: 'quantityMin',
  ORDER_QUANTITY_ABOVE_MAX: 'quantityMax',
  ORDER_QUANTITY_STEP: 'quantityStep',
};

function asProblem(field: 'price' | 'amount', problem: FigureProblem | undefined): TicketProblem | undefined {
  const code = problem === undefined ? undefined : codes[problem.code];
  return code === undefined ? undefined : { code, field, figures: problem?.params ?? {} };
}
