/**
 * Sends order books to sockets. All that watch one symbol share a room, so that a frame is encoded once for them; at most
 * four times a second each room whose symbol ticked gets the whole book and the trades since the frame before. Frames are
 * volatile: a lost one is made up for by the next. Who joins gets a frame of its own at once, with the latest trades.
 */
import type { BookFrame } from '@tessera/shared/contract';
import type { OrderBookCache } from '../market/OrderBookCache';
import { repeat, type Repeating } from '../platform/timers';

export const bookRoundMs = 250;
const firstTrades = 30;

const prefix = 'book:';
export const bookRoom = (symbol: string): string => `${prefix}${symbol}`;

export interface OrderBookStream {
  /** What a socket gets that has just joined; undefined before the first tick. */
  firstFrame(symbol: string): BookFrame | undefined;
  start(): void;
  stop(): Promise<void>;
}

export interface OrderBookStreamOptions {
  readonly orderBooks: OrderBookCache;
  /** Rooms that have a socket now. */
  readonly rooms: () => Iterable<string>;
  readonly send: (room: string, frame: BookFrame) => void;
  readonly onError: (error: unknown) => void;
}

export function createOrderBookStream({ orderBooks, rooms, send, onError }: OrderBookStreamOptions): OrderBookStream {
  /** The tick up to which each room was told. */
  let told = new Map<string, number>();
  let timer: Repeating | undefined;

  function frameOf(symbol: string, afterSeq: number): BookFrame | undefined {
    const book = orderBooks.book(symbol);
    return book === undefined || book.seq <= afterSeq
      ? undefined
      : { ...book, trades: orderBooks.trades(symbol, firstTrades, afterSeq) };
  }

  async function round(): Promise<void> {
    const now = new Map<string, number>();
    for (const room of rooms()) {
      if (!room.startsWith(prefix)) continue;
      const symbol = room.slice(prefix.length);
      const afterSeq = told.get(symbol) ?? 0;
      const frame = frameOf(symbol, afterSeq);
      now.set(symbol, frame?.seq ?? afterSeq);
      if (frame !== undefined) send(room, frame);
    }
    // A room that nobody is in any more is forgotten.
    told = now;
  }

  return {
    firstFrame(symbol) {
      const frame = frameOf(symbol, 0);
      // The first of a room: the room's own next frame goes on from here.
      if (frame !== undefined && !told.has(symbol)) told.set(symbol, frame.seq);
      return frame;
    },
    start() {
      timer = repeat(bookRoundMs, round, onError);
    },
    async stop() {
      await timer?.stop();
    },
  };
}
