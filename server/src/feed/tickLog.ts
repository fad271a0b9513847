/** The tick log's statements: heads, appending, reading and forgetting. */
import { genesisHash, tickHashBytes, type TickKind } from '@tessera/shared/fairness';
import type { Tick } from '@tessera/shared/contract';
import { toText } from '@tessera/shared/money';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { Db } from '../store/database';
import { nativeSha256 } from './nativeSha256';
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
  readonly kind: TickKind;
  readonly hash: Uint8Array;
}

/** The next tick of a symbol's chain, hashed. */
export function chainTick(head: TickHead, tick: FeedTick, kind: TickKind): ChainedFeedTick {
  const seq = head.seq + 1;
  const { symbol, atMs, sourceAtMs, receivedAtMs } = tick;
  const volume = tick.volume === undefined ? null : toText(tick.volume);
  const [price, bid, ask] = [toText(tick.price), toText(tick.bid), toText(tick.ask)];
  const hashed = { symbol, seq, atMs, sourceAtMs, receivedAtMs, price, bid, ask, volume, kind };
  return { ...tick, seq, kind, hash: tickHashBytes(head.hash, hashed, nativeSha256) };
}

export async function readHeads(db: Db): Promise<Map<string, TickHead>> {
  const rows = await db.selectFrom('tickHead').select(['symbolId', 'seq', 'atMs', 'hash']).execute();
  return new Map(rows.map(({ symbolId, seq, atMs, hash }) => [symbolId, { seq, atMs, hash: Uint8Array.from(hash) }]));
}

/** Up to when the clock has decided each silent symbol. */
export async function readWatermarks(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ symbolId: string; atMs: number }>`select symbol_id, at_ms from tick_watermark`.execute(db);
  return new Map(rows.map(({ symbolId, atMs }) => [symbolId, atMs]));
}

/** SQLSTATE of an insert whose epoch is over. */
export const fencedOut = 'T0001';
/** SQLSTATE of a live tick for a time that the clock has decided. */
export const isLate = 'T0023';

/**
 * One statement, one commit. Throws with SQLSTATE T0001 when the epoch is over, T0002 when the ticks do not follow, T0023 when a
 * live one is late, T0024 when a hash is of something else.
 */
export async function insertTicks(db: QueryExecutorProvider, ticks: readonly ChainedFeedTick[], epoch: number): Promise<void> {
  await sql`
    insert into tick (symbol_id, seq, at_ms, price, bid, ask, volume, hash, epoch, is_live, format, source_at_ms, received_at_ms, kind)
    select symbol_id, seq, at_ms, price, bid, ask, volume, decode(hash, 'hex'), ${epoch}::bigint, kind = 'live', 2, source_at_ms, received_at_ms, kind
    from unnest(
      ${ticks.map((tick) => tick.symbol)}::text[], ${ticks.map((tick) => tick.seq)}::bigint[], ${ticks.map((tick) => tick.atMs)}::bigint[],
      ${ticks.map((tick) => toText(tick.price))}::numeric[], ${ticks.map((tick) => toText(tick.bid))}::numeric[],
      ${ticks.map((tick) => toText(tick.ask))}::numeric[],
      ${ticks.map((tick) => (tick.volume === undefined ? null : toText(tick.volume)))}::numeric[],
      ${ticks.map((tick) => Buffer.from(tick.hash).toString('hex'))}::text[],
      ${ticks.map((tick) => tick.sourceAtMs)}::bigint[], ${ticks.map((tick) => tick.receivedAtMs)}::bigint[],
      ${ticks.map((tick) => tick.kind)}::text[]
    ) given (symbol_id, seq, at_ms, price, bid, ask, volume, hash, source_at_ms, received_at_ms, kind)`.execute(db);
}

/** A tick's row as it is shown: figures in the wire's form. */
export interface ShownTickRow {
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
  readonly hash: string;
  readonly isLive: boolean;
  readonly format: number;
  readonly sourceAtMs: number;
  readonly receivedAtMs: number;
  readonly bid: string;
  readonly ask: string;
  readonly volume: string | null;
  readonly kind: TickKind;
}

export const shownTickColumns = sql`seq, at_ms, trim_scale(price)::text as price, encode(hash, 'hex') as hash, is_live, format,
  source_at_ms, received_at_ms, trim_scale(bid)::text as bid, trim_scale(ask)::text as ask, trim_scale(volume)::text as volume, kind`;

export function toShownTick(symbol: string, row: ShownTickRow, previousHash: string): Tick {
  const { seq, atMs, price, hash, sourceAtMs, receivedAtMs, bid, ask, volume, kind } = row;
  return {
    symbol,
    seq,
    atMs,
    price,
    hash,
    previousHash,
    ...(row.isLive ? {} : { isFilled: true }),
    ...(row.format === 1 ? {} : { format2: { sourceAtMs, receivedAtMs, bid, ask, volume, kind } }),
  };
}

/** Ticks of one symbol as a proof shows them, each with the hash before it. */
export async function readTicks(db: QueryExecutorProvider, symbol: string, fromSeq: number, toSeq: number): Promise<Tick[]> {
  const { rows } = await sql<ShownTickRow>`
    select ${shownTickColumns} from tick
    where symbol_id = ${symbol} and seq between ${fromSeq - 1}::bigint and ${toSeq}::bigint order by seq`.execute(db);
  return rows.flatMap((row, index) => {
    const previousHash = row.seq === 1 ? genesisHash : rows[index - 1]?.hash;
    return row.seq < fromSeq || previousHash === undefined ? [] : [toShownTick(symbol, row, previousHash)];
  });
}

/**
 * Judges the next `most` ticks of each symbol that are older than `beforeMs` (and a day): deletes what nothing refers to and
 * what does not end a chain. Each symbol is a transaction of its own and is gone on with from where it stopped. With
 * `writtenUntil`, by symbol: only ticks that are older than this as well; none of a symbol that it does not name.
 */
export async function deleteOldTicks(
  db: Db,
  beforeMs: number,
  most: number,
  writtenUntil?: ReadonlyMap<string, number>,
): Promise<{ readonly deleted: number; readonly isDone: boolean }> {
  let [deleted, isDone] = [0, true];
  for (const { symbolId } of await db.selectFrom('tickHead').select('symbolId').execute()) {
    const untilMs = writtenUntil === undefined ? beforeMs : Math.min(beforeMs, writtenUntil.get(symbolId) ?? 0);
    const { rows } = await sql<{ deleted: number; isDone: boolean }>`
      select * from forget_ticks(${symbolId}, ${untilMs}::bigint, ${most}::int)`.execute(db);
    deleted += rows[0]?.deleted ?? 0;
    isDone &&= rows[0]?.isDone ?? true;
  }
  return { deleted, isDone };
}
