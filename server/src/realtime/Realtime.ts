/**
 * The socket: quotes for everybody, private events for the signed-in. Rooms are chosen here and never by name from the
 * client; a socket's user is whoever the token in its auth payload belongs to, and when that session ends the socket is
 * told and closed. Limits bound what one client can cost: connections, symbols, message size, message rate and unread packets.
 */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import {
  maxSubscriptions,
  socketPath,
  socketTimings,
  type ClientToServer,
  type ServerToClient,
  type SocketAuth,
} from '@tessera/shared/contract';
import { Server, type Socket } from 'socket.io';
import type { Catalog } from '../catalog/Catalog';
import type { Handlers, SignedIn } from '../http/handler';
import { isOwnOrigin } from '../http/isOwnOrigin';
import { networkOf } from '../http/networkOf';
import type { SessionFinder } from '../http/sessionFinder';
import { bookTermsOf, type BookBoard } from '../market/BookBoard';
import type { QuoteBoard } from '../market/QuoteBoard';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { repeat, sleep, withLimit, type Repeating } from '../platform/timers';
import type { Db } from '../store/database';
import { bookRoom, createBookStream } from './bookStream';
import { clientAddress } from './clientAddress';
import { isRateAllowed, type RateBucket } from './inboundRate';
import { lastOutboxSeq, outboxSince } from './outbox';
import { createOutboxRelay } from './OutboxRelay';
import { createSocketCounts, type SocketBounds } from './SocketCounts';
import { chartRoom, createQuoteStream, listRoom } from './quoteStream';

const maxMessageBytes = 16 * 1024;
const maxUnreadPackets = 500;
const sweepMs = 1_000;
const usualSessionRoundMs = 30_000;
const authLimitMs = 5_000;
/** What a socket may take to read its last messages when the server stops. */
const politeCloseMs = 1_000;
const closePollMs = 20;

const userRoom = (user: Pick<SignedIn, 'userId' | 'mode'>): string => `u:${user.userId}:${user.mode}`;
const sessionRoom = (sessionId: string): string => `s:${sessionId}`;

/** Identity's side: whose token, and which sessions are over. */
export interface RealtimeSessions extends SessionFinder {
  onEnded(listener: (ended: { readonly sessionId: string }) => void): () => void;
  /** Which of these sessions are over: ended, grown too old, or of somebody frozen. */
  over(sessionIds: readonly string[]): Promise<readonly string[]>;
}

/** The releases' side: what connected pages tell about the releases that they run. It is judged there. `page` is one connection. */
export interface PageReports {
  running(page: string, told: unknown): void;
  event(page: string, address: string, told: unknown): void;
  gone(page: string): void;
}

export interface PointerHead {
  readonly channel: string;
  readonly serial: number;
}

/** The connection below a socket. */
interface EngineSocket {
  readonly remoteAddress: string;
  readonly request: IncomingMessage;
  once(event: 'close', listener: () => void): unknown;
}

interface SocketData {
  user: SignedIn | undefined;
  symbols: Set<string>;
  chart: string | undefined;
  book: string | undefined;
  rate: RateBucket;
}

type OurServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
type OurSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

export interface Realtime {
  readonly handlers: Handlers;
  /** Takes the socket's path on a server that may already be listening. */
  attach(http: HttpServer): Promise<void>;
  /** Relays private events now; call it after the commit that appended them. */
  wakeOutbox(): void;
  /** Tells every open page, and each one that connects later, where a release pointer stands. */
  announceRelease(head: PointerHead): void;
  /** Closes every socket; the HTTP server stays. */
  stop(): Promise<void>;
}

export interface RealtimeOptions {
  readonly db: Db;
  /** Of a pool that no request uses: private events are relayed with it. */
  readonly relayDb: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly catalog: Catalog;
  readonly board: QuoteBoard;
  readonly books: BookBoard;
  readonly sessions: RealtimeSessions;
  readonly pages: PageReports;
  /** Number of proxies in front of us whose word on a client's address counts. */
  readonly trustedProxies: number;
  readonly bounds?: SocketBounds;
  /** How often the sessions of open sockets are looked at; an end is told at once, growing old is not. */
  readonly sessionRoundMs?: number;
}

export function createRealtime(options: RealtimeOptions): Realtime {
  const { db, clock, log, metrics, catalog, sessions, pages } = options;
  const relay = createOutboxRelay({ db: options.relayDb, clock, log, metrics });
  const closedSlow = metrics.counter('sockets_closed_slow_total', 'Sockets closed for not reading');
  const closedNoisy = metrics.counter('sockets_closed_noisy_total', 'Sockets closed for sending too much');
  const open = metrics.gauge('sockets_open', 'Open sockets');
  const refusedRoom = metrics.counter('sockets_refused_total', 'Connections refused because there are too many', ['bound']);
  const counts = createSocketCounts(options.bounds);
  const networkOfRequest = (address: string, headers: IncomingMessage['headers']): string =>
    networkOf(clientAddress({ address, headers }, options.trustedProxies));
  const pointers = new Map<string, PointerHead>();
  let io: OurServer | undefined;
  let sweep: Repeating | undefined;
  let sessionRound: Repeating | undefined;
  let stopListening: (() => void) | undefined;
  const onError = (error: unknown): void => log.error({ err: error }, 'the socket missed a round');

  const quotes = createQuoteStream({
    board: options.board,
    clock,
    onError,
    rooms: () => io?.of('/').adapter.rooms.keys() ?? [],
    send: (room, batch) => io?.to(room).volatile.emit('quotes', batch),
  });
  const books = createBookStream({
    books: options.books,
    onError,
    rooms: () => io?.of('/').adapter.rooms.keys() ?? [],
    send: (room, frame) => io?.to(room).volatile.emit('book', frame),
  });

  async function authenticate(socket: OurSocket): Promise<void> {
    const { token } = socket.handshake.auth as SocketAuth;
    socket.data.symbols = new Set();
    socket.data.rate = { left: undefined, atMs: clock.now() };
    if (typeof token !== 'string' || token === '') return;
    const user = await findUser(token);
    // The client shows the sign-in page on this message, as for type 999.
    if (user === undefined) throw new Error('AUTH_SESSION_ENDED');
    const leave = counts.signedIn(user.userId);
    if (leave === undefined) {
      refusedRoom.inc({ bound: 'person' });
      // The connection below it must not stay either.
      setImmediate(() => socket.conn.close());
      throw new Error('TOO_MANY_REQUESTS');
    }
    // The engine's own end: it comes also for a socket that never got to its rooms.
    socket.conn.once('close', leave);
    socket.data.user = user;
  }

  const findUser = (token: string): Promise<SignedIn | undefined> =>
    withLimit(sessions.find(token), authLimitMs, () => new Error('PLEASE_RETRY'));

  async function greet(socket: OurSocket, user: SignedIn): Promise<void> {
    await socket.join([userRoom(user), sessionRoom(user.sessionId)]);
    // The session may have ended between the look-up and the room.
    const { token } = socket.handshake.auth as SocketAuth;
    if (token === undefined || (await findUser(token)) === undefined) return endSession(user.sessionId);
    // Read after joining: whatever comes later than this number arrives through the room.
    socket.emit('private.head', { mode: user.mode, lastSeq: await lastOutboxSeq(db, user.userId, user.mode) });
  }

  function endSession(sessionId: string): void {
    const room = io?.in(sessionRoom(sessionId));
    room?.emit('session.ended');
    room?.disconnectSockets(true);
  }

  function watch(socket: OurSocket, symbols: Set<string>): void {
    const { data } = socket;
    if (data.symbols.size > 0) void socket.leave(listRoom(data.symbols));
    data.symbols = symbols;
    if (symbols.size > 0) void socket.join(listRoom(symbols));
  }

  const knownSymbols = (given: unknown): string[] =>
    Array.isArray(given)
      ? given
          .slice(0, maxSubscriptions)
          .filter((symbol): symbol is string => typeof symbol === 'string' && catalog.symbol(symbol) !== undefined)
      : [];

  /** One book at a time, and only of a symbol that has one; anything else closes it. */
  function watchBook(socket: OurSocket, given: unknown): void {
    const { data } = socket;
    if (data.book !== undefined) void socket.leave(bookRoom(data.book));
    data.book = knownSymbols([given]).find((symbol) => bookTermsOf(catalog, symbol) !== undefined);
    if (data.book === undefined) return;
    void socket.join(bookRoom(data.book));
    const first = books.firstFrame(data.book);
    if (first !== undefined) socket.emit('book', first);
  }

  function onConnection(socket: OurSocket): void {
    const { data } = socket;
    socket.use((_, next) => {
      if (isRateAllowed(data.rate, clock.now())) return next();
      closedNoisy.inc();
      socket.disconnect(true);
    });
    socket.on('quotes.subscribe', (given, answer) => {
      const asked = knownSymbols(given);
      watch(socket, new Set([...data.symbols, ...asked].slice(0, maxSubscriptions)));
      if (typeof answer === 'function') answer(quotes.snapshot(asked.filter((symbol) => data.symbols.has(symbol))));
    });
    socket.on('quotes.unsubscribe', (given) => {
      const gone = new Set(knownSymbols(given));
      watch(socket, new Set([...data.symbols].filter((symbol) => !gone.has(symbol))));
    });
    socket.on('chart.watch', (given) => {
      if (data.chart !== undefined) void socket.leave(chartRoom(data.chart));
      data.chart = knownSymbols([given])[0];
      if (data.chart !== undefined) void socket.join(chartRoom(data.chart));
    });
    socket.on('book.watch', (given) => watchBook(socket, given));
    socket.on('time.ask', (answer) => {
      if (typeof answer === 'function') answer(clock.now());
    });
    socket.on('release.running', (told) => pages.running(socket.id, told));
    socket.on('release.event', (told) => pages.event(socket.id, clientAddress(socket.handshake, options.trustedProxies), told));
    socket.on('disconnect', () => pages.gone(socket.id));
    for (const head of pointers.values()) socket.emit('release.changed', head);
    if (data.user !== undefined) {
      greet(socket, data.user).catch((error: unknown) => {
        log.warn({ err: error }, 'a socket could not be greeted');
        socket.disconnect(true);
      });
    }
  }

  async function closeSlowSockets(): Promise<void> {
    const sockets = io?.of('/').sockets;
    open.set(sockets?.size ?? 0);
    for (const socket of sockets?.values() ?? []) {
      if (unreadPackets(socket) <= maxUnreadPackets) continue;
      closedSlow.inc();
      cutOff(socket);
    }
  }

  async function endOldSessions(): Promise<void> {
    const open = new Set([...(io?.of('/').sockets.values() ?? [])].flatMap(({ data }) => data.user?.sessionId ?? []));
    if (open.size > 0) for (const sessionId of await sessions.over([...open])) endSession(sessionId);
  }

  /** Before the upgrade: after it, a refusal of an old protocol would be written as HTTP into the open WebSocket. */
  function refusalOf(request: IncomingMessage): string | undefined {
    if (!isOwnOrigin(request)) return 'origin';
    const asked = new URL(request.url ?? '', 'http://socket').searchParams;
    if (asked.get('EIO') !== '4') return 'protocol';
    const isNew = !asked.has('sid');
    if (!isNew || counts.hasRoom(networkOfRequest(request.socket.remoteAddress ?? '', request.headers))) return undefined;
    refusedRoom.inc({ bound: 'network' });
    return 'TOO_MANY_REQUESTS';
  }

  return {
    handlers: {
      eventsSince: ({ request, user }) => outboxSince(db, user.userId, user.mode, request.after),
      serverTime: async ({ nowMs }) => ({ serverMs: nowMs }),
    },
    async attach(http) {
      const server: OurServer = new Server(http, {
        path: socketPath,
        serveClient: false,
        transports: ['polling', 'websocket'],
        perMessageDeflate: false,
        httpCompression: false,
        maxHttpBufferSize: maxMessageBytes,
        connectTimeout: socketTimings.connectTimeoutMs,
        allowRequest: (request, decide) => {
          const refusal = refusalOf(request);
          decide(refusal ?? null, refusal === undefined);
        },
      });
      io = server;
      server.use((socket, next) => {
        authenticate(socket).then(
          () => next(),
          (error: unknown) => next(error instanceof Error ? error : new Error('PLEASE_RETRY')),
        );
      });
      server.on('connection', onConnection);
      stopListening = sessions.onEnded(({ sessionId }) => endSession(sessionId));
      quotes.start();
      books.start();
      sweep = repeat(sweepMs, closeSlowSockets, onError);
      sessionRound = repeat(options.sessionRoundMs ?? usualSessionRoundMs, endOldSessions, onError);
      server.engine.on('connection', (connection: EngineSocket) => {
        const { remoteAddress, request } = connection;
        connection.once('close', counts.connected(networkOfRequest(remoteAddress, request.headers)));
      });
      await relay.start((to, event) => void server.to(userRoom(to)).emit('private', event));
    },
    wakeOutbox: () => relay.wake(),
    announceRelease(head) {
      pointers.set(head.channel, head);
      io?.emit('release.changed', head);
    },
    async stop() {
      stopListening?.();
      await Promise.all([quotes.stop(), books.stop(), sweep?.stop(), sessionRound?.stop(), relay.stop()]);
      const server = io;
      io = undefined;
      if (server === undefined) return;
      const sockets = [...server.of('/').sockets.values()];
      server.disconnectSockets(true);
      for (let waitedMs = 0; server.engine.clientsCount > 0 && waitedMs < politeCloseMs; waitedMs += closePollMs)
        await sleep(closePollMs);
      for (const socket of sockets) cutOff(socket);
      server.engine.close();
    },
  };
}

/** Not a polite close: that would wait for the very packets nobody reads, and for an answer that does not come. */
function cutOff(socket: OurSocket): void {
  const { transport } = socket.conn as unknown as { transport: { socket?: { terminate?(): void } } };
  socket.conn.close(true);
  transport.socket?.terminate?.();
}

const unreadPackets = (socket: OurSocket): number =>
  (socket.conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length;
