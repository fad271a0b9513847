/**
 * Candles of any frame, put together from the three spans that the tick log's trigger maintains. There is no way to write
 * one: what a chart shows is what was recorded. A bucket without a tick has no candle.
 */
import type { Candle, CandleFrame } from '@tessera/shared/contract';
import { assertNever } from '@tessera/shared/errors';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../store/database';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** 1970-01-05, the first Monday of the epoch: weeks begin on Monday, UTC. */
const firstMondayMs = 4 * dayMs;

interface FrameRule {
  readonly span: '1m' | '1h' | '1d';
  /** Rows of the span in one candle, at most. */
  readonly rows: number;
  readonly startOf: (atMs: number) => number;
  readonly nextStart: (startMs: number) => number;
  /** The same rule in SQL over at_ms. */
  readonly bucket: RawBuilder<number>;
}

const fixed = (span: FrameRule['span'], spanMs: number, widthMs: number, offsetMs = 0): FrameRule => ({
  span,
  rows: widthMs / spanMs,
  startOf: (atMs) => atMs - ((((atMs - offsetMs) % widthMs) + widthMs) % widthMs),
  nextStart: (startMs) => startMs + widthMs,
  bucket: sql<number>`at_ms - mod(at_ms - ${offsetMs}::bigint, ${widthMs}::bigint)`,
});

const monthly: FrameRule = {
  span: '1d',
  rows: 31,
  startOf: (atMs) => Date.UTC(new Date(atMs).getUTCFullYear(), new Date(atMs).getUTCMonth(), 1),
  nextStart: (startMs) => Date.UTC(new Date(startMs).getUTCFullYear(), new Date(startMs).getUTCMonth() + 1, 1),
  bucket: sql<number>`(extract(epoch from date_trunc('month', to_timestamp(at_ms / 1000) at time zone 'UTC')) * 1000)::bigint`,
};

function frameRule(frame: CandleFrame): FrameRule {
  switch (frame) {
    case '1m':
      return fixed('1m', minuteMs, minuteMs);
    case '5m':
      return fixed('1m', minuteMs, 5 * minuteMs);
    case '15m':
      return fixed('1m', minuteMs, 15 * minuteMs);
    case '30m':
      return fixed('1m', minuteMs, 30 * minuteMs);
    case '1h':
      return fixed('1h', hourMs, hourMs);
    case '4h':
      return fixed('1h', hourMs, 4 * hourMs);
    case '1d':
      return fixed('1d', dayMs, dayMs);
    case '1w':
      return fixed('1d', dayMs, 7 * dayMs, firstMondayMs);
    case '1M':
      return monthly;
    default:
      return assertNever(frame, 'candle frame');
  }
}

export interface CandlePage {
  /** Newest last. */
  readonly candles: Candle[];
  readonly hasOlder: boolean;
}

/** Up to `limit` candles that start before `beforeMs` (undefined: up to now), the newest of them. */
export async function readCandles(
  db: Db,
  symbol: string,
  frame: CandleFrame,
  page: { readonly beforeMs: number | undefined; readonly limit: number },
): Promise<CandlePage> {
  const rule = frameRule(frame);
  // A candle that starts before the instant is given whole, also when it ends after it.
  const endMs =
    page.beforeMs === undefined ? Number.MAX_SAFE_INTEGER : rule.nextStart(rule.startOf(Math.max(0, page.beforeMs - 1)));
  // Two candles more than asked for: one tells whether there are older ones, and the oldest may be cut by the row limit.
  const { rows } = await sql<{ startMs: number; open: string; high: string; low: string; close: string; volume: string | null }>`
    select bucket as start_ms, trim_scale((min(array[first_seq, open]))[2])::text as open, trim_scale(max(high))::text as high,
      trim_scale(min(low))::text as low, trim_scale((max(array[last_seq, close]))[2])::text as close, trim_scale(sum(volume))::text as volume
    from (
      select ${rule.bucket} as bucket, first_seq, last_seq, open, high, low, close, volume from candle
      where symbol_id = ${symbol} and span = ${rule.span} and at_ms < ${endMs}::bigint
      order by at_ms desc limit ${(page.limit + 2) * rule.rows}
    ) rows group by bucket order by bucket desc limit ${page.limit + 1}`.execute(db);
  const candles = rows
    .slice(0, page.limit)
    .reverse()
    .map((row): Candle => [row.startMs, row.open, row.high, row.low, row.close, row.volume]);
  return { candles, hasOlder: rows.length > page.limit };
}
