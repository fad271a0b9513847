/** The played exchange: quotes step twice a second while the connection is live, calls answer what fakeAnswers lays down. */
import { interval, map, Observable, Subject, type Subscription } from '@tessera/shared/kernel';
import type { PrivateEvent } from '../../domain/contract';
import type { QuoteStream } from '../../federation';
import { createServerClock } from '../../domain/time';
import { createFakeApi } from '../FakeApi';
import { createFakeQuotes } from '../FakeQuotes';
import { createFakeSession, signedInDemo } from '../FakeSession';
import type { Backend } from './Backend';
import { layDownAnswers } from './fakeAnswers';
import { marketSymbols } from './marketSymbols';
import { createPlayedMarket, type RecordedPrices } from './playedMarket';

const stepMs = 500;

export function createPlayedBackend(page: Window, recorded: RecordedPrices): Backend {
  const clock = createServerClock({ monotonic: () => page.performance.now(), epoch: () => Date.now() });
  const market = createPlayedMarket(marketSymbols, clock, recorded);
  const quotes = createFakeQuotes(clock);
  const session = createFakeSession(signedInDemo);
  const privateEvents$ = new Subject<PrivateEvent | { readonly type: 'resync' }>();
  const api = createFakeApi();
  layDownAnswers({
    api,
    market,
    clock,
    privateEvents$,
    mode: () => session.state.value.mode,
    after: (ms, action) => void page.setTimeout(action, ms),
  });
  quotes.emit(...market.symbols.map(({ symbol }) => market.quote(symbol)));

  const watchBook: QuoteStream['watchBook'] = (symbol) =>
    new Observable((observer) => {
      observer.next(market.book(symbol));
      return interval(stepMs)
        .pipe(map(() => market.book(symbol)))
        .subscribe(observer);
    });
  let stepping: Subscription | undefined;
  return {
    api,
    clock,
    session,
    privateEvents$,
    quotes: { ...quotes, watchBook },
    follow({ connection, isSignedIn, mode }) {
      if (quotes.connection.value !== connection) quotes.connection.next(connection);
      if (connection !== 'live') {
        stepping?.unsubscribe();
        stepping = undefined;
      }
      if (connection === 'live')
        stepping ??= interval(stepMs).subscribe(() => quotes.emit(...market.step([...quotes.watchers.keys()])));
      const { state } = session;
      if (state.value.isSignedIn !== isSignedIn || state.value.mode !== mode)
        session.set({ isSignedIn, mode, userId: isSignedIn ? 'user-1' : undefined });
    },
  };
}
