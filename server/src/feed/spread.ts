/** Bid and ask for a source that brings one price: the symbol's spread, half on each side in whole steps. */
import { add, price, subtract, type Price } from '@tessera/shared/money';
import { stepsToText } from '@tessera/shared/fairness';
import type { SymbolTerms } from '../catalog/Catalog';

export interface Spread {
  readonly below: Price;
  readonly above: Price;
}

export function spreadOf(symbol: SymbolTerms): Spread {
  const below = Math.floor(symbol.spreadSteps / 2);
  return {
    below: price(stepsToText(below, symbol.digits)),
    above: price(stepsToText(symbol.spreadSteps - below, symbol.digits)),
  };
}

export const bidAsk = (value: Price, spread: Spread): { bid: Price; ask: Price } => {
  const bid = subtract(value, spread.below);
  // A price as small as its own spread has no room below; the bid is then the price itself.
  return { bid: bid.gt('0') ? bid : value, ask: add(value, spread.above) };
};
