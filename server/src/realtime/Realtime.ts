/**
 * The socket: quotes for everybody, private events for the signed-in. Rooms are chosen here and never by name from the
 * client; a socket's user is the person to whom the token in its auth payload belongs, and when that session ends the socket is
 * told and closed. Limits bound what one client can cost: connections, symbols, message size, message rate and unread packets.
 */
import type { Server as HttpServer } from 'node:http';
import type { SocketAuth } from '@tessera/shared/contract';
import type { Catalog } from '../catalog/Catalog';
import type { Handlers, SignedIn } from '../http/handler';
import type { SessionFinder } from '../http/sessionFinder';
import type { OrderBookCache } from '../market/OrderBookCache';
import type { QuoteCache } from '../market/QuoteCache';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { repeat, sleep, type Repeating } from '../platform/timers';
import type { Db } from '../store/database';
import { createOrderBookStream } from './orderBookStream';
import { createCatalogNews } from './catalogNews';
import { clientAddress } from './clientAddress';
import { isRateAllowed } from './inboundRate';
import { sessionRoom, userRoom, type OurServer, type OurSocket } from './OurSocket';
import { lastOutboxSeq, outboxSince } from './outbox';
import { createOutboxRelay } from './OutboxRelay';
import { createQuoteStream } from './quoteStream';
import { createRootStream } from './rootStream';
import { cutOff, isSlow } from './slowSockets';
import type { SocketBounds } from './SocketCounts';
import { openSocketServer } from './openSocketServer';
import { createSocketDoor, type EngineSocket } from './SocketDoor';
import { createSubscriptions } from './subscriptions';

const sweepMs = 1_000;
const defaultSessionRoundMs = 30_000;
/** What a socket may take to read its last messages when the server stops. */
const politeCloseMs = 1_000;
const closePollMs = 20;

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

export interface Realtime {
  readonly handlers: Handlers;
  /** Takes the socket's path on a server that may already be listening. */
  attach(http: HttpServer): Promise<void>;
  /** Relays private events now; call it after the commit that appended them. */
  wakeOutbox(): void;
  /** Tells every open page, and each one that connects later, where a release pointer stands. */
  announceRelease(head: PointerHead): void;
  /** Tells every open page of a version of the catalogue, and of halts, that it does not know; each one that connects hears the present ones. */
  announceCatalog(): void;
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
  readonly quoteCache: QuoteCache;
  readonly orderBooks: OrderBookCache;
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
  const door = createSocketDoor({ sessions, clock, metrics, trustedProxies: options.trustedProxies, bounds: options.bounds });
  const pointers = new Map<string, PointerHead>();
  const catalogNews = createCatalogNews(catalog);
  let io: OurServer | undefined;
  let sweep: Repeating | undefined;
  let sessionRound: Repeating | undefined;
  let stopListening: (() => void) | undefined;
  const onError = (error: unknown): void => log.error({ err: error }, 'the socket missed a round');

  const quotes = createQuoteStream({
    quoteCache: options.quoteCache,
    clock,
    onError,
    rooms: () => io?.of('/').adapter.rooms.keys() ?? [],
    send: (room, batch) => io?.to(room).volatile.emit('quotes', batch),
  });
  const roots = createRootStream({ db: options.relayDb, onError, send: (root) => io?.emit('root', root) });
  const orderBooks = createOrderBookStream({
    orderBooks: options.orderBooks,
    onError,
    rooms: () => io?.of('/').adapter.rooms.keys() ?? [],
    send: (room, frame) => io?.to(room).volatile.emit('book', frame),
  });

  const hearSubscriptions = createSubscriptions({ catalog, quotes, orderBooks });

  async function greet(socket: OurSocket, user: SignedIn): Promise<void> {
    await socket.join([userRoom(user), sessionRoom(user.sessionId)]);
    // The session may have ended between the look-up and the room.
    const { token } = socket.handshake.auth as SocketAuth;
    if (token === undefined || (await door.findUser(token)) === undefined) return endSession(user.sessionId);
    // Read after joining: whatever comes later than this number arrives through the room.
    socket.emit('private.head', { mode: user.mode, lastSeq: await lastOutboxSeq(db, user.userId, user.mode) });
  }

  function endSession(sessionId: string): void {
    const room = io?.in(sessionRoom(sessionId));
    room?.emit('session.ended');
    room?.disconnectSockets(true);
  }

  function onConnection(socket: OurSocket): void {
    const { data } = socket;
    socket.use((_, next) => {
      if (isRateAllowed(data.rate, clock.now())) return next();
      closedNoisy.inc();
      socket.disconnect(true);
    });
    hearSubscriptions(socket);
    socket.on('time.ask', (answer) => {
      if (typeof answer === 'function') answer(clock.now());
    });
    socket.on('release.running', (told) => pages.running(socket.id, told));
    socket.on('release.event', (told) => pages.event(socket.id, clientAddress(socket.handshake, options.trustedProxies), told));
    socket.on('disconnect', () => pages.gone(socket.id));
    for (const head of pointers.values()) socket.emit('release.changed', head);
    const root = roots.newest();
    if (root !== undefined) socket.emit('root', root);
    catalogNews.greet(socket);
    if (data.user !== undefined) {
      greet(socket, data.user).catch((error: unknown) => {
        log.warn({ err: error }, 'a socket could not be greeted');
        socket.disconnect(true);
      });
    }
  }

  async function closeSlowSockets(): Promise<void> {
    const sockets = [...(io?.of('/').sockets.values() ?? [])];
    open.set(sockets.length);
    for (const socket of sockets.filter(isSlow)) {
      closedSlow.inc();
      cutOff(socket);
    }
  }

  async function endOldSessions(): Promise<void> {
    const open = new Set([...(io?.of('/').sockets.values() ?? [])].flatMap(({ data }) => data.user?.sessionId ?? []));
    if (open.size > 0) for (const sessionId of await sessions.over([...open])) endSession(sessionId);
  }

  return {
    handlers: {
      eventsSince: ({ request, user }) => outboxSince(db, user.userId, user.mode, request.after),
      serverTime: async ({ nowMs }) => ({ serverMs: nowMs }),
    },
    async attach(http) {
      const server = (io = openSocketServer(http, door));
      server.on('connection', onConnection);
      stopListening = sessions.onEnded(({ sessionId }) => endSession(sessionId));
      quotes.start();
      roots.start();
      orderBooks.start();
      sweep = repeat(sweepMs, closeSlowSockets, onError);
      sessionRound = repeat(options.sessionRoundMs ?? defaultSessionRoundMs, endOldSessions, onError);
      server.engine.on('connection', (connection: EngineSocket) => door.connected(connection));
      await relay.start((to, event) => void server.to(userRoom(to)).emit('private', event));
    },
    wakeOutbox: () => relay.wake(),
    announceRelease(head) {
      pointers.set(head.channel, head);
      io?.emit('release.changed', head);
    },
    announceCatalog: () => catalogNews.announce(io),
    async stop() {
      stopListening?.();
      await Promise.all([quotes.stop(), roots.stop(), orderBooks.stop(), sweep?.stop(), sessionRound?.stop(), relay.stop()]);
      const server = io;
      io = undefined;
      if (server === undefined) return;
      await closePolitely(server);
    },
  };
}

/** Tells every socket that it is over, and cuts off those that do not read it. */
async function closePolitely(server: OurServer): Promise<void> {
  const sockets = [...server.of('/').sockets.values()];
  server.disconnectSockets(true);
  for (let waitedMs = 0; server.engine.clientsCount > 0 && waitedMs < politeCloseMs; waitedMs += closePollMs)
    await sleep(closePollMs);
  for (const socket of sockets) cutOff(socket);
  server.engine.close();
}
