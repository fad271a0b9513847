/** Is it a tick of the symbol that converts an order's quote currency? Nobody may choose another one afterwards. */
import type { Tick } from '../contract/market';
import type { Receipt } from '../contract/receipt';
import { divisorSymbolOf } from './divisorSymbol';

/** By the receipt where there is one, else by the quote currency that the symbol's name ends with. null: no conversion. */
export function isDivisorOf(
  { symbol, receipt }: { readonly symbol: string; readonly receipt?: Receipt | undefined },
  tick: Pick<Tick, 'symbol'> | null,
): boolean {
  const signed = receipt?.terms['divisorSymbol'];
  const expected = signed === undefined ? (divisorSymbolOf({ quote: symbol.split('-').at(-1) ?? '' }) ?? null) : signed;
  return (tick?.symbol ?? null) === expected;
}
