/**
 * What a page knows of one symbol's order book, as one of the panel's states.
 *
 *   before the first frame   loading; when the socket takes longer than a moment, the book is asked for over HTTP, again and
 *                            again until a frame comes
 *   a frame                  ready
 *   no newer for 5 s, or     stale since the tick that the book is of
 *   the connection is lost
 *   HTTP refuses too         failed, with what there was
 */
import {
  catchError,
  combineLatest,
  distinctUntilChanged,
  exhaustMap,
  map,
  merge,
  Observable,
  of,
  scan,
  share,
  startWith,
  takeUntil,
  timer,
} from '@tessera/shared/kernel';
import type { BookFrame } from '../../domain/contract';
import { asAppError, type AppError } from '../../domain/errors';
import type { RemoteContext } from '../../federation/RemoteContract';
import type { Loadable } from '../../design/ui/state/Loadable';
import { everySecond$ } from './everySecond';

export const bookStaleAfterMs = 5000;
/** How long the socket's first frame may take before HTTP is asked. */
export const slowFrameMs = 800;
const askAgainMs = 4000;

export type BookSources = Pick<RemoteContext, 'quotes' | 'api' | 'clock'>;

interface Known {
  readonly frame: BookFrame | undefined;
  /** Up to when it was the market's book. */
  readonly atMs: number;
  readonly error: AppError | undefined;
}

const nothing: Known = { frame: undefined, atMs: 0, error: undefined };

export function bookStates(symbol: string, { quotes, api, clock }: BookSources): Observable<Loadable<BookFrame>> {
  const frame$ = quotes.watchBook(symbol).pipe(share());
  // A slow answer is waited for: asking again meanwhile would only add load.
  const answer$ = timer(slowFrameMs, askAgainMs).pipe(
    exhaustMap(() => askedBook(symbol, api).pipe(catchError((error: unknown) => of(asAppError(error, 'REQUEST_EXCEPTION'))))),
    takeUntil(frame$),
  );
  const known$ = merge(frame$, answer$).pipe(
    scan((known: Known, next): Known => {
      if ('code' in next) return { ...known, error: next };
      // Before its first sample the clock is the device's own, which may be hours off: arrival is the best that is known.
      const atMs = clock.errorMs() === undefined ? clock.now() : Math.min(clock.now(), next.atMs);
      return { frame: next, atMs, error: undefined };
    }, nothing),
    startWith(nothing),
  );
  return combineLatest([known$, quotes.connection, everySecond$.pipe(startWith(0))]).pipe(
    map(([{ frame, atMs, error }, connection]): Loadable<BookFrame> => {
      if (error !== undefined) return { state: 'failed', error, data: frame, sinceMs: frame === undefined ? undefined : atMs };
      if (frame === undefined) return { state: 'loading' };
      const isLost = connection === 'reconnecting' || connection === 'offline';
      return isLost || clock.now() - atMs > bookStaleAfterMs
        ? { state: 'stale', data: frame, sinceMs: atMs }
        : { state: 'ready', data: frame };
    }),
    distinctUntilChanged(
      (a, b) => a.state === b.state && ('data' in a ? a.data : undefined) === ('data' in b ? b.data : undefined),
    ),
  );
}

/** Book and trades over HTTP, as the frame that they would be; leaving the page aborts the calls. */
function askedBook(symbol: string, api: RemoteContext['api']): Observable<BookFrame> {
  return new Observable((observer) => {
    const abort = new AbortController();
    const options = { signal: abort.signal, toastErrors: false };
    Promise.all([api.call('depth', { symbol }, options), api.call('recentTrades', { symbol }, options)]).then(
      ([depth, { trades }]) => {
        observer.next({ ...depth, trades });
        observer.complete();
      },
      (error: unknown) => observer.error(error),
    );
    return () => abort.abort();
  });
}
