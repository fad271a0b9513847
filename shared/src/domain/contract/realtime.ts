/**
 * The socket. Quotes are volatile, conflated and always full values: a lost batch costs nothing. Private events are
 * sequenced per user and mode; after a gap the client asks events/since, and re-reads everything when that is incomplete.
 * The database is the truth, an event is a hint that carries the new value.
 */
import * as z from 'zod/mini';
import {
  marketState,
  type MarketState,
  type AccountMode,
  accountMode,
  instantMs,
  positiveText,
  decimalText,
  request,
  symbolId,
  wholeNumber,
} from './wire';
import { contractSummary, coinBalance } from './wallet';
import { leverageDeal, leverageOrder } from './leverage';
import { secondsOrder } from './seconds';
import { bookLevel, publicTrade, spotOrder } from './spot';
import type { Quote } from './market';

/** The path of the engine on the app's origin. */
export const socketPath = '/socket';
export const socketTimings = { reconnectDelayMs: 1000, reconnectDelayMaxMs: 5000, connectTimeoutMs: 20_000 } as const;
export const maxSubscriptions = 60;

const nullableText = z.nullable(positiveText);
/** [symbol, seq, atMs, price, bid, ask, changeRate, high, low, volume, turnover, state] */
export const quoteRow = z.tuple([
  symbolId,
  z.int(),
  instantMs,
  positiveText,
  positiveText,
  positiveText,
  z.nullable(decimalText),
  nullableText,
  nullableText,
  nullableText,
  nullableText,
  marketState,
]);
export type QuoteRow = z.infer<typeof quoteRow>;
/** [symbol, seq, first 16 hexadecimal digits of the tick's hash]: where a symbol's log stands. */
export const shortHead = z.tuple([symbolId, z.int(), z.string()]);
export type ShortHead = z.infer<typeof shortHead>;
/** `heads`: once a second, of the room's symbols that ticked since. */
export const quoteBatch = z.object({ serverMs: instantMs, rows: z.array(quoteRow), heads: z.optional(z.array(shortHead)) });
export type QuoteBatch = z.infer<typeof quoteBatch>;

export const toQuoteRow = (q: Quote): QuoteRow => [
  q.symbol,
  q.seq,
  q.atMs,
  q.price,
  q.bid,
  q.ask,
  q.changeRate,
  q.high,
  q.low,
  q.volume,
  q.turnover,
  q.state,
];
export const fromQuoteRow = ([
  symbol,
  seq,
  atMs,
  price,
  bid,
  ask,
  changeRate,
  high,
  low,
  volume,
  turnover,
  state,
]: QuoteRow): Quote => ({
  symbol,
  seq,
  atMs,
  price,
  bid,
  ask,
  changeRate,
  high,
  low,
  volume,
  turnover,
  state: state satisfies MarketState,
});

/** The book of the symbol that a page watches, whole, and the trades since the frame before; the first frame has the latest ones. */
export const bookFrame = z.object({
  symbol: symbolId,
  seq: z.int(),
  atMs: instantMs,
  /** Best first. */
  bids: z.array(bookLevel),
  asks: z.array(bookLevel),
  /** Newest first. */
  trades: z.array(publicTrade),
  isModelled: z.boolean(),
});
export type BookFrame = z.infer<typeof bookFrame>;

const eventHead = { seq: z.int(), mode: accountMode, atMs: instantMs };
export const privateEvent = z.discriminatedUnion('type', [
  z.object({ ...eventHead, type: z.literal('order.updated'), order: secondsOrder }),
  z.object({ ...eventHead, type: z.literal('spot.updated'), order: spotOrder }),
  // The deals that brought the order into its present state; none when it was only accepted or changed.
  z.object({ ...eventHead, type: z.literal('leverage.updated'), order: leverageOrder, deals: z.array(leverageDeal) }),
  z.object({ ...eventHead, type: z.literal('balance.changed'), coin: z.array(coinBalance), contract: contractSummary }),
  z.object({ ...eventHead, type: z.literal('notice'), messageId: z.string(), title: z.string() }),
  // The conversation with customer service has changed: whoever shows it asks for it again.
  z.object({ ...eventHead, type: z.literal('service') }),
]);
export type PrivateEvent = z.infer<typeof privateEvent>;
/** What a module hands to the outbox: seq is given by the outbox, mode and time by the caller. */
export type PrivateEventBody = PrivateEvent extends infer E
  ? E extends PrivateEvent
    ? Omit<E, 'seq' | 'mode' | 'atMs'>
    : never
  : never;

export const eventsSince = {
  request: request({ after: wholeNumber }),
  response: z.object({ events: z.array(privateEvent), lastSeq: z.int(), isComplete: z.boolean() }),
};
export const serverTime = {
  request: request({}),
  response: z.object({
    serverMs: instantMs,
    /** 'practice': the whole installation is for practice, its real accounts too. */
    exchange: z.optional(z.enum(['practice', 'real'])),
  }),
};

const versionText = z.string().check(z.maxLength(60));
const remoteText = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));

/** What a page runs. Told on every connect and whenever it changes. */
export const runningReleases = z.object({
  host: z.object({ version: versionText, contract: versionText }),
  /** The serial of the pointer that it follows; null before it has one. */
  serial: z.nullable(wholeNumber),
  remotes: z.record(remoteText, versionText),
});
export type RunningReleases = z.infer<typeof runningReleases>;

/** What happened to one release on one page. `kind` and `detail` say why it failed. */
export const releaseEvent = z.object({
  remote: remoteText,
  version: versionText,
  type: z.enum(['loaded', 'failed', 'fell-back', 'swapped']),
  kind: z.optional(z.string().check(z.maxLength(40))),
  detail: z.optional(z.string().check(z.maxLength(300))),
});
export type ReleaseEvent = z.infer<typeof releaseEvent>;

/** Client to server. Acknowledged calls answer with the second type. The token travels in the auth payload. */
export interface ClientToServer {
  'quotes.subscribe': (symbols: readonly string[], answer: (snapshot: QuoteBatch) => void) => void;
  'quotes.unsubscribe': (symbols: readonly string[]) => void;
  /** The symbol whose chart is open gets 10 Hz; null when none is. */
  'chart.watch': (symbol: string | null) => void;
  /** The symbol whose order book and trades are on the screen; null when none is. The next frame comes at once. */
  'book.watch': (symbol: string | null) => void;
  'time.ask': (answer: (serverMs: number) => void) => void;
  'release.running': (running: RunningReleases) => void;
  'release.event': (event: ReleaseEvent) => void;
}
/** A minute's root and its signature (shared/fairness). */
export interface SignedRoot {
  readonly minuteMs: number;
  readonly root: string;
  readonly keyId: string;
  readonly signature: string;
}
/** Server to client. */
export interface ServerToClient {
  quotes: (batch: QuoteBatch) => void;
  book: (frame: BookFrame) => void;
  private: (event: PrivateEvent) => void;
  /** On every authenticated connect: where the stream stands, so that a gap shows at once. */
  'private.head': (head: { mode: AccountMode; lastSeq: number }) => void;
  /** The session is over (type 999): the socket closes next. */
  'session.ended': () => void;
  /** On every connect the newest one, then each when it is published. */
  root: (root: SignedRoot) => void;
  /** Where the release pointer stands: on every connect and after every change. A page that knows a lower serial reads it again. */
  'release.changed': (head: { channel: string; serial: number }) => void;
  /** Which version of the catalogue (coinList) is in force: on every connect and after every change. */
  'catalog.changed': (head: { version: number }) => void;
  /** In which markets trading is halted for everybody, ascending: on every connect and after every change. */
  'market.halts': (halts: { symbols: readonly string[] }) => void;
}
export interface SocketAuth {
  readonly token?: string;
  readonly lang?: string;
}
