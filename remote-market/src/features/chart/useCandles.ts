/**
 * A symbol's candles: the last page over HTTP, older pages on request, the running one from the quote stream. The last
 * page is asked again after a reconnect (the stream was deaf meanwhile) and after a candle closed (the server's closed
 * candle is the truth, ours only its preview). Switching the frame keeps the old candles until the new ones are here.
 * The last candle always ends at the price that the header shows: an answer of the server is of another instant, so the
 * latest quote is laid over it before anything is painted.
 */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AssetClass, Candle, CandleFrame, Quote } from '@tessera/shared/contract';
import type { AppError } from '@tessera/shared/errors';
import { filter, map, Observable, pairwise, Subject } from '@tessera/shared/kernel';
import { latestQuote, useApi, useClock, useEndpoint, useQuoteStream, useRemoteContext } from '@tessera/shared/react';
import { mapLoadable, type Loadable } from '@tessera/shared/ui';
import { foldQuote } from './foldQuote';
import { frameStart } from './frameStart';
import { mergeCandles } from './mergeCandles';

export interface CandleRun {
  readonly symbol: string;
  readonly frame: CandleFrame;
  readonly candles: readonly Candle[];
}

export interface Candles {
  readonly run: Loadable<CandleRun>;
  readonly running$: Observable<Candle>;
  /** Older candles exist beyond the oldest known one. */
  readonly hasOlder: boolean;
  readonly olderError: AppError | undefined;
  loadOlder(): void;
  retry(): void;
}

const pageSize = 300;

/** `snapshot`: the answer that the header shows until the stream brings a newer price. */
export function useCandles(symbol: string, assetClass: AssetClass, frame: CandleFrame, snapshot: Quote | undefined): Candles {
  const api = useApi();
  const clock = useClock();
  const quotes = useQuoteStream();
  const { signal } = useRemoteContext();
  const call = assetClass === 'crypto' ? 'timeshare' : 'whTimeshare';
  const page = useEndpoint(call, { symbol, frame, limit: pageSize }, { keepsPrevious: true, freshMs: 0 });
  const { refetch } = page;

  const [older, setOlder] = useState<{ readonly key: string; readonly candles: readonly Candle[]; readonly hasOlder: boolean }>();
  const [olderError, setOlderError] = useState<AppError>();
  const answer = page.data;
  const key = answer === undefined ? undefined : `${answer.symbol}/${answer.frame}`;
  const run = useMemo<CandleRun | undefined>(() => {
    if (answer === undefined) return undefined;
    const known = older !== undefined && older.key === key ? older.candles : [];
    return {
      symbol: answer.symbol,
      frame: answer.frame,
      candles: mergeCandles(known, answer.candles, spanOf(answer.frame, clock.now())),
    };
  }, [answer, older, key, clock]);

  // The running candle starts from the latest history, whichever render made it, and ends at the price in the header.
  const last = useRef<Candle | undefined>(undefined);
  const latest = useRef(snapshot);
  const [history$] = useState(() => new Subject<void>());
  useLayoutEffect(() => {
    latest.current = snapshot;
    const end = run?.candles.at(-1);
    if (
      last.current === undefined ||
      end === undefined ||
      run?.symbol !== symbol ||
      run.frame !== frame ||
      end[0] >= last.current[0]
    )
      last.current = end;
    history$.next();
  }, [run, symbol, frame, snapshot, history$]);

  const running$ = useMemo(
    () =>
      new Observable<Candle>((observer) => {
        const show = (quote: Pick<Quote, 'atMs' | 'price'>) => {
          const before = last.current;
          if (before === undefined) return;
          const folded = foldQuote(before, quote, frame);
          if (folded === undefined) return;
          last.current = folded;
          observer.next(folded);
          if (folded[0] > before[0]) refetch();
        };
        const showLatest = () => {
          const quote = latestQuote(quotes.peek(symbol), latest.current);
          if (quote !== undefined) show(quote);
        };
        const subscription = quotes
          .watch([symbol], { isChart: true })
          .pipe(
            map((changed) => changed.find((quote) => quote.symbol === symbol)),
            filter((quote) => quote !== undefined),
          )
          .subscribe(show);
        subscription.add(history$.subscribe(showLatest));
        showLatest();
        return subscription;
      }),
    [quotes, symbol, frame, refetch, history$],
  );

  useEffect(() => {
    const subscription = quotes.connection
      .pipe(
        pairwise(),
        filter(([before, now]) => now === 'live' && before !== 'live'),
      )
      .subscribe(refetch);
    return () => subscription.unsubscribe();
  }, [quotes, refetch]);

  const hasOlder = run !== undefined && ((older?.key === key ? older?.hasOlder : answer?.hasOlder) ?? false);
  const isAsking = useRef(false);
  const loadOlder = useCallback(() => {
    const oldest = run?.candles[0];
    if (run === undefined || key === undefined || oldest === undefined || !hasOlder || isAsking.current) return;
    isAsking.current = true;
    setOlderError(undefined);
    api
      .call(call, { symbol: run.symbol, frame: run.frame, before: oldest[0], limit: pageSize }, { signal, toastErrors: false })
      .then(
        (more) =>
          setOlder({
            key,
            candles: mergeCandles(run.candles, more.candles, spanOf(run.frame, oldest[0])),
            hasOlder: more.hasOlder && more.candles.length > 0,
          }),
        (error: AppError) => setOlderError(error),
      )
      .finally(() => {
        isAsking.current = false;
      });
  }, [api, call, signal, run, key, hasOlder]);

  const loadable: Loadable<CandleRun> =
    run === undefined || run.symbol !== symbol ? withoutData(page.loadable) : mapLoadable(page.loadable, () => run);
  return {
    run: loadable,
    running$,
    hasOlder,
    olderError,
    loadOlder,
    retry: () => {
      setOlderError(undefined);
      refetch();
    },
  };
}

/** The candles of another symbol must never stand under this one's name. */
function withoutData(loadable: Loadable<unknown>): Loadable<CandleRun> {
  if (loadable.state === 'failed') return { state: 'failed', error: loadable.error };
  return loadable.state === 'idle' ? loadable : { state: 'loading' };
}

/** The length of the frame around an instant: months differ. */
function spanOf(frame: CandleFrame, atMs: number): number {
  const start = frameStart(frame, atMs);
  return start - frameStart(frame, start - 1);
}
