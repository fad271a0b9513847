import { sql } from 'kysely';
import type { Db } from '../store/database';

/** The newest tick of a symbol's log. */
export interface LastPrice {
  readonly atMs: number;
  readonly price: string;
}

/** By symbol. */
export async function readLastPrices(db: Db): Promise<Map<string, LastPrice>> {
  const { rows } = await sql<LastPrice & { symbolId: string }>`
    select symbol_id, at_ms, trim_scale(price)::text as price from tick_head`.execute(db);
  return new Map(rows.map(({ symbolId, atMs, price }) => [symbolId, { atMs, price }]));
}
