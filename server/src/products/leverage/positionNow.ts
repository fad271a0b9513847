/** What the acceptance of a position has to know: its symbol, its terms and the symbol of its conversion, in one statement. */
import { invariant } from '@tessera/shared/errors';
import { price } from '@tessera/shared/money';
import type { Catalog } from '../../catalog/Catalog';
import { readSymbolsNow } from '../../execution/symbolNow';
import { spreadOf } from '../../feed/spread';
import type { Db, Tx } from '../../store/database';
import type { PositionNow } from './acceptance';

export async function readPositionNow(db: Db | Tx, catalog: Catalog, symbolId: string, nowMs: number): Promise<PositionNow> {
  const terms = catalog.leverageTerms(symbolId);
  const symbols = terms?.divisorSymbol === undefined ? [symbolId] : [symbolId, terms.divisorSymbol];
  const [symbol, divisor] = await readSymbolsNow(
    db,
    catalog,
    symbols.map((id) => ({ symbol: id, nowMs })),
  );
  invariant(symbol !== undefined, 'one question, one answer');
  const spread = symbol.symbol === undefined ? { below: price('0'), above: price('0') } : spreadOf(symbol.symbol);
  return { symbol, terms, spread, divisor };
}

export function fundingScaleOf(catalog: Catalog, asset: string): number {
  const found = catalog.assets().find((one) => one.asset === asset);
  invariant(found !== undefined, `the book has the asset ${asset}`);
  return found.scale;
}
