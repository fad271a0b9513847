/**
 * Which file of a folder holds a symbol, in order of preference. Minute bars come first; a crypto pair against USDT may
 * be replayed from the pair against USD when nothing nearer is there, since the dollar coin stands for the dollar.
 */
import type { SymbolTerms } from '../../catalog/Catalog';

export function quoteFileNames(symbol: Pick<SymbolTerms, 'base' | 'quote'>): readonly string[] {
  const own = `${symbol.base}${symbol.quote}`;
  const near = symbol.quote === 'USDT' ? [`${symbol.base}USD`] : [];
  return [
    `${own}-1m.csv`,
    `15m/${own}.csv`,
    `${own}.csv`,
    `ticks/${own}.csv`,
    `trades/${own}.csv`,
    ...near.flatMap((pair) => [`${pair}-1m.csv`, `${pair}.csv`, `ticks/${pair}.csv`, `trades/${pair}.csv`]),
  ];
}
