/** The tick log's statements: heads, appending, reading and forgetting. */
import { genesisHash } from '@tessera/shared/fairness';
import type { Tick } from '@tessera/shared/contract';
import { toText } from '@tessera/shared/money';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { Db } from '../store/database';
import type { FeedTick } from './PriceFeed';

/** Where a symbol's chain stands. */
export interface TickHead {
  readonly seq: number;
  readonly atMs: number;
  readonly hash: Uint8Array;
}

export const emptyHead: TickHead = { seq: 0, atMs: -1, hash: new Uint8Array(32) };

export interface ChainedFeedTick extends FeedTick {
  readonly seq: number;
  readonly hash: Uint8Array;
}

export async function readHeads(db: Db): Promise<Map<string, TickHead>> {
  const rows = await db.selectFrom('tickHead').select(['symbolId', 'seq', 'atMs', 'hash']).execute();
  return new Map(rows.map(({ symbolId, seq, atMs, hash }) => [symbolId, { seq, atMs, hash: Uint8Array.from(hash) }]));
}

/** SQLSTATE of an insert whose epoch is over. */
export const fencedOut = 'T0001';

/** One statement, one commit. Throws with SQLSTATE T0001 when the epoch is over, T0002 when the ticks do not follow. */
export async function insertTicks(
  db: QueryExecutorProvider,
  ticks: readonly ChainedFeedTick[],
  how: { readonly epoch: number; readonly isLive: boolean },
): Promise<void> {
  await sql`
    insert into tick (symbol_id, seq, at_ms, price, bid, ask, volume, hash, epoch, is_live)
    select symbol_id, seq, at_ms, price, bid, ask, volume, decode(hash, 'hex'), ${how.epoch}::bigint, ${how.isLive}::boolean
    from unnest(
      ${ticks.map((tick) => tick.symbol)}::text[], ${ticks.map((tick) => tick.seq)}::bigint[], ${ticks.map((tick) => tick.atMs)}::bigint[],
      ${ticks.map((tick) => toText(tick.price))}::numeric[], ${ticks.map((tick) => toText(tick.bid))}::numeric[],
      ${ticks.map((tick) => toText(tick.ask))}::numeric[],
      ${ticks.map((tick) => (tick.volume === undefined ? null : toText(tick.volume)))}::numeric[],
      ${ticks.map((tick) => Buffer.from(tick.hash).toString('hex'))}::text[]
    ) given (symbol_id, seq, at_ms, price, bid, ask, volume, hash)`.execute(db);
}

/** Ticks of one symbol as a proof shows them, each with the hash before it. */
export async function readTicks(db: QueryExecutorProvider, symbol: string, fromSeq: number, toSeq: number): Promise<Tick[]> {
  const { rows } = await sql<{ seq: number; atMs: number; price: string; hash: string; isFilled: boolean }>`
    select seq, at_ms, trim_scale(price)::text as price, encode(hash, 'hex') as hash, not is_live as is_filled from tick
    where symbol_id = ${symbol} and seq between ${fromSeq - 1}::bigint and ${toSeq}::bigint order by seq`.execute(db);
  return rows.flatMap(({ isFilled, ...row }, index) => {
    const previousHash = row.seq === 1 ? genesisHash : rows[index - 1]?.hash;
    return row.seq < fromSeq || previousHash === undefined
      ? []
      : [{ symbol, ...row, previousHash, ...(isFilled ? { isFilled } : {}) }];
  });
}

/**
 * Judges the next `most` ticks of each symbol that are older than `beforeMs` (and a day): deletes what nothing refers to and
 * what does not end a chain. Each symbol is a transaction of its own and is gone on with from where it stopped.
 */
export async function deleteOldTicks(
  db: Db,
  beforeMs: number,
  most: number,
): Promise<{ readonly deleted: number; readonly isDone: boolean }> {
  let [deleted, isDone] = [0, true];
  for (const { symbolId } of await db.selectFrom('tickHead').select('symbolId').execute()) {
    const { rows } = await sql<{ deleted: number; isDone: boolean }>`
      select * from forget_ticks(${symbolId}, ${beforeMs}::bigint, ${most}::int)`.execute(db);
    deleted += rows[0]?.deleted ?? 0;
    isDone &&= rows[0]?.isDone ?? true;
  }
  return { deleted, isDone };
}
