/** The market's calls: what can be traded, quotes, order books, candles, and the feed's public record. */
import { AppError } from '@tessera/shared/errors';
import type { Price } from '@tessera/shared/money';
import type { Catalog } from '../catalog/Catalog';
import { requireSymbol } from '../catalog/requireSymbol';
import { symbolInfo } from '../catalog/symbolInfo';
import type { FeedService } from '../feed/FeedService';
import { readFeedDays } from '../feed/days/publicDays';
import { readAnchors } from '../feed/minuteAnchors';
import type { HandlerCall, Handlers } from '../http/handler';
import type { Db } from '../store/database';
import { readTermsText } from '../record/catalogTerms';
import { readRecord } from '../record/readRecord';
import { orderBookHandlers } from './orderBookHandlers';
import { createOrderBookCache, type OrderBookCache } from './OrderBookCache';
import { readCandles } from './candles';
import { readIncidents, readLogDays, readRecentTicks } from './fairnessRecord';
import { readTickRange } from './readTickRange';
import { createQuoteCache, type QuoteCache } from './QuoteCache';

export interface Market {
  readonly quoteCache: QuoteCache;
  readonly orderBooks: OrderBookCache;
  readonly handlers: Handlers;
  /** The latest price of one unit in USDT, for valuing balances; undefined when nobody quotes it. */
  priceOf(asset: string): Price | undefined;
  /** After the feed has started: reads the last day and goes on from the bus. */
  start(): Promise<void>;
  stop(): void;
}

export interface MarketOptions {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly feed: FeedService;
}

const shownDays = 40;
const defaultCandles = 200;
const defaultTicks = 240;
const defaultAnchors = 240;
const defaultRange = 500;
const defaultEntries = 200;

export function createMarket({ db, catalog, feed }: MarketOptions): Market {
  const quoteCache = createQuoteCache(db, catalog);
  const orderBooks = createOrderBookCache(db, catalog);
  let stopListening: (() => void)[] = [];

  async function timeshare({ request, nowMs }: HandlerCall<'timeshare'>) {
    requireSymbol(catalog, request.symbol);
    const page = await readCandles(db, request.symbol, request.frame, {
      beforeMs: request.before,
      limit: request.limit ?? defaultCandles,
    });
    return { symbol: request.symbol, frame: request.frame, ...page, serverMs: nowMs };
  }

  return {
    quoteCache,
    orderBooks,
    priceOf: (asset) => quoteCache.latest(`${asset}-USDT`)?.price,
    async start() {
      stopListening = [feed.bus.onTicks(quoteCache.onTicks), feed.bus.onTicks(orderBooks.onTicks)];
      await Promise.all([quoteCache.load(), orderBooks.load()]);
    },
    stop() {
      for (const stop of stopListening) stop();
    },
    handlers: {
      ...orderBookHandlers(catalog, orderBooks),
      recentTicks: async ({ request: { symbol, limit } }) => {
        requireSymbol(catalog, symbol);
        return { symbol, ticks: await readRecentTicks(db, symbol, limit ?? defaultTicks) };
      },
      quotation: async ({ request, nowMs }) => ({ serverMs: nowMs, quotes: quoteCache.quotes(nowMs, request.assetClass) }),
      whQuotation: async ({ nowMs }) => ({
        serverMs: nowMs,
        quotes: [...quoteCache.quotes(nowMs, 'forex'), ...quoteCache.quotes(nowMs, 'metal')],
      }),
      timeshare,
      whTimeshare: timeshare,
      coinList: async ({ nowMs }) => ({
        version: catalog.version(),
        symbols: catalog.symbols().map((symbol) =>
          symbolInfo(symbol, nowMs, {
            isVolumeModelled: feed.state().source === 'simulated',
            isHalted: catalog.halted().includes(symbol.id),
          }),
        ),
        assets: [...catalog.assets()],
      }),
      feedDays: async () => ({ days: await readFeedDays(db, shownDays) }),
      anchors: async ({ request: { fromMs, toMs, limit = defaultAnchors } }) => {
        const found = await readAnchors(db, fromMs, toMs, limit + 1);
        return { anchors: found.slice(0, limit), hasMore: found.length > limit };
      },
      tickRange: async ({ request }) => {
        requireSymbol(catalog, request.symbol);
        return readTickRange(db, { ...request, limit: request.limit ?? defaultRange });
      },
      logDays: async ({ request: { symbol } }) => {
        requireSymbol(catalog, symbol);
        return { symbol, days: await readLogDays(db, symbol) };
      },
      incidents: () => readIncidents(db),
      catalogTerms: async ({ request: { version } }) => {
        const known = await db
          .selectFrom('catalogVersion')
          .select('validFromMs')
          .where('version', '=', version)
          .executeTakeFirst();
        if (known === undefined) throw new AppError('DATA_NOT_FOUND');
        return { version, validFromMs: known.validFromMs, text: await readTermsText(db, version) };
      },
      publicRecord: ({ request }) =>
        readRecord(db, { fromSeq: request.fromSeq ?? 1, limit: request.limit ?? defaultEntries, kind: request.kind }),
    },
  };
}
