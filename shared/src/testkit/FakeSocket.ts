import { BehaviorSubject, Subject } from '@tessera/shared/kernel';
import { toQuoteRow } from '../domain/contract';
import type { BookFrame, PrivateEvent, Quote, QuoteBatch, QuoteRow, ReleaseEvent, RunningReleases } from '../domain/contract';
import type { SocketPort } from '../host-kit/realtime';

/** A server at the other end of the socket, played by a test. */
export interface FakeSocket extends SocketPort {
  readonly isConnected$: BehaviorSubject<boolean>;
  /** Everything the page asked, oldest first: "subscribe BTC-USDT", "unsubscribe …", "chart BTC-USDT", "reopen". */
  readonly asked: readonly string[];
  /** What the page told about its releases, oldest first. */
  readonly told: readonly (RunningReleases | ReleaseEvent)[];
  /** The symbols that the server would send now. */
  readonly subscribed: ReadonlySet<string>;
  /** Answers of later subscriptions. */
  snapshot: readonly Quote[];
  /** False: no question is answered, as on a dead connection. */
  isAnswering: boolean;
  serverMs: number;
  sendQuotes(...quotes: readonly Quote[]): void;
  sendRows(...rows: readonly unknown[]): void;
  sendBook(frame: BookFrame): void;
  sendHead(mode: 'real' | 'demo', lastSeq: number): void;
  sendPrivate(event: PrivateEvent): void;
  sendSessionEnded(): void;
  sendReleaseChanged(serial: number): void;
  sendCatalogChanged(version: number): void;
  sendHalts(...symbols: readonly string[]): void;
}

export function createFakeSocket(serverMs: number): FakeSocket {
  const isConnected$ = new BehaviorSubject(false);
  const events = new Map<string, Subject<unknown>>();
  const asked: string[] = [];
  const told: (RunningReleases | ReleaseEvent)[] = [];
  const subscribed = new Set<string>();
  const eventsOf = (name: string): Subject<unknown> => {
    const existing = events.get(name) ?? new Subject<unknown>();
    events.set(name, existing);
    return existing;
  };
  isConnected$.subscribe((isConnected) => {
    if (!isConnected) subscribed.clear();
  });

  const fake: FakeSocket = {
    isConnected$,
    asked,
    told,
    subscribed,
    snapshot: [],
    isAnswering: true,
    serverMs,
    on: (name) => eventsOf(name) as never,
    async subscribe(symbols) {
      asked.push(`subscribe ${symbols.join(' ')}`);
      for (const symbol of symbols) subscribed.add(symbol);
      if (!fake.isAnswering) throw new Error('no answer in time');
      const wanted = fake.snapshot.filter((quote) => symbols.includes(quote.symbol));
      return { serverMs: fake.serverMs, rows: wanted.map(toQuoteRow) };
    },
    unsubscribe(symbols) {
      asked.push(`unsubscribe ${symbols.join(' ')}`);
      for (const symbol of symbols) subscribed.delete(symbol);
    },
    watchBook: (symbol) => {
      asked.push(`book ${symbol ?? 'none'}`);
    },
    sendBook: (frame) => eventsOf('book').next(frame),
    watchChart: (symbol) => {
      asked.push(`chart ${symbol ?? 'none'}`);
    },
    tellRunning: (running) => {
      told.push(running);
    },
    tellReleaseEvent: (event) => {
      told.push(event);
    },
    async askTime() {
      asked.push('time');
      if (!fake.isAnswering) throw new Error('no answer in time');
      return fake.serverMs;
    },
    reopen() {
      asked.push('reopen');
      isConnected$.next(false);
    },
    close: () => isConnected$.next(false),
    sendQuotes: (...quotes) => fake.sendRows(...quotes.map(toQuoteRow)),
    sendRows: (...rows) => eventsOf('quotes').next({ serverMs: fake.serverMs, rows: rows as QuoteRow[] } satisfies QuoteBatch),
    sendHead: (mode, lastSeq) => eventsOf('private.head').next({ mode, lastSeq }),
    sendPrivate: (event) => eventsOf('private').next(event),
    sendSessionEnded: () => eventsOf('session.ended').next(undefined),
    sendReleaseChanged: (serial) => eventsOf('release.changed').next({ channel: 'prod', serial }),
    sendCatalogChanged: (version) => eventsOf('catalog.changed').next({ version }),
    sendHalts: (...symbols) => eventsOf('market.halts').next({ symbols }),
  };
  return fake;
}
