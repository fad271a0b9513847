/** What was turned over in a market, in dollars: only so can a market in yen be compared with one in euros. */
import type { SymbolInfo } from '@tessera/shared/contract';
import { divide, isZero, multiply, parseAmount, parsePrice, toText, type Amount } from '@tessera/shared/money';
import type { Quotes } from './ranking';

/** A stablecoin counts as the dollar that it stands for: this ranks markets and pays nobody. */
const dollars: readonly string[] = ['USD', 'USDT'];
const scale = 2;

/** undefined: not known, also where nothing says what its currency is worth. */
export function turnoverOf({ symbol, quote: currency }: SymbolInfo, quotes: Quotes): Amount | undefined {
  const turnover = quotes.get(symbol)?.turnover;
  const own = turnover == null ? undefined : parseAmount(turnover);
  if (own === undefined || dollars.includes(currency)) return own;
  const perDollar = priceOf(`USD-${currency}`, quotes);
  if (perDollar !== undefined) return parseAmount(toText(divide(own, perDollar, scale, 'halfEven')));
  const inDollars = priceOf(`${currency}-USD`, quotes);
  return inDollars === undefined ? undefined : multiply(own, inDollars, scale, 'halfEven');
}

/** For a row of a list. */
export function turnoverText(info: SymbolInfo, quotes: Quotes): string | undefined {
  const turnover = turnoverOf(info, quotes);
  return turnover === undefined ? undefined : toText(turnover);
}

function priceOf(symbol: string, quotes: Quotes) {
  const text = quotes.get(symbol)?.price;
  const price = text === undefined ? undefined : parsePrice(text);
  return price === undefined || isZero(price) ? undefined : price;
}
