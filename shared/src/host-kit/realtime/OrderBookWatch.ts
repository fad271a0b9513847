/**
 * The order book on the screen. One symbol at a time has the wire: the latest watched. Frames are whole, so a lost one
 * costs nothing; the trades of the frames are kept, newest first.
 *
 *   connect, or the page is seen again   the server is told again; its first frame comes at once, with the latest trades
 *   the page is hidden                   the server is told that nobody looks
 *   a frame                              an older one than the known is ignored; a repeated trade is the same trade
 *   the last watcher goes                what was known of the symbol is forgotten: an old book is never shown as the present one
 */
import { animationFrameScheduler, auditTime, Observable, share, Subject, Subscription } from '@tessera/shared/kernel';
import { bookFrame, type BookFrame } from '../../domain/contract';
import type { LiveValue } from '../../federation';
import type { SocketPort } from './SocketPort';

export interface OrderBookWatchOptions {
  readonly socket: SocketPort;
  readonly isVisible: LiveValue<boolean>;
  /** A frame that cannot be read is left out and reported once per page. */
  readonly onBadFrame?: ((frame: unknown) => void) | undefined;
  readonly frames?: typeof animationFrameScheduler | undefined;
}

export interface OrderBookWatch {
  watch(symbol: string): Observable<BookFrame>;
  close(): void;
}

const maxTrades = 50;

export function createOrderBookWatch({
  socket,
  isVisible,
  onBadFrame,
  frames = animationFrameScheduler,
}: OrderBookWatchOptions): OrderBookWatch {
  /** In the order of watching. */
  const watched: string[] = [];
  const last = new Map<string, BookFrame>();
  const arrival$ = new Subject<void>();
  const connections = new Subscription();
  let isConnected = false;
  let isSyncPlanned = false;
  let hasReported = false;
  /** What the server believes: nobody looks, when the connection is new. undefined: it must be told, whatever it believes. */
  let told: string | null | undefined = null;

  /** Once per turn: a page that changes its symbol says one thing, not two. */
  function planSync(): void {
    if (isSyncPlanned) return;
    isSyncPlanned = true;
    queueMicrotask(() => {
      isSyncPlanned = false;
      const wanted = (isVisible.value ? watched.at(-1) : undefined) ?? null;
      if (!isConnected || wanted === told) return;
      told = wanted;
      socket.watchBook(wanted);
    });
  }

  function accept(frame: unknown): void {
    const read = bookFrame.safeParse(frame);
    if (!read.success) {
      if (!hasReported) onBadFrame?.(frame);
      hasReported = true;
      return;
    }
    const { symbol } = read.data;
    if (!watched.includes(symbol)) return;
    const known = last.get(symbol);
    if (known !== undefined && read.data.seq < known.seq) return;
    last.set(symbol, known === undefined ? read.data : withEarlierTrades(known, read.data));
    arrival$.next();
  }

  const frame$ = arrival$.pipe(auditTime(0, frames), share());
  connections.add(
    socket.isConnected$.subscribe((state) => {
      isConnected = state;
      told = null;
      planSync();
    }),
  );
  connections.add(isVisible.subscribe(planSync));
  connections.add(socket.on('book').subscribe(accept));

  return {
    watch: (symbol) =>
      new Observable<BookFrame>((observer) => {
        watched.push(symbol);
        planSync();
        const known = last.get(symbol);
        if (known !== undefined) observer.next(known);
        let shown = known;
        const listening = frame$.subscribe(() => {
          const next = last.get(symbol);
          if (next === undefined || next === shown) return;
          shown = next;
          observer.next(next);
        });
        return () => {
          listening.unsubscribe();
          watched.splice(watched.lastIndexOf(symbol), 1);
          if (!watched.includes(symbol)) {
            last.delete(symbol);
            // Who watches it again needs a first frame again.
            if (told === symbol) told = undefined;
          }
          planSync();
        };
      }),
    close: () => connections.unsubscribe(),
  };
}

/** Trades are joined by their number. */
function withEarlierTrades(known: BookFrame, next: BookFrame): BookFrame {
  const oldestNew = next.trades.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  const earlier = known.trades.filter((trade) => trade.seq < oldestNew);
  return { ...next, trades: [...next.trades, ...earlier].slice(0, maxTrades) };
}
