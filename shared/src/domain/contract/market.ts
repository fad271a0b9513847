/** What can be traded, the latest quotes, candles, and the fairness record of the feed. */
import * as z from 'zod/mini';
import {
  accountMode,
  askedInstant,
  assetClass,
  assetId,
  decimalText,
  direction,
  instantMs,
  marketState,
  positiveText,
  request,
  symbolId,
  wholeNumber,
} from './wire';

export const quote = z.object({
  symbol: symbolId,
  /** The tick's number in its symbol's log: gapless, from 1. */
  seq: z.int(),
  /** The tick's time. */
  atMs: instantMs,
  price: positiveText,
  bid: positiveText,
  ask: positiveText,
  /** Price 24 hours ago to now: 0.0123 is +1.23 %. null until a day is known. */
  changeRate: z.nullable(decimalText),
  high: z.nullable(positiveText),
  low: z.nullable(positiveText),
  /** Base units in 24 h; null where the feed brings none. */
  volume: z.nullable(positiveText),
  /** Quote units in 24 h. */
  turnover: z.nullable(positiveText),
  state: marketState,
});
export type Quote = z.infer<typeof quote>;

const quotations = z.object({ serverMs: instantMs, quotes: z.array(quote) });
export const quotation = { request: request({ assetClass: z.optional(assetClass) }), response: quotations };
export const whQuotation = { request: request({}), response: quotations };

export const symbolInfo = z.object({
  symbol: symbolId,
  base: assetId,
  quote: assetId,
  assetClass,
  /** Digits after the point of a price, and its smallest step. */
  digits: z.int(),
  tickSize: positiveText,
  pipSize: positiveText,
  contractSize: positiveText,
  lotMin: positiveText,
  lotStep: positiveText,
  lotMax: positiveText,
  /** A quote older than this is shown as old. */
  staleAfterMs: z.int(),
  products: z.object({ spot: z.boolean(), seconds: z.boolean(), leverage: z.boolean() }),
  market: z.object({
    /** By the market's hours. */
    state: marketState,
    nextChangeAtMs: z.nullable(instantMs),
    /** True while operators halt trading for everybody; absent otherwise. The socket tells of changes (`market.halts`). */
    isHalted: z.optional(z.boolean()),
  }),
  /** Trading hours of a week, [opens, closes) in minutes after Sunday 00:00 UTC, ascending; left out where it never closes. */
  weeklyHours: z.optional(z.array(z.tuple([z.int(), z.int()]))),
  /** [from, to) of the week before and the weeks ahead in which it is closed all the same, ascending; left out where there are none. */
  holidays: z.optional(z.array(z.tuple([instantMs, instantMs]))),
  /** True where volume and turnover are modelled because the feed brings none. */
  isVolumeModelled: z.boolean(),
});
export type SymbolInfo = z.infer<typeof symbolInfo>;
export const assetInfo = z.object({ asset: assetId, scale: z.int(), shownScale: z.int() });
export type AssetInfo = z.infer<typeof assetInfo>;
export const coinList = {
  request: request({}),
  response: z.object({ version: z.int(), symbols: z.array(symbolInfo), assets: z.array(assetInfo) }),
};

export const candleFrames = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export const candleFrame = z.enum(candleFrames);
export type CandleFrame = z.infer<typeof candleFrame>;
/** [start ms, open, high, low, close, volume or null] */
export const candle = z.tuple([instantMs, positiveText, positiveText, positiveText, positiveText, z.nullable(positiveText)]);
export type Candle = z.infer<typeof candle>;
const candleCall = {
  /** `before`: only candles that start before this instant. At most 500, newest last. */
  request: request({
    symbol: symbolId,
    frame: candleFrame,
    before: z.optional(askedInstant),
    limit: z.optional(wholeNumber.check(z.gte(1), z.lte(500))),
  }),
  response: z.object({
    symbol: symbolId,
    frame: candleFrame,
    candles: z.array(candle),
    hasOlder: z.boolean(),
    serverMs: instantMs,
  }),
};
export const timeshare = candleCall;
export const whTimeshare = candleCall;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** One entry of the append-only tick log. hash = SHA-256 over the previous hash and this tick (shared/fairness). */
export const tick = z.object({
  symbol: symbolId,
  seq: z.int(),
  atMs: instantMs,
  price: positiveText,
  hash,
  previousHash: hash,
  /** True on a tick that was filled in after a time without a feed: it keeps the log gapless and decides no order. */
  isFilled: z.optional(z.boolean()),
  /** What a tick's hash covers besides, from format 2 on; absent on ticks written before. */
  format2: z.optional(
    z.object({
      sourceAtMs: instantMs,
      receivedAtMs: instantMs,
      bid: positiveText,
      ask: positiveText,
      volume: z.nullable(decimalText),
      kind: z.enum(['live', 'history', 'late']),
    }),
  ),
});
export type Tick = z.infer<typeof tick>;
/** The newest ticks of the log, oldest first: what a tick chart shows before the stream goes on. At most 300. */
export const recentTicks = {
  request: request({ symbol: symbolId, limit: z.optional(wholeNumber.check(z.gte(1), z.lte(300))) }),
  response: z.object({ symbol: symbolId, ticks: z.array(z.object({ seq: z.int(), atMs: instantMs, price: positiveText })) }),
};
const chainHead = z.object({ seq: z.int(), hash });
/** Each minute: the last hash of every symbol, hashed together with the root before. */
export const tickAnchor = z.object({
  minuteMs: instantMs,
  root: hash,
  previousRoot: hash,
  heads: z.record(z.string(), chainHead),
  /** What a root covers besides ticks, from format 2 on. */
  logs: z.optional(z.object({ record: chainHead, audit: chainHead })),
  /** Ed25519 over {minuteMs, root} (shared/fairness/signedText), by a key of the public record; absent on format 1. */
  signed: z.optional(z.object({ keyId: z.string(), signature: z.string() })),
});
export type TickAnchor = z.infer<typeof tickAnchor>;
const dayBeacon = z.object({
  /** `local`: made by the exchange itself. `drand`: of a public network; it did not exist when the seed was committed to. */
  kind: z.enum(['local', 'drand']),
  /** Of the network: the hash that names the chain, the number of the round, and its signature. */
  chain: z.nullable(hash),
  round: z.nullable(z.int()),
  signature: z.nullable(z.string()),
  value: hash,
  /** The network was announced, did not answer in time, and the exchange's own value took its place. */
  isFallback: z.boolean(),
});
/**
 * A day of the feed, as far as it is known: committed to (the seed's hash), begun (its beacon and opening prices), over (the seed).
 * A day whose seed was lost has more than one row.
 */
export const feedDay = z.object({
  day: z.string(),
  /** 1: drawn from the seed alone. 2: from seed and beacon (shared/fairness/daySeed). Left out: 1. */
  version: z.optional(z.int()),
  /** From 1; each further one replaces a seed that was lost. */
  attempt: z.optional(z.int()),
  /** When the seed's hash was published, and the number of that entry of the public record (null before there was one). */
  committedAtMs: z.optional(instantMs),
  recordSeq: z.optional(z.nullable(z.int())),
  /** Committed to less than 24 hours before the day began. */
  isLate: z.optional(z.boolean()),
  /** The day was over when its seed was published: made at installation, it decided nothing. */
  isInvented: z.optional(z.boolean()),
  /** SHA-256 of the value that the exchange itself adds where no network does. */
  beaconHash: z.optional(z.nullable(hash)),
  beacon: z.optional(z.nullable(dayBeacon)),
  /** The path begins here: 00:00 UTC, or later where a lost seed was replaced during the day. null before the day has begun. */
  drawnFromMs: z.optional(z.nullable(instantMs)),
  revealedAtMs: z.optional(z.nullable(instantMs)),
  /** The seed was lost then: it cannot be shown, and another row goes on. */
  lostAtMs: z.optional(z.nullable(instantMs)),
  source: z.enum(['simulated', 'replay', 'live']),
  seedHash: z.nullable(hash),
  seed: z.nullable(z.string()),
  opening: z.record(z.string(), positiveText),
  /**
   * What else decides each symbol's day. Simulated: with seed and opening price, its path (shared/fairness/simulatedPath). Replay: how
   * often the market moves in a bar (shared/fairness/barPath): over so many bars before, and `barMoves` where the recording has fewer;
   * without `countedBars`: `barMoves`, and prices rounded. `drawsDirection`: the direction of each move is drawn
   * (shared/fairness/drawnMove); without it, it is the recording's.
   */
  parameters: z.optional(
    z.record(
      z.string(),
      z.union([
        z.object({ digits: z.int(), volatilityPpm: z.int(), activity: z.int(), openSlots: z.array(z.tuple([z.int(), z.int()])) }),
        z.object({ barMoves: z.int(), countedBars: z.int(), drawsDirection: z.literal(true) }),
        z.object({ drawsDirection: z.literal(true) }),
        z.object({ barMoves: z.int(), countedBars: z.int() }),
        z.object({ barMoves: z.int() }),
      ]),
    ),
  ),
});
export type FeedDay = z.infer<typeof feedDay>;
export const feedDays = { request: request({}), response: z.object({ days: z.array(feedDay) }) };
/** Oldest first; 240 unless `limit` says otherwise (at most 480: eight hours). `hasMore`: go on after the last one's minute. */
export const anchors = {
  request: request({
    fromMs: askedInstant,
    toMs: askedInstant,
    limit: z.optional(wholeNumber.check(z.gte(1), z.lte(480))),
  }),
  response: z.object({ anchors: z.array(tickAnchor), hasMore: z.optional(z.boolean()) }),
};
/**
 * Ticks of one symbol with all that their hashes cover, oldest first and without a gap: from a number on, or from the first one at
 * or after an instant. A log is shown as far as its last root. Of ticks older than a week only those that a proof shows are left here;
 * all of them are in the day files (`logDays`).
 */
export const tickRange = {
  request: request({
    symbol: symbolId,
    fromSeq: z.optional(wholeNumber),
    fromMs: z.optional(askedInstant),
    limit: z.optional(wholeNumber.check(z.gte(1), z.lte(1000))),
  }),
  response: z.object({ symbol: symbolId, ticks: z.array(tick), hasMore: z.boolean() }),
};
/**
 * The newest thousand days of a symbol's log that are over and written to a file, oldest first: `/log-days/<symbol>/<day>.ndjson.gz`
 * with these bytes. `hash` is the last tick's. Without bytes: ticks up to this day had been forgotten before there were day files.
 */
export const logDay = z.object({
  day: z.string(),
  firstSeq: z.int(),
  lastSeq: z.int(),
  hash,
  bytes: z.nullable(z.int()),
  sha256: z.nullable(hash),
});
export const logDays = {
  request: request({ symbol: symbolId }),
  response: z.object({ symbol: symbolId, days: z.array(logDay) }),
};
/** What an operator acts as where it is published. The public sees the role, never the name. */
export const publicRole = z.enum(['trading', 'risk', 'compliance']);
export type PublicRole = z.infer<typeof publicRole>;
/**
 * Of the contracts of one account mode, asset and side that an incident meets, when it was published. Money of their holders:
 * stakes and fees `paid`, profits `won`, losses `lost`, what had come back (`returnedBefore`), what the incident gives back
 * (`refunded`: of those that ran or were lost, stake and fee), what of those it does not give back because their holders won others
 * (`setOff`; absent of incidents from before), and all that came back (`returnedAfter`).
 */
export const incidentSum = z.object({
  mode: accountMode,
  asset: assetId,
  side: direction,
  orders: z.int(),
  running: z.int(),
  paid: positiveText,
  won: positiveText,
  lost: positiveText,
  returnedBefore: positiveText,
  refunded: positiveText,
  setOff: z.optional(positiveText),
  returnedAfter: positiveText,
});
export type IncidentSum = z.infer<typeof incidentSum>;
export const incident = z.object({
  id: z.string(),
  symbol: symbolId,
  fromMs: instantMs,
  toMs: instantMs,
  reason: z.string(),
  publishedAtMs: instantMs,
  /** Absent where not asked for, and of incidents from before two operators were needed. */
  proposedBy: z.optional(publicRole),
  confirmedBy: z.optional(publicRole),
  sums: z.optional(z.array(incidentSum)),
});
export type Incident = z.infer<typeof incident>;
export const incidents = { request: request({}), response: z.object({ incidents: z.array(incident) }) };
/** One entry of the public record: what the exchange published besides ticks (shared/fairness/publicRecord). */
export const recordEntry = z.object({
  seq: z.int(),
  atMs: instantMs,
  kind: z.string(),
  /** Canonical JSON text, as it is hashed. */
  body: z.string(),
  previousHash: hash,
  hash,
});
/**
 * All terms of a version of the catalogue: canonical JSON text (tables of rows, columns by their names, figures as decimal text).
 * Its SHA-256 is the `hash` of the public record's entry of kind `terms`.
 */
export const catalogTerms = {
  request: request({ version: wholeNumber.check(z.gte(1), z.lte(2_147_483_647)) }),
  response: z.object({ version: z.int(), validFromMs: instantMs, text: z.string() }),
};
/** Entries from `fromSeq` on, oldest first; of one kind where it is given. At most 500. */
export const publicRecord = {
  request: request({
    fromSeq: z.optional(wholeNumber),
    kind: z.optional(z.string().check(z.maxLength(40))),
    limit: z.optional(wholeNumber.check(z.gte(1), z.lte(500))),
  }),
  response: z.object({ entries: z.array(recordEntry), hasMore: z.boolean() }),
};
/**
 * What witnesses outside said of roots, oldest first, at most 100: the first from `fromMs` on, or the newest without it. `statement` of a countersigner: JSON {publicKey,
 * signature}; of a time-stamp authority: the token (RFC 3161) as base64. `witness` and `url`: its address.
 */
export const witnessedRoot = z.object({
  witness: z.string(),
  kind: z.enum(['countersigner', 'timestamp']),
  minuteMs: instantMs,
  root: hash,
  atMs: instantMs,
  statement: z.string(),
});
/**
 * What a proof names of witnesses: of each one the first statement about a root at or after the proof's last one, within an hour, and
 * the roots from there to the last of these. No statement: none has signed one yet. Left out where nobody is asked.
 */
export const proofWitnesses = z.object({ statements: z.array(witnessedRoot), roots: z.array(tickAnchor) });
export const witnessed = {
  request: request({ fromMs: z.optional(askedInstant), toMs: z.optional(askedInstant) }),
  response: z.object({
    /** Who is asked now; none where the exchange has no witness. */
    witnesses: z.array(z.object({ kind: z.enum(['countersigner', 'timestamp']), url: z.string() })),
    roots: z.array(witnessedRoot),
    /** A witness knew another root than the one we showed: what it said, newest first. */
    forks: z.array(z.object({ witness: z.string(), atMs: instantMs, message: z.string() })),
  }),
};
