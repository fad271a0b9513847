/**
 * The order book on the screen. One symbol at a time has the wire: the latest watched. Frames are whole, so a lost one
 * costs nothing; the trades of the frames are kept, newest first.
 */
import { animationFrameScheduler, auditTime, filter, Observable, scan, Subscription } from '@tessera/shared/kernel';
import type { BookFrame } from '../contract';
import type { LiveValue } from '../federation';
import type { SocketPort } from './SocketPort';

export interface BookWatchOptions {
  readonly socket: SocketPort;
  readonly isVisible: LiveValue<boolean>;
  readonly frames?: typeof animationFrameScheduler | undefined;
}

export interface BookWatch {
  watch(symbol: string): Observable<BookFrame>;
  close(): void;
}

const mostTrades = 50;

export function createBookWatch({ socket, isVisible, frames = animationFrameScheduler }: BookWatchOptions): BookWatch {
  const watched: string[] = [];
  const connections = new Subscription();
  let isConnected = false;
  const tell = () => {
    if (isConnected) socket.watchBook((isVisible.value ? watched.at(-1) : undefined) ?? null);
  };
  connections.add(
    socket.isConnected$.subscribe((state) => {
      isConnected = state;
      if (watched.length > 0) tell();
    }),
  );
  connections.add(
    isVisible.subscribe(() => {
      if (watched.length > 0) tell();
    }),
  );

  return {
    watch: (symbol) =>
      new Observable<BookFrame>((observer) => {
        watched.push(symbol);
        tell();
        const listening = socket
          .on('book')
          .pipe(
            filter((frame) => frame.symbol === symbol),
            scan(withEarlierTrades),
            auditTime(0, frames),
          )
          .subscribe(observer);
        return () => {
          listening.unsubscribe();
          watched.splice(watched.lastIndexOf(symbol), 1);
          tell();
        };
      }),
    close: () => connections.unsubscribe(),
  };
}

/** An older frame than the known one is ignored; trades are joined by their number. */
function withEarlierTrades(known: BookFrame, next: BookFrame): BookFrame {
  if (next.seq < known.seq) return known;
  const oldestNew = next.trades.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  const earlier = known.trades.filter((trade) => trade.seq < oldestNew);
  return { ...next, trades: [...next.trades, ...earlier].slice(0, mostTrades) };
}
