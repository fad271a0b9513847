import { AppError } from '@tessera/shared/errors';
import type { Catalog } from './Catalog';
import type { ClassFilter } from './classFilter';

/** A symbol that a call does not trade has no list, not an empty one. None is any. Throws ORDER_SYMBOL_NOT_FOUND. */
export function requireSymbolOfClass(
  catalog: Pick<Catalog, 'symbol'>,
  symbolId: string | undefined,
  isOfClass: ClassFilter,
): void {
  if (symbolId === undefined) return;
  const symbol = catalog.symbol(symbolId);
  if (symbol === undefined || !isOfClass(symbol.assetClass)) throw new AppError('ORDER_SYMBOL_NOT_FOUND');
}
