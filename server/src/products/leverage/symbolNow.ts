/** What acceptance has to know about a symbol, read in one statement beside the catalogue in memory. */
import { invariant } from '@tessera/shared/errors';
import { price } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { spreadOf } from '../../feed/spread';
import type { Db, Tx } from '../../store/database';
import type { LatestTick, SymbolNow } from './acceptance';

export async function readSymbolNow(db: Db | Tx, catalog: Catalog, symbolId: string, nowMs: number): Promise<SymbolNow> {
  const symbol = catalog.symbol(symbolId);
  const terms = catalog.leverageTerms(symbolId);
  const wanted = [symbolId, ...(terms?.divisorSymbol === undefined ? [] : [terms.divisorSymbol])];
  const { rows } = await sql<LatestTick & { symbolId: string; isInIncident: boolean }>`
    select symbol_id, seq, at_ms, price, is_live,
      exists (select from incident where symbol = symbol_id and from_ms <= ${nowMs}::bigint and to_ms >= ${nowMs}::bigint) as is_in_incident
    from tick_head where symbol_id = any (${wanted}::text[])`.execute(db);
  const headOf = (id: string | undefined): (typeof rows)[number] | undefined => rows.find((row) => row.symbolId === id);
  return {
    symbol,
    terms,
    spread: symbol === undefined ? { below: price('0'), above: price('0') } : spreadOf(symbol),
    market: catalog.marketStatus(symbolId, nowMs),
    latest: headOf(symbolId),
    divisor: terms?.divisorSymbol === undefined ? undefined : headOf(terms.divisorSymbol),
    isInIncident: rows.some((row) => row.isInIncident),
  };
}

export function fundingScaleOf(catalog: Catalog, asset: string): number {
  const found = catalog.assets().find((one) => one.asset === asset);
  invariant(found !== undefined, `the book has the asset ${asset}`);
  return found.scale;
}
