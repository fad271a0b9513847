/**
 * The total in another currency, by the exchange's own quotes: a coin by its price in USDT, a currency by its price in US dollars, of which
 * one is counted as one USDT, as everywhere here.
 */
import type { SymbolInfo } from '@tessera/shared/contract';
import { amount, divide, multiply, price, toText } from '@tessera/shared/money';

export interface Currency {
  readonly code: string;
  readonly symbol: string;
  /** Is the price in units of the currency? Otherwise it is that of one unit. */
  readonly isInverse: boolean;
  readonly isDollarRate: boolean;
}

const calculatedScale = 10;

/** Everything that the exchange quotes against USDT or US dollars, currencies first. */
export function currenciesOf(symbols: readonly SymbolInfo[]): readonly Currency[] {
  const found = symbols.flatMap(({ symbol, base, quote, assetClass }): Currency[] => {
    if (assetClass === 'crypto' && quote === 'USDT') return [{ code: base, symbol, isInverse: false, isDollarRate: false }];
    if (assetClass !== 'forex') return [];
    if (quote === 'USD') return [{ code: base, symbol, isInverse: false, isDollarRate: true }];
    return base === 'USD' ? [{ code: quote, symbol, isInverse: true, isDollarRate: true }] : [];
  });
  return found.sort((a, b) => Number(b.isDollarRate) - Number(a.isDollarRate) || (a.code < b.code ? -1 : 1));
}

export function inCurrency(total: string, { isInverse }: Currency, quoted: string): string {
  const [sum, rate] = [amount(total), price(quoted)];
  return toText(isInverse ? multiply(sum, rate, calculatedScale, 'down') : divide(sum, rate, calculatedScale, 'down'));
}
