/**
 * The one quote stream of the page. Watchers count references per symbol; the hub keeps the server's subscription equal
 * to what is watched now, and hands changes on at most once per animation frame, however many batches came.
 *
 *   connect, or the page is seen again   everything watched is subscribed anew; the answer is a snapshot
 *   the page is hidden                   everything is unsubscribed: no traffic, no work
 *   a batch                              full values; an older tick than the known one is ignored
 *
 * A quote's receivedAtMs is the moment up to which the price is known to be the market's: the batch's server time for a
 * live change, the tick's own time for a snapshot. A price that was old when the page asked therefore looks old at once.
 */
import { animationFrameScheduler, auditTime, map, Observable, share, Subject, Subscription } from '@tessera/shared/kernel';
import { fromQuoteRow, maxSubscriptions, type QuoteBatch, type QuoteRow } from '../../domain/contract';
import type { LiveQuote, LiveValue, QuoteStream } from '../../federation';
import { decimalPattern } from '../../domain/money';
import type { ServerClock } from '../../domain/time';
import { createBookWatch } from './BookWatch';
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

export interface QuoteHub extends Omit<QuoteStream, 'connection'> {
  close(): void;
}

export function createQuoteHub({
  socket,
  clock,
  isVisible,
  onBadRow,
  frames = animationFrameScheduler,
}: QuoteHubOptions): QuoteHub {
  const last = new Map<string, LiveQuote>();
  /** In the order of first watching. */
  const watchers = new Map<string, number>();
  const charts: string[] = [];
  const subscribed = new Set<string>();
  const changed = new Set<string>();
  const arrival$ = new Subject<void>();
  const connections = new Subscription();
  const books = createBookWatch({ socket, isVisible, frames, onBadFrame: onBadRow });
  let isConnected = false;
  let isSyncPlanned = false;
  let hasReportedBadRow = false;

  const frame$ = arrival$.pipe(
    auditTime(0, frames),
    map(() => {
      const symbols = new Set(changed);
      changed.clear();
      return symbols;
    }),
    share(),
  );

  function accept({ serverMs, rows }: QuoteBatch, kind: 'live' | 'snapshot'): void {
    for (const row of rows) {
      if (!isQuoteRow(row)) {
        if (!hasReportedBadRow) onBadRow?.(row);
        hasReportedBadRow = true;
        continue;
      }
      const quote = fromQuoteRow(row);
      const known = last.get(quote.symbol);
      if (known !== undefined && quote.seq < known.seq && quote.atMs <= known.atMs) continue;
      const knownUntilMs = kind === 'live' && quote.seq !== known?.seq ? serverMs : quote.atMs;
      // Before its first sample the clock is the device's own, which may be hours off: arrival is the best that is known.
      const receivedAtMs = clock.errorMs() === undefined ? clock.now() : Math.min(clock.now(), knownUntilMs);
      last.set(quote.symbol, {
        ...quote,
        receivedAtMs: Math.max(receivedAtMs, quote.seq === known?.seq ? known.receivedAtMs : 0),
      });
      changed.add(quote.symbol);
    }
    if (changed.size > 0) arrival$.next();
  }

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
        (snapshot) => accept(snapshot, 'snapshot'),
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
  connections.add(socket.on('quotes').subscribe((batch) => accept(batch, 'live')));

  return {
    peek: (symbol) => last.get(symbol),
    watch: (symbols, { isChart = false } = {}) =>
      new Observable((observer) => {
        const mine = [...new Set(symbols)];
        for (const symbol of mine) watchers.set(symbol, (watchers.get(symbol) ?? 0) + 1);
        planSync();
        if (isChart) {
          charts.push(...mine);
          tellChart();
        }
        const known = mine.flatMap((symbol) => last.get(symbol) ?? []);
        if (known.length > 0) observer.next(known);
        const frames = frame$.subscribe((changes) => {
          const quotes = mine.flatMap((symbol) => (changes.has(symbol) ? (last.get(symbol) ?? []) : []));
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

/** The full schema would cost more than everything else that a batch does; these checks keep out what would harm. */
function isQuoteRow(row: unknown): row is QuoteRow {
  return (
    Array.isArray(row) &&
    row.length === 12 &&
    typeof row[0] === 'string' &&
    Number.isSafeInteger(row[1]) &&
    Number.isSafeInteger(row[2]) &&
    [row[3], row[4], row[5]].every((price) => typeof price === 'string' && decimalPattern.test(price))
  );
}
