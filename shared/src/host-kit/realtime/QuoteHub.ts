/**
 * The one quote stream of the page. Watchers count references per symbol; the hub keeps the server's subscription equal
 * to what is watched now, and hands changes on at most once per animation frame, however many batches came.
 *
 *   connect, or the page is seen again   everything watched is subscribed again; the answer is a snapshot
 *   the page is hidden                   everything is unsubscribed: no traffic, no work
 *   a batch                              full values; an older tick than the known one is ignored
 */
import { animationFrameScheduler, Observable, Subscription } from '@tessera/shared/kernel';
import { maxSubscriptions } from '../../domain/contract';
import type { LiveValue, QuoteStream } from '../../federation';
import type { ServerClock } from '../../domain/time';
import { createOrderBookWatch } from './OrderBookWatch';
import { createLatestQuotes } from './LatestQuotes';
import type { SocketPort } from './SocketPort';

export interface QuoteHubOptions {
  readonly socket: SocketPort;
  readonly clock: ServerClock;
  readonly isVisible: LiveValue<boolean>;
  /** A row or an order book that cannot be read is left out and reported once per page. */
  readonly onBadRow?: ((row: unknown) => void) | undefined;
  /** The browser's frames; tests hand in virtual ones. */
  readonly frames?: typeof animationFrameScheduler | undefined;
}

export interface QuoteHub extends Omit<QuoteStream, 'connection' | 'catalogVersion' | 'halted'> {
  close(): void;
}

export function createQuoteHub({
  socket,
  clock,
  isVisible,
  onBadRow,
  frames = animationFrameScheduler,
}: QuoteHubOptions): QuoteHub {
  const latest = createLatestQuotes({ clock, frames, onBadRow });
  /** In the order of first watching. */
  const watchers = new Map<string, number>();
  const charts: string[] = [];
  const subscribed = new Set<string>();
  const connections = new Subscription();
  const books = createOrderBookWatch({ socket, isVisible, frames, onBadFrame: onBadRow });
  let isConnected = false;
  let isSyncPlanned = false;

  /** Makes the server's subscription equal to what is wanted now. Above the server's limit the latest watched win. */
  function sync(): void {
    isSyncPlanned = false;
    if (!isConnected) return;
    const wanted = new Set(isVisible.value ? [...watchers.keys()].slice(-maxSubscriptions) : []);
    const gone = [...subscribed].filter((symbol) => !wanted.has(symbol));
    const added = [...wanted].filter((symbol) => !subscribed.has(symbol));
    for (const symbol of gone) subscribed.delete(symbol);
    for (const symbol of added) subscribed.add(symbol);
    if (gone.length > 0) socket.unsubscribe(gone);
    if (added.length > 0) {
      socket.subscribe(added).then(
        (snapshot) => latest.accept(snapshot, 'snapshot'),
        () => socket.reopen(), // no answer from a connection that looks open: it is dead
      );
    }
  }

  /** Once per turn: a page that mounts fifty rows asks once for fifty symbols. */
  function planSync(): void {
    if (isSyncPlanned) return;
    isSyncPlanned = true;
    queueMicrotask(sync);
  }

  const tellChart = () => {
    if (isConnected) socket.watchChart((isVisible.value ? charts.at(-1) : undefined) ?? null);
  };

  connections.add(
    socket.isConnected$.subscribe((state) => {
      isConnected = state;
      subscribed.clear();
      if (!isConnected) return;
      planSync();
      if (charts.length > 0) tellChart();
    }),
  );
  connections.add(
    isVisible.subscribe(() => {
      planSync();
      if (charts.length > 0) tellChart();
    }),
  );
  connections.add(socket.on('quotes').subscribe((batch) => latest.accept(batch, 'live')));

  return {
    peek: latest.peek,
    watch: (symbols, { isChart = false } = {}) =>
      new Observable((observer) => {
        const mine = [...new Set(symbols)];
        for (const symbol of mine) watchers.set(symbol, (watchers.get(symbol) ?? 0) + 1);
        planSync();
        if (isChart) {
          charts.push(...mine);
          tellChart();
        }
        const known = mine.flatMap((symbol) => latest.peek(symbol) ?? []);
        if (known.length > 0) observer.next(known);
        const frames = latest.frame$.subscribe((changes) => {
          const quotes = mine.flatMap((symbol) => (changes.has(symbol) ? (latest.peek(symbol) ?? []) : []));
          if (quotes.length > 0) observer.next(quotes);
        });
        return () => {
          frames.unsubscribe();
          for (const symbol of mine) release(watchers, symbol);
          planSync();
          if (!isChart) return;
          for (const symbol of mine) charts.splice(charts.lastIndexOf(symbol), 1);
          tellChart();
        };
      }),
    watchBook: (symbol) => books.watch(symbol),
    close() {
      connections.unsubscribe();
      books.close();
    },
  };
}

function release(watchers: Map<string, number>, symbol: string): void {
  const left = (watchers.get(symbol) ?? 1) - 1;
  if (left === 0) watchers.delete(symbol);
  else watchers.set(symbol, left);
}
