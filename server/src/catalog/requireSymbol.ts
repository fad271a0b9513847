import { AppError } from '@tessera/shared/errors';
import type { Catalog, SymbolTerms } from './Catalog';
import { isAnyClass, type ClassFilter } from './classFilter';

/** Throws ORDER_SYMBOL_NOT_FOUND for a symbol that there is not, and for one that the call does not trade. */
export function requireSymbol(
  catalog: Pick<Catalog, 'symbol'>,
  symbolId: string,
  isOfClass: ClassFilter = isAnyClass,
): SymbolTerms {
  const symbol = catalog.symbol(symbolId);
  if (symbol === undefined || !isOfClass(symbol.assetClass)) throw new AppError('ORDER_SYMBOL_NOT_FOUND');
  return symbol;
}
