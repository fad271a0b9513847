/** What acceptance has to know about a symbol, read in one statement beside the catalogue in memory. */
import { invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { Db, Tx } from '../../store/database';
import type { SymbolNow } from './acceptance';

export interface SymbolQuestion {
  readonly symbol: string;
  readonly seconds: number;
  readonly nowMs: number;
}

/** In the order of the questions. */
export async function readSymbolsNow(db: Db | Tx, catalog: Catalog, questions: readonly SymbolQuestion[]): Promise<SymbolNow[]> {
  const { rows } = await sql<{ place: number; seq: number; atMs: number; price: string; isLive: boolean; isInIncident: boolean }>`
    select asked.place, head.seq, head.at_ms, head.price, head.is_live,
      exists (select from incident where symbol = head.symbol_id and from_ms <= asked.to_ms and to_ms >= asked.from_ms) as is_in_incident
    from unnest(
      ${questions.map(({ symbol }) => symbol)}::text[], ${questions.map(({ nowMs }) => nowMs)}::bigint[],
      ${questions.map(({ nowMs, seconds }) => nowMs + seconds * 1000)}::bigint[]
    ) with ordinality asked (symbol_id, from_ms, to_ms, place) join tick_head head using (symbol_id)`.execute(db);
  const heads = new Map(rows.map((row) => [row.place - 1, row]));
  return questions.map(({ symbol, nowMs }, place) => {
    const head = heads.get(place);
    return {
      symbol: catalog.symbol(symbol),
      market: catalog.marketStatus(symbol, nowMs),
      terms: catalog.secondsTerms(symbol),
      latest: head,
      isInIncident: head?.isInIncident ?? false,
    };
  });
}

export async function readSymbolNow(db: Db | Tx, catalog: Catalog, question: SymbolQuestion): Promise<SymbolNow> {
  const [now] = await readSymbolsNow(db, catalog, [question]);
  invariant(now !== undefined, 'one question, one answer');
  return now;
}
