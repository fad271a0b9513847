import { createServer } from 'node:http';
import { connect as connectRaw, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import {
  bookFrame,
  fromQuoteRow,
  quoteBatch,
  socketPath,
  type BookFrame,
  type ClientToServer,
  type PrivateEvent,
  type Quote,
  type QuoteBatch,
  type ServerToClient,
  type SignedRoot,
} from '@tessera/shared/contract';
import { price } from '@tessera/shared/money';
import { io as connect, type Socket } from 'socket.io-client';
import { useTestDatabase } from '../../test/testDatabase';
import { loadCatalog } from '../catalog/Catalog';
import type { RecordedTick } from '../feed/TickBus';
import type { SignedIn } from '../http/handler';
import { createOrderBookCache } from '../market/OrderBookCache';
import { createQuoteCache } from '../market/QuoteCache';
import { createSystemClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { sleep } from '../platform/timers';
import { appendOutbox } from './outbox';
import { createRealtime, type PageReports, type RealtimeOptions, type RealtimeSessions } from './Realtime';

type Client = Socket<ServerToClient, ClientToServer>;

const database = useTestDatabase();
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Sessions as identity keeps them, for three tokens. */
function someSessions(): RealtimeSessions & { end(token: string): void; expire(token: string): void } {
  const live = new Map<string, SignedIn>([
    ['token-ann', { userId: '1', mode: 'real', sessionId: '11' }],
    ['token-ann-demo', { userId: '1', mode: 'demo', sessionId: '12' }],
    ['token-bob', { userId: '2', mode: 'real', sessionId: '21' }],
  ]);
  const listeners = new Set<(ended: { sessionId: string }) => void>();
  return {
    find: async (token) => live.get(token),
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    over: async (ids) => ids.filter((id) => [...live.values()].every(({ sessionId }) => sessionId !== id)),
    /** Too old: nobody is told. */
    expire: (token) => void live.delete(token),
    end(token) {
      const sessionId = live.get(token)?.sessionId ?? '';
      live.delete(token);
      for (const listener of listeners) listener({ sessionId });
    },
  };
}

async function anExchange(given: Pick<RealtimeOptions, 'bounds' | 'sessionRoundMs'> = {}) {
  const clock = createSystemClock();
  const catalog = await loadCatalog(database.db, clock.now());
  const quoteCache = createQuoteCache(database.db, catalog);
  const orderBooks = createOrderBookCache(database.db, catalog);
  const sessions = someSessions();
  const metrics = createMetrics({ collectProcess: false });
  const told: unknown[][] = [];
  const pages: PageReports = {
    running: (page, running) => told.push(['running', page, running]),
    event: (page, address, event) => told.push(['event', page, address, event]),
    gone: (page) => told.push(['gone', page]),
  };
  const log = createLog({ logLevel: 'silent' });
  let catalogVersion = catalog.version();
  let halted: readonly string[] = [];
  const realtime = createRealtime({
    db: database.db,
    relayDb: database.db,
    clock,
    log,
    metrics,
    catalog: { ...catalog, version: () => catalogVersion, halted: () => halted },
    quoteCache,
    orderBooks,
    sessions,
    pages,
    trustedProxies: 1,
    ...given,
  });
  const http = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  await realtime.attach(http);
  const { port } = http.address() as AddressInfo;
  cleanups.push(async () => {
    await realtime.stop();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const seqs = new Map<string, number>();
  function tick(symbol: string, text: string): void {
    const seq = (seqs.get(symbol) ?? 0) + 1;
    seqs.set(symbol, seq);
    const recorded: RecordedTick = {
      symbol,
      seq,
      atMs: clock.now(),
      price: price(text),
      bid: price(text),
      ask: price(text),
      volume: undefined,
      hash: new Uint8Array(32).fill(7),
    };
    quoteCache.onTicks([recorded]);
    orderBooks.onTicks([recorded]);
  }
  function open(options: { token?: string; transports?: string[]; origin?: string; forwardedFor?: string } = {}): Client {
    const client: Client = connect(`http://127.0.0.1:${port}`, {
      path: '/socket',
      transports: options.transports ?? ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: options.token === undefined ? {} : { token: options.token },
      extraHeaders: {
        ...(options.origin === undefined ? {} : { origin: options.origin }),
        ...(options.forwardedFor === undefined ? {} : { 'x-forwarded-for': options.forwardedFor }),
      },
    });
    cleanups.push(() => void client.disconnect());
    return client;
  }
  const publishCatalog = (version: number): void => void (catalogVersion = version);
  const halt = (...symbols: readonly string[]): void => void (halted = symbols);
  return { realtime, sessions, tick, open, port, metrics, told, publishCatalog, halt };
}

const connected = (client: Client): Promise<void> =>
  new Promise((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('connect_error', reject);
  });
const subscribe = (client: Client, symbols: string[]): Promise<Quote[]> =>
  new Promise((resolve) => client.emit('quotes.subscribe', symbols, (batch) => resolve(batch.rows.map(fromQuoteRow))));
function collectQuotes(client: Client): QuoteBatch[] {
  const batches: QuoteBatch[] = [];
  client.on('quotes', (batch) => batches.push(batch));
  return batches;
}
function collectBooks(client: Client): BookFrame[] {
  const frames: BookFrame[] = [];
  client.on('book', (frame) => frames.push(frame));
  return frames;
}
const answered = (client: Client): Promise<void> => new Promise((resolve) => client.emit('time.ask', () => resolve()));
function collectPrivate(client: Client): PrivateEvent[] {
  const events: PrivateEvent[] = [];
  client.on('private', (event) => events.push(event));
  return events;
}
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await sleep(10);
}
/** Batches are volatile: one may be lost, while a transport changes for example, and the next tick makes up for it. */
async function tickUntil(isDone: () => boolean, tick: () => void): Promise<void> {
  for (let tries = 0; !isDone(); tries += 1) {
    if (tries % 50 === 0) tick();
    await sleep(10);
  }
}
async function say(realtime: { wakeOutbox(): void }, userId: string, mode: 'real' | 'demo', messageId: string): Promise<void> {
  await database.db
    .transaction()
    .execute((tx) => appendOutbox(tx, userId, mode, { type: 'notice', messageId, title: 't' }, Date.now()));
  realtime.wakeOutbox();
}

it('answers a subscription with the present values and then sends what changes, to nobody else', async () => {
  const { tick, open } = await anExchange();
  tick('BTC-USDT', '100');
  const client = open({ transports: ['polling', 'websocket'] });
  await connected(client);
  const batches = collectQuotes(client);
  expect(await subscribe(client, ['BTC-USDT', 'ETH-USDT', 'NO-SUCH'])).toMatchObject([
    { symbol: 'BTC-USDT', price: '100', seq: 1, changeRate: null },
  ]);
  const hasEther = () => batches.some((batch) => batch.rows.some(([symbol]) => symbol === 'ETH-USDT'));
  await tickUntil(hasEther, () => {
    tick('ETH-USDT', '10');
    tick('XRP-USDT', '2');
  });
  expect(batches.flatMap((batch) => batch.rows).map(([symbol]) => symbol)).not.toContain('XRP-USDT');
  await new Promise<void>((resolve) => {
    client.emit('quotes.unsubscribe', ['ETH-USDT']);
    client.emit('time.ask', () => resolve());
  });
  batches.length = 0;
  await tickUntil(
    () => batches.length > 0,
    () => {
      tick('ETH-USDT', '11');
      tick('BTC-USDT', '101');
    },
  );
  expect(new Set(batches.flatMap((batch) => batch.rows).map(([symbol]) => symbol))).toEqual(new Set(['BTC-USDT']));
});

it('names once a second where the logs of the symbols stand, to who watches them', async () => {
  const { tick, open } = await anExchange();
  const client = open();
  await connected(client);
  const batches = collectQuotes(client);
  await subscribe(client, ['BTC-USDT']);
  const heads = () => batches.flatMap((batch) => quoteBatch.parse(batch).heads ?? []);
  tick('ETH-USDT', '10');
  tick('BTC-USDT', '100');
  await until(() => heads().length > 0);
  expect(heads()).toEqual([['BTC-USDT', 1, '07'.repeat(8)]]);
  tick('BTC-USDT', '101');
  await until(() => heads().length > 1);
  expect(heads()[1]).toEqual(['BTC-USDT', 2, '07'.repeat(8)]);
});

it('tells a new root to everybody, and the newest one to who comes later', async () => {
  const { open } = await anExchange();
  const told: SignedRoot[] = [];
  const publish = (minuteMs: number) => {
    const logs = { recordSeq: 1, recordHash: 'r', auditSeq: 1, auditHash: 'a', keyId: 'k', signature: 's' };
    return database.db
      .insertInto('tickAnchor')
      .values({ minuteMs, root: String(minuteMs), previousRoot: '', heads: '{}', ...logs })
      .execute();
  };
  await publish(60_000);
  const client = open();
  client.on('root', (root) => told.push(root));
  await until(() => told.length === 1);
  await publish(120_000);
  await until(() => told.length === 2);
  expect(told.map(({ minuteMs }) => minuteMs)).toEqual([60_000, 120_000]);
  const later = open();
  const root = await new Promise<SignedRoot>((resolve) => later.once('root', resolve));
  expect(root).toEqual({ minuteMs: 120_000, root: '120000', keyId: 'k', signature: 's' });
});

it('joins many ticks into few batches and always arrives at the last value', async () => {
  const { tick, open } = await anExchange();
  const client = open();
  await connected(client);
  const batches = collectQuotes(client);
  await subscribe(client, ['BTC-USDT']);
  for (let index = 1; index <= 300; index++) {
    tick('BTC-USDT', String(1000 + index));
    // A pause may last as long as a batch takes.
    if (index % 20 === 0) await sleep(10);
  }
  const lastSeq = (): number => batches.at(-1)?.rows[0]?.[1] ?? 0;
  await until(() => lastSeq() === 300);
  expect(batches.length).toBeLessThan(30);
  const seqs = batches.map((batch) => batch.rows[0]?.[1] ?? 0);
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
});

it('sends the open chart its symbol without a list subscription, until another chart is open', async () => {
  const { tick, open } = await anExchange();
  const client = open();
  await connected(client);
  const batches = collectQuotes(client);
  client.emit('chart.watch', 'BTC-USDT');
  await new Promise<void>((resolve) => client.emit('time.ask', () => resolve()));
  tick('BTC-USDT', '100');
  await until(() => batches.length > 0);
  client.emit('chart.watch', 'ETH-USDT');
  await new Promise<void>((resolve) => client.emit('time.ask', () => resolve()));
  batches.length = 0;
  tick('BTC-USDT', '101');
  tick('ETH-USDT', '10');
  await until(() => batches.length > 0);
  expect(batches.flatMap((batch) => batch.rows).map(([symbol]) => symbol)).toEqual(['ETH-USDT']);
});

it('gives who watches a book the whole book and the latest trades at once, and then the trades since the frame before', async () => {
  const { tick, open } = await anExchange();
  for (let index = 0; index < 40; index++) tick('BTC-USDT', String(1000 + index));
  const client = open();
  await connected(client);
  const frames = collectBooks(client);
  client.emit('book.watch', 'BTC-USDT');
  await answered(client);
  expect(frames).toHaveLength(1);
  expect(bookFrame.parse(frames[0])).toMatchObject({ symbol: 'BTC-USDT', seq: 40, isModelled: true });
  expect(frames[0]?.bids).toHaveLength(20);
  expect(frames[0]?.asks).toHaveLength(20);
  expect(frames[0]?.trades.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, index) => 40 - index));
  tick('BTC-USDT', '990');
  tick('BTC-USDT', '991');
  tick('ETH-USDT', '7');
  await until(() => frames.at(-1)?.seq === 42);
  expect(
    frames
      .slice(1)
      .flatMap(({ trades }) => trades.map(({ seq, side }) => [seq, side]))
      .sort(),
  ).toEqual([
    [41, 'sell'],
    [42, 'buy'],
  ]);
  expect(new Set(frames.map(({ symbol }) => symbol))).toEqual(new Set(['BTC-USDT']));
});

it('joins many ticks into few frames that leave no trade out, also for who joins later', async () => {
  const { tick, open } = await anExchange();
  tick('BTC-USDT', '1000');
  const [early, late] = [open(), open()];
  await Promise.all([early, late].map(connected));
  const [earlyFrames, lateFrames] = [early, late].map(collectBooks);
  early.emit('book.watch', 'BTC-USDT');
  await answered(early);
  for (let index = 2; index <= 60; index++) {
    tick('BTC-USDT', String(1000 + index));
    if (index === 30) late.emit('book.watch', 'BTC-USDT');
    // A pause may last as long as a frame takes.
    if (index % 3 === 0) await sleep(45);
  }
  await until(() => earlyFrames?.at(-1)?.seq === 60 && lateFrames?.at(-1)?.seq === 60);
  const seqs = (frames: BookFrame[] | undefined): Set<number> =>
    new Set(frames?.flatMap(({ trades }) => trades.map(({ seq }) => seq)));
  expect(seqs(earlyFrames).size).toBe(60);
  for (let seq = 30; seq <= 60; seq++) expect(seqs(lateFrames).has(seq)).toBe(true);
  expect(earlyFrames?.length).toBeLessThan(30);
});

it('has one book at a time for a socket, none after null, and none of a symbol without spot', async () => {
  const { tick, open } = await anExchange();
  const [client, witness] = [open(), open()];
  await Promise.all([client, witness].map(connected));
  const frames = collectBooks(client);
  const seen = collectBooks(witness);
  tick('BTC-USDT', '1000');
  tick('ETH-USDT', '10');
  witness.emit('book.watch', 'ETH-USDT');
  client.emit('book.watch', 'BTC-USDT');
  client.emit('book.watch', 'ETH-USDT');
  await Promise.all([client, witness].map(answered));
  expect(frames.map(({ symbol }) => symbol)).toEqual(['BTC-USDT', 'ETH-USDT']);
  frames.length = 0;
  tick('BTC-USDT', '1001');
  tick('ETH-USDT', '11');
  await until(() => frames.length > 0);
  for (const closing of [null, 'EUR-USD', 'NO-SUCH'] as const) {
    client.emit('book.watch', 'ETH-USDT');
    client.emit('book.watch', closing);
    await answered(client);
    frames.length = 0;
    seen.length = 0;
    tick('ETH-USDT', '12');
    tick('EUR-USD', '1.1');
    await until(() => seen.length > 0);
    await answered(client);
    expect(frames).toEqual([]);
  }
  expect(new Set(seen.map(({ symbol }) => symbol))).toEqual(new Set(['ETH-USDT']));
});

it('a symbol that never ticked has no first frame; its first tick brings one', async () => {
  const { tick, open } = await anExchange();
  const client = open();
  await connected(client);
  const frames = collectBooks(client);
  client.emit('book.watch', 'BTC-USDT');
  await answered(client);
  expect(frames).toEqual([]);
  tick('BTC-USDT', '1000');
  await until(() => frames.length > 0);
  expect(frames[0]?.trades).toHaveLength(1);
});

it('lets a socket go that sends without pause', async () => {
  const { open } = await anExchange();
  const client = open();
  await connected(client);
  const gone = new Promise<void>((resolve) => client.once('disconnect', () => resolve()));
  for (let index = 0; index < 60; index++) client.emit('quotes.unsubscribe', ['BTC-USDT']);
  await gone;
});

it('survives messages of any shape', async () => {
  const { open, tick } = await anExchange();
  const client = open();
  await connected(client);
  const raw = client as unknown as { emit(name: string, ...values: unknown[]): void };
  for (const value of [undefined, null, 5, 'BTC-USDT', { length: 3 }, [[['BTC-USDT']], {}, null]]) {
    raw.emit('quotes.subscribe', value);
    raw.emit('quotes.unsubscribe', value, value);
    raw.emit('chart.watch', value);
    raw.emit('book.watch', value, value);
  }
  raw.emit('time.ask', 'no function');
  raw.emit('u:1:real', 'BTC-USDT');
  tick('BTC-USDT', '1');
  expect(await subscribe(client, ['BTC-USDT'])).toHaveLength(1);
});

it('gives private events to the user and mode they belong to, in sequence, and to nobody who asks for their room', async () => {
  const { realtime, open } = await anExchange();
  await say(realtime, '1', 'real', 'before');
  const [ann, annDemo, bob, visitor] = [
    open({ token: 'token-ann' }),
    open({ token: 'token-ann-demo' }),
    open({ token: 'token-bob' }),
    open(),
  ];
  const heads: unknown[] = [];
  ann.on('private.head', (head) => heads.push(head));
  const heard = [ann, annDemo, bob, visitor].map(collectPrivate);
  await Promise.all([ann, annDemo, bob, visitor].map(connected));
  await until(() => heads.length > 0);
  expect(heads).toEqual([{ mode: 'real', lastSeq: 1 }]);
  for (const nosy of [bob, visitor] as unknown as { emit(name: string, ...values: unknown[]): void }[]) {
    nosy.emit('join', 'u:1:real');
    nosy.emit('chart.watch', '../u:1:real');
    nosy.emit('book.watch', 'u:1:real');
    nosy.emit('quotes.subscribe', ['u:1:real', 'BTC-USDT u:1:real'], () => undefined);
  }
  await say(realtime, '1', 'real', 'first');
  await say(realtime, '1', 'real', 'second');
  await say(realtime, '2', 'real', 'for bob');
  // The relay may carry "before" after Ann has come; her head says that she has it already.
  const news = (): PrivateEvent[][] =>
    heard.map((events) => events.filter((event) => event.type !== 'notice' || event.messageId !== 'before'));
  await until(() => news()[0]?.length === 2 && news()[2]?.length === 1);
  expect(news().map((events) => events.map((event) => [event.seq, event.type === 'notice' ? event.messageId : '']))).toEqual([
    [
      [2, 'first'],
      [3, 'second'],
    ],
    [],
    [[1, 'for bob']],
    [],
  ]);
});

it('shows a gap after a reconnect and gives the missed events, or says that they are too many', async () => {
  const { realtime, open } = await anExchange();
  await database.owner.query('truncate outbox, outbox_head');
  const head = (client: Client): Promise<number> =>
    new Promise((resolve) => client.once('private.head', ({ lastSeq }) => resolve(lastSeq)));
  const first = open({ token: 'token-ann' });
  const firstHead = head(first);
  await connected(first);
  const seen = await firstHead;
  first.disconnect();
  await say(realtime, '1', 'real', 'missed');
  const second = open({ token: 'token-ann' });
  expect(await head(second)).toBe(seen + 1);
  const answer = await realtime.handlers.eventsSince?.({
    request: { after: seen },
    user: { userId: '1', mode: 'real', sessionId: '11' },
    language: 'en',
    nowMs: 0,
    ip: '',
    idempotencyKey: undefined,
    traceId: '',
  });
  expect(answer).toMatchObject({ isComplete: true, events: [{ messageId: 'missed', seq: seen + 1 }] });
});

it('refuses a dead token, and closes the sockets of a session that ends', async () => {
  const { open, sessions } = await anExchange();
  await expect(connected(open({ token: 'stolen' }))).rejects.toThrow('AUTH_SESSION_ENDED');
  const [ann, bob] = [open({ token: 'token-ann' }), open({ token: 'token-bob' })];
  const greeted = [ann, bob].map((client) => new Promise<void>((resolve) => client.once('private.head', () => resolve())));
  await Promise.all(greeted);
  const told = new Promise<void>((resolve) => ann.once('session.ended', () => resolve()));
  const closed = new Promise<void>((resolve) => ann.once('disconnect', () => resolve()));
  sessions.end('token-ann');
  await Promise.all([told, closed]);
  expect(bob.connected).toBe(true);
});

it('refuses a page of another site and a message that is too large', async () => {
  const { open, port } = await anExchange();
  await expect(connected(open({ origin: 'https://elsewhere.example' }))).rejects.toThrow();
  const own = open({ origin: `http://127.0.0.1:${port}` });
  await connected(own);
  const gone = new Promise<void>((resolve) => own.once('disconnect', () => resolve()));
  own.emit('quotes.subscribe', ['X'.repeat(20_000)], () => undefined);
  await gone;
});

it('tells who connects and who is connected where the pointer stands, and hands on what pages say of their releases, with their address', async () => {
  const { realtime, open, told } = await anExchange();
  realtime.announceRelease({ channel: 'prod', serial: 7 });
  const client = open({ forwardedFor: '198.51.100.66, 203.0.113.9' });
  const heads: unknown[] = [];
  client.on('release.changed', (head) => heads.push(head));
  await connected(client);
  await answered(client);
  realtime.announceRelease({ channel: 'prod', serial: 8 });
  await until(() => heads.length === 2);
  expect(heads).toEqual([
    { channel: 'prod', serial: 7 },
    { channel: 'prod', serial: 8 },
  ]);
  const running = { host: { version: '0.1.0+0000000a', contract: '1.1.0' }, serial: 8, remotes: {} };
  const event = { remote: 'market', version: '0.2.0+0000000b', type: 'loaded' } as const;
  const page = client.id;
  client.emit('release.running', running);
  client.emit('release.event', event);
  await answered(client);
  client.disconnect();
  await until(() => told.length === 3);
  expect(told).toEqual([
    ['running', page, running],
    ['event', page, '203.0.113.9', event],
    ['gone', page],
  ]);
});

it('tells who connects and who is connected which version of the catalogue is in force, each once', async () => {
  const { open, publishCatalog, realtime } = await anExchange();
  const hear = async (client: Client): Promise<number[]> => {
    const versions: number[] = [];
    client.on('catalog.changed', ({ version }) => versions.push(version));
    await connected(client);
    await answered(client);
    return versions;
  };
  const early = open();
  const heardEarly = await hear(early);
  const [first = 0] = heardEarly;
  realtime.announceCatalog();
  publishCatalog(first + 1);
  realtime.announceCatalog();
  realtime.announceCatalog();
  const heardLate = await hear(open({ token: 'token-ann' }));
  await answered(early);
  expect([heardEarly, heardLate]).toEqual([[first, first + 1], [first + 1]]);
});

it('tells who connects and who is connected in which markets trading is halted, and when it is resumed', async () => {
  const { open, halt, realtime } = await anExchange();
  const hear = async (client: Client) => {
    const heard: (readonly string[])[] = [];
    client.on('market.halts', ({ symbols }) => heard.push(symbols));
    await connected(client);
    await answered(client);
    return heard;
  };
  const early = open();
  const heardEarly = await hear(early);
  halt('BTC-USDT');
  realtime.announceCatalog();
  realtime.announceCatalog();
  const heardLate = await hear(open());
  halt();
  realtime.announceCatalog();
  await answered(early);
  await until(() => heardLate.length > 1);
  expect([heardEarly, heardLate]).toEqual([
    [[], ['BTC-USDT'], []],
    [['BTC-USDT'], []],
  ]);
});

it('does not pile up quotes for a client that stopped reading, and cuts it off when other messages pile up', async () => {
  const { tick, open, realtime, metrics } = await anExchange();
  const [slow, quick] = [open({ token: 'token-bob' }), open()];
  await Promise.all([slow, quick].map(connected));
  await Promise.all([slow, quick].map((client) => subscribe(client, ['BTC-USDT'])));
  const batches = collectQuotes(quick);
  const heardByQuick: number[] = [];
  quick.on('release.changed', ({ serial }) => heardByQuick.push(serial));
  // The client's end of the connection stops reading: first the kernel's buffers fill, then the server's would.
  const { transport } = slow.io.engine as unknown as { transport: { ws: { _socket: { pause(): void; destroy(): void } } } };
  transport.ws._socket.pause();
  cleanups.push(() => transport.ws._socket.destroy());
  const filler = 'x'.repeat(64_000);
  for (let serial = 0; serial < 300; serial++) {
    realtime.announceRelease({ channel: filler, serial });
    if (serial % 20 === 0) await sleep(5);
  }
  await until(() => heardByQuick.length === 300);
  for (let index = 0; index < 700; index++) {
    tick('BTC-USDT', String(1000 + index));
    if (index % 100 === 0) await sleep(260);
  }
  await until(() => batches.at(-1)?.rows[0]?.[1] === 700);
  expect(closedSlow()).toBe(0);
  for (let serial = 300; serial < 900; serial++) realtime.announceRelease({ channel: 'small', serial });
  await until(() => closedSlow() === 1 && heardByQuick.length === 900);
  expect(quick.connected).toBe(true);

  function closedSlow(): number {
    const metric = metrics.registry.getSingleMetric('sockets_closed_slow_total') as unknown as {
      hashMap: Record<string, { value: number }>;
    };
    return metric.hashMap['']?.value ?? 0;
  }
});

/** What is answered to a bare upgrade, up to where the connection is closed or has become a WebSocket. */
const upgrade = (port: number, query: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connectRaw(port, '127.0.0.1', () =>
      socket.write(
        `GET ${socketPath}/?${query} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      ),
    );
    cleanups.push(() => void socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.includes('"pingInterval"')) resolve(text);
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

it.each([
  ['an older protocol', 'EIO=3&transport=websocket'],
  ['one that names the older protocol second', 'EIO=4&EIO=3&transport=websocket'],
  ['one that names the older protocol first', 'EIO=3&EIO=4&transport=websocket'],
  ['two transports', 'EIO=4&transport=websocket&transport=polling'],
  ['the other transport', 'EIO=4&transport=polling'],
  ['two sessions, of which the last is none', 'EIO=4&transport=websocket&sid=x&sid='],
])('a raw WebSocket of %s is refused before the upgrade, where it can still read the answer', async (_, query) => {
  const { port } = await anExchange();
  const heard = await upgrade(port, query);
  expect(heard).toMatch(/^HTTP\/1\.1 400 .*protocol$/s);
  expect(heard).not.toContain('101 Switching');
});

it.each(['', '&sid='])('a network has all the connections that it may: one more with "%s" is refused', async (more) => {
  const { port } = await anExchange({ bounds: { inAll: 9, perNetwork: 1, perPerson: 1 } });
  const query = `EIO=4&transport=websocket${more}`;
  expect(await upgrade(port, query)).toMatch(/^HTTP\/1\.1 101 /);
  expect(await upgrade(port, query)).toMatch(/^HTTP\/1\.1 400 .*TOO_MANY_REQUESTS$/s);
});

it('more connections than one person or one network may have: refused in words, and room again once one is gone', async () => {
  const { open, metrics } = await anExchange({ bounds: { inAll: 9, perNetwork: 3, perPerson: 1 } });
  const first = open({ token: 'token-ann', forwardedFor: '2001:db8::1' });
  await connected(first);
  await expect(connected(open({ token: 'token-ann-demo', forwardedFor: '203.0.113.1' }))).rejects.toThrow('TOO_MANY_REQUESTS');
  await connected(open({ token: 'token-bob', forwardedFor: '2001:db8::2' }));
  await connected(open({ forwardedFor: '2001:db8::3' }));
  // Another address of the same network; only polling can read why.
  const fourth = open({ forwardedFor: '2001:db8::4', transports: ['polling'] });
  await expect(connected(fourth)).rejects.toThrow();
  await connected(open({ forwardedFor: '203.0.113.2' }));
  first.disconnect();
  const refused = metrics.registry.getSingleMetric('sockets_refused_total') as unknown as { hashMap: object };
  expect(Object.keys(refused.hashMap)).toEqual(['bound:person,', 'bound:network,']);
  for (let isIn = false; !isIn;) {
    isIn = await connected(open({ token: 'token-ann', forwardedFor: '2001:db8::5' })).then(
      () => true,
      () => false,
    );
  }
});

it('a session that grew too old: its sockets are told and closed, others stay', async () => {
  const { open, sessions } = await anExchange({ sessionRoundMs: 20 });
  const [ann, bob] = [open({ token: 'token-ann' }), open({ token: 'token-bob' })];
  await Promise.all([connected(ann), connected(bob)]);
  const told = new Promise<void>((resolve) => ann.once('session.ended', () => resolve()));
  const gone = new Promise<void>((resolve) => ann.once('disconnect', () => resolve()));
  sessions.expire('token-ann');
  await Promise.all([told, gone]);
  expect(bob.connected).toBe(true);
});
