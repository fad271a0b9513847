/** What acceptance has to know about a symbol, read in one statement beside the catalogue in memory. */
import { sql } from 'kysely';
import type { Catalog } from '../catalog/Catalog';
import type { Db, Tx } from '../store/database';
import type { SymbolNow } from './acceptance';

export async function readSymbolNow(db: Db | Tx, catalog: Catalog, symbolId: string, seconds: number, nowMs: number): Promise<SymbolNow> {
  const { rows } = await sql<{ seq: number; atMs: number; price: string; isLive: boolean; isInIncident: boolean }>`
    select seq, at_ms, price, is_live,
      exists (select from incident where symbol = symbol_id and from_ms <= ${nowMs + seconds * 1000}::bigint and to_ms >= ${nowMs}::bigint) as is_in_incident
    from tick_head where symbol_id = ${symbolId}`.execute(db);
  const head = rows[0];
  return {
    symbol: catalog.symbol(symbolId),
    market: catalog.marketStatus(symbolId, nowMs),
    terms: catalog.secondsTerms(symbolId),
    latest: head,
    isInIncident: head?.isInIncident ?? false,
  };
}
