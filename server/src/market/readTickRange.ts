/** Pages of the public tick log. */
import { sql } from 'kysely';
import type { EndpointResponse } from '@tessera/shared/contract';
import { readTicks } from '../feed/tickLog';
import type { Db } from '../store/database';

interface AskedRange {
  readonly symbol: string;
  readonly fromSeq?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly limit: number;
}

/** Without a gap, from the first tick at or after what was asked that is still there, up to the newest root's head. */
export async function readTickRange(db: Db, asked: AskedRange): Promise<EndpointResponse<'tickRange'>> {
  const { symbol, limit } = asked;
  const headSeq = await lastAnchoredSeq(db, symbol);
  const fromSeq = await firstSeq(db, asked);
  const lastSeq = Math.min(headSeq, fromSeq + limit - 1);
  const found = fromSeq > headSeq ? [] : await readTicks(db, symbol, fromSeq, lastSeq);
  const gapAt = found.findIndex((tick, index) => index > 0 && tick.seq !== (found[index - 1]?.seq ?? 0) + 1);
  const ticks = gapAt < 0 ? found : found.slice(0, gapAt);
  return { symbol, ticks, hasMore: lastSeq < headSeq || gapAt >= 0 };
}

/** What is younger may still be seen in the stream; nobody can hold it against a root yet. 0: no root. */
export async function lastAnchoredSeq(db: Db, symbol: string): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select (heads -> ${symbol} ->> 'seq')::bigint as seq from tick_anchor order by minute_ms desc limit 1`.execute(db);
  return rows[0]?.seq ?? 0;
}

async function firstSeq(db: Db, { symbol, fromSeq, fromMs }: AskedRange): Promise<number> {
  if (fromMs !== undefined) {
    const { rows } = await sql<{ seq: number }>`
      select seq from tick where symbol_id = ${symbol} and at_ms >= ${fromMs}::bigint order by at_ms limit 1`.execute(db);
    return rows[0]?.seq ?? Number.MAX_SAFE_INTEGER;
  }
  // The first one that is there may have lost the tick before it, which its hash is over: then it is the next one's.
  const { rows } = await sql<{ seq: number }>`
    select t.seq from tick t where symbol_id = ${symbol} and seq >= ${Math.max(1, fromSeq ?? 1)}::bigint
      and (seq = 1 or exists (select from tick before where before.symbol_id = t.symbol_id and before.seq = t.seq - 1))
    order by seq limit 1`.execute(db);
  return rows[0]?.seq ?? Number.MAX_SAFE_INTEGER;
}
