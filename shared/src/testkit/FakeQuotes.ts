import { BehaviorSubject, filter, Observable, Subject } from '@tessera/shared/kernel';
import type { BookFrame, Quote } from '../domain/contract';
import type { ConnectionState, LiveQuote, QuoteStream } from '../federation';
import type { ServerClock } from '../domain/time';

/** A quote stream that a test drives by hand; delivery is synchronous, without frames. */
export interface FakeQuotes extends QuoteStream {
  readonly connection: BehaviorSubject<ConnectionState>;
  readonly catalogVersion: BehaviorSubject<number | undefined>;
  readonly halted: BehaviorSubject<readonly string[] | undefined>;
  /** Delivers quotes to anyone who watches their symbols; they count as received now. */
  emit(...quotes: readonly Quote[]): void;
  /** Delivers a book to anyone who watches its symbol. */
  emitBook(frame: BookFrame): void;
  /** How many watchers each symbol has at present. */
  readonly watchers: ReadonlyMap<string, number>;
}

export function createFakeQuotes(clock: ServerClock): FakeQuotes {
  const last = new Map<string, LiveQuote>();
  const watchers = new Map<string, number>();
  const books$ = new Subject<BookFrame>();
  const changes$ = new Subject<readonly LiveQuote[]>();

  const count = (symbols: readonly string[], step: 1 | -1) => {
    for (const symbol of symbols) {
      const next = (watchers.get(symbol) ?? 0) + step;
      if (next === 0) watchers.delete(symbol);
      else watchers.set(symbol, next);
    }
  };

  return {
    connection: new BehaviorSubject<ConnectionState>('live'),
    catalogVersion: new BehaviorSubject<number | undefined>(undefined),
    halted: new BehaviorSubject<readonly string[] | undefined>(undefined),
    watchers,
    peek: (symbol) => last.get(symbol),
    watch: (symbols) =>
      new Observable((observer) => {
        const wanted = new Set(symbols);
        count(symbols, 1);
        const known = symbols.flatMap((symbol) => last.get(symbol) ?? []);
        if (known.length > 0) observer.next(known);
        const subscription = changes$.subscribe((quotes) => {
          const mine = quotes.filter((quote) => wanted.has(quote.symbol));
          if (mine.length > 0) observer.next(mine);
        });
        return () => {
          subscription.unsubscribe();
          count(symbols, -1);
        };
      }),
    watchBook: (symbol) => books$.pipe(filter((frame) => frame.symbol === symbol)),
    emitBook: (frame) => books$.next(frame),
    emit(...quotes) {
      const live = quotes.map((quote) => ({ ...quote, receivedAtMs: clock.now() }));
      for (const quote of live) last.set(quote.symbol, quote);
      changes$.next(live);
    },
  };
}
