/** What the acceptance of a spot order has to know about its symbol, beside the catalogue in memory. */
import { sql, type QueryExecutorProvider } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { LatestTick, SymbolNow } from './acceptance';

export async function readSymbolNow(
  db: QueryExecutorProvider,
  catalog: Catalog,
  symbolId: string,
  nowMs: number,
): Promise<SymbolNow> {
  const { rows } = await sql<LatestTick & { isInIncident: boolean }>`
    select seq, at_ms, price, is_live,
      exists (select from incident where symbol = symbol_id and from_ms <= ${nowMs}::bigint and to_ms >= ${nowMs}::bigint) as is_in_incident
    from tick_head where symbol_id = ${symbolId}`.execute(db);
  return {
    symbol: catalog.symbol(symbolId),
    market: catalog.marketStatus(symbolId, nowMs),
    term: catalog.spotTerms(symbolId),
    latest: rows[0],
    isInIncident: rows[0]?.isInIncident ?? false,
  };
}
