/**
 * Prices at an instant that has passed: of each symbol the last tick before it. It counts while its market was open for less than a
 * minute since, and only if it was live: what was filled in afterwards, for a time in which no feed ran, is nobody's price.
 */
import { price, type Price } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog, SymbolTerms } from '../catalog/Catalog';
import { openSpans } from '../catalog/marketCalendar';
import type { Db, Tx } from '../store/database';

const longestSilenceMs = 60_000;

export type PricesAt = ReadonlyMap<string, Price>;

export async function pricesAt(db: Db | Tx, catalog: Pick<Catalog, 'symbols'>, atMs: number): Promise<PricesAt> {
  const symbols = catalog.symbols();
  const { rows } = await sql<{ symbol: string; tickMs: number; price: string; isLive: boolean }>`
    select asked.symbol, t.at_ms as tick_ms, t.price, t.is_live from unnest(${symbols.map(({ id }) => id)}::text[]) asked (symbol)
    cross join lateral (
      select at_ms, price, is_live from tick where symbol_id = asked.symbol and at_ms < ${atMs}::bigint order by at_ms desc limit 1
    ) t`.execute(db);
  const found = new Map(rows.map((row) => [row.symbol, row]));
  return new Map(
    symbols.flatMap((symbol) => {
      const row = found.get(symbol.id);
      return row?.isLive === true && openMs(symbol, row.tickMs, atMs) <= longestSilenceMs ? [[symbol.id, price(row.price)]] : [];
    }),
  );
}

const openMs = ({ calendar }: SymbolTerms, fromMs: number, toMs: number): number =>
  openSpans(calendar, fromMs, toMs).reduce((sum, [start, end]) => sum + end - start, 0);
