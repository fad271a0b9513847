/** The one socket of the page and what is made of it: the quote stream, the private events, the state of the connection. */
import {
  BehaviorSubject,
  distinctUntilChanged,
  map,
  mergeMap,
  type Observable,
  skip,
  Subscription,
} from '@tessera/shared/kernel';
import type { EndpointResponse, ServerToClient, ShortHead, SignedRoot } from '../../domain/contract';
import type { Language } from '../../domain/contract';
import type { LiveValue, QuoteStream, SessionState } from '../../federation';
import type { ServerClock } from '../../domain/time';
import { watchConnection } from './connectionState';
import { watchLiveness } from './Liveness';
import { openSocket } from './openSocket';
import type { PageSignals } from './PageSignals';
import { createPrivateEvents, type PrivateSignal } from './PrivateEvents';
import { createQuoteHub } from './QuoteHub';
import { createReleaseNews, type ReleaseNews } from './ReleaseNews';
import type { SocketPort } from './SocketPort';

export interface RealtimeOptions {
  /** The app's origin. */
  readonly url: string;
  readonly token: () => string | undefined;
  readonly language: () => Language;
  readonly session: LiveValue<SessionState>;
  readonly clock: ServerClock;
  readonly monotonic: () => number;
  readonly page: PageSignals;
  readonly eventsSince: (after: number) => Promise<EndpointResponse<'eventsSince'>>;
  readonly onSessionEnded: () => void;
  readonly onReleaseChanged: (head: Parameters<ServerToClient['release.changed']>[0]) => void;
  readonly onFault: (error: unknown) => void;
  /** The socket; tests hand in their own. */
  readonly socket?: SocketPort | undefined;
}

export interface Realtime {
  readonly quotes: QuoteStream;
  readonly privateEvents$: Observable<PrivateSignal>;
  readonly releases: ReleaseNews;
  /** Each minute's root when it is published, and the newest one on every connect. */
  readonly roots$: Observable<SignedRoot>;
  /** Once a second: where the logs of the symbols on the screen stand. */
  readonly heads$: Observable<readonly ShortHead[]>;
  close(): void;
}

export function createRealtime(options: RealtimeOptions): Realtime {
  const { clock, session, page, monotonic } = options;
  const socket =
    options.socket ??
    openSocket(options.url, () => {
      const token = options.token();
      return { lang: options.language(), ...(token === undefined ? {} : { token }) };
    });
  const connection = watchConnection(socket, page);
  const hub = createQuoteHub({
    socket,
    clock,
    isVisible: page.isVisible,
    onBadRow: (row) => options.onFault(new TypeError(`unreadable quote or book ${JSON.stringify(row)}`)),
  });
  const subscription = new Subscription();
  subscription.add(watchLiveness({ socket, page, clock, monotonic }));
  subscription.add(socket.on('session.ended').subscribe(options.onSessionEnded));
  subscription.add(socket.on('release.changed').subscribe(options.onReleaseChanged));
  const catalogVersion = new BehaviorSubject<number | undefined>(undefined);
  subscription.add(socket.on('catalog.changed').subscribe(({ version }) => catalogVersion.next(version)));
  const halted = new BehaviorSubject<readonly string[] | undefined>(undefined);
  subscription.add(socket.on('market.halts').subscribe(({ symbols }) => halted.next(symbols)));
  // Another person or another account mode: the server must read the token again.
  subscription.add(
    session
      .pipe(
        map((state) => state.generation),
        distinctUntilChanged(),
        skip(1),
      )
      .subscribe(() => socket.reopen()),
  );
  const privateEvents$ = createPrivateEvents({ socket, session, eventsSince: options.eventsSince, onBadEvent: options.onFault });
  // Kept running from the start: the numbers must be followed also while nobody listens.
  subscription.add(privateEvents$.subscribe());
  const { news, subscription: telling } = createReleaseNews(socket);
  subscription.add(telling);

  return {
    quotes: { connection: connection.state, watch: hub.watch, watchBook: hub.watchBook, peek: hub.peek, catalogVersion, halted },
    privateEvents$,
    releases: news,
    roots$: socket.on('root'),
    heads$: socket.on('quotes').pipe(mergeMap(({ heads = [] }) => (heads.length === 0 ? [] : [heads]))),
    close() {
      subscription.unsubscribe();
      hub.close();
      connection.close();
      socket.close();
    },
  };
}
