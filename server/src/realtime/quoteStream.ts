/**
 * Sends quotes to sockets. Sockets with the same list of symbols share a room, so that a batch is encoded once for all of
 * them; each room gets, four times a second, one message with what changed. An open chart gets its symbol ten times a
 * second. Once a second a list's message also names where the logs of its symbols stand, so that anyone who was there holds evidence.
 * Messages are volatile and carry whole values: a slow client misses some, and the next one makes up for it.
 */
import { toQuoteRow, type MarketState, type QuoteBatch, type QuoteRow, type ShortHead } from '@tessera/shared/contract';
import { toHex } from '@tessera/shared/fairness';
import type { ChangeReader, QuoteCache } from '../market/QuoteCache';
import type { Clock } from '../platform/Clock';
import { repeat, type Repeating } from '../platform/timers';

export const listRoundMs = 250;
export const chartRoundMs = 100;
const headsEveryMs = 1_000;
/** 16 digits: nobody finds another log with the same ones at will, and a full hash would double the message. */
const headBytes = 8;

export const chartRoom = (symbol: string): string => `chart:${symbol}`;
/** The room of all sockets that watch exactly these symbols. */
export const listRoom = (symbols: ReadonlySet<string>): string => `list:${[...symbols].sort().join(' ')}`;

export interface QuoteStream {
  snapshot(symbols: Iterable<string>): QuoteBatch;
  start(): void;
  stop(): Promise<void>;
}

export interface QuoteStreamOptions {
  readonly quoteCache: QuoteCache;
  readonly clock: Clock;
  /** Rooms that have a socket now. */
  readonly rooms: () => Iterable<string>;
  readonly send: (room: string, batch: QuoteBatch) => void;
  readonly onError: (error: unknown) => void;
}

export function createQuoteStream({ quoteCache, clock, rooms, send, onError }: QuoteStreamOptions): QuoteStream {
  const states = new Map<string, MarketState>();
  let timers: Repeating[] = [];
  /** Ticked since the last message with heads. */
  let moved = new Set<string>();
  let headsAtMs = 0;

  function snapshot(symbols: Iterable<string>): QuoteBatch {
    const nowMs = clock.now();
    return { serverMs: nowMs, rows: [...symbols].flatMap((symbol) => toRow(symbol, nowMs)) };
  }

  function toRow(symbol: string, nowMs: number): QuoteRow[] {
    const quote = quoteCache.quote(symbol, nowMs);
    return quote === undefined ? [] : [toQuoteRow(quote)];
  }

  /** A market that opens or closes changes its row without a tick. */
  function addChangedStates(changed: Set<string>, nowMs: number): void {
    for (const { symbol, state } of quoteCache.quotes(nowMs)) {
      if (states.get(symbol) !== state) changed.add(symbol);
      states.set(symbol, state);
    }
  }

  /** Empty until their turn has come. */
  function takeHeads(ticked: ReadonlySet<string>, nowMs: number): Map<string, ShortHead> {
    for (const symbol of ticked) moved.add(symbol);
    const heads = new Map<string, ShortHead>();
    if (moved.size === 0 || nowMs - headsAtMs < headsEveryMs) return heads;
    for (const symbol of moved) {
      const head = quoteCache.latest(symbol);
      if (head !== undefined) heads.set(symbol, [symbol, head.seq, toHex(head.hash.subarray(0, headBytes))]);
    }
    [moved, headsAtMs] = [new Set(), nowMs];
    return heads;
  }

  async function round(reader: ChangeReader, prefix: 'list:' | 'chart:'): Promise<void> {
    const nowMs = clock.now();
    const ticked = quoteCache.takeChanged(reader);
    const heads = prefix === 'list:' ? takeHeads(ticked, nowMs) : new Map<string, ShortHead>();
    const changed = new Set(ticked);
    if (prefix === 'list:') addChangedStates(changed, nowMs);
    if (changed.size === 0 && heads.size === 0) return;
    const rows = new Map<string, QuoteRow>();
    for (const symbol of changed) for (const row of toRow(symbol, nowMs)) rows.set(symbol, row);
    for (const room of rooms()) {
      if (!room.startsWith(prefix)) continue;
      const symbols = room.slice(prefix.length).split(' ');
      const batch = symbols.map((symbol) => rows.get(symbol)).filter((row) => row !== undefined);
      const where = symbols.map((symbol) => heads.get(symbol)).filter((head) => head !== undefined);
      if (batch.length + where.length > 0)
        send(room, { serverMs: nowMs, rows: batch, ...(where.length > 0 ? { heads: where } : {}) });
    }
  }

  return {
    snapshot,
    start() {
      const listReader = quoteCache.createReader();
      const chartReader = quoteCache.createReader();
      timers = [
        repeat(listRoundMs, () => round(listReader, 'list:'), onError),
        repeat(chartRoundMs, () => round(chartReader, 'chart:'), onError),
      ];
    },
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}
