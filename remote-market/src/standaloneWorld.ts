/**
 * The small market of the standalone page: prices that walk by a fixed seed, candles that are made from the same walk at
 * any instant, a few articles and messages. Prices are whole steps of each symbol's tick, so that no fraction is rounded.
 */
import type { AssetClass, BookFrame, Candle, CandleFrame, EndpointRequest, EndpointResponse, Quote, SymbolInfo } from '@tessera/shared/contract';
import { aForexSymbol, aLeverageOrder, aQuote, aSymbol } from '@tessera/shared/testing';
import { frameStart } from './features/chart/frameStart';

interface Listed {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly digits: number;
  /** The price in ticks around which the walk goes. */
  readonly ticks: number;
  readonly isClosed?: boolean;
}

const listed: readonly Listed[] = [
  { symbol: 'BTC-USDT', assetClass: 'crypto', digits: 2, ticks: 6_123_050 },
  { symbol: 'ETH-USDT', assetClass: 'crypto', digits: 2, ticks: 312_025 },
  { symbol: 'SOL-USDT', assetClass: 'crypto', digits: 3, ticks: 141_730 },
  { symbol: 'BNB-USDT', assetClass: 'crypto', digits: 2, ticks: 58_240 },
  { symbol: 'XRP-USDT', assetClass: 'crypto', digits: 4, ticks: 5_812 },
  { symbol: 'ADA-USDT', assetClass: 'crypto', digits: 4, ticks: 4_471 },
  { symbol: 'DOGE-USDT', assetClass: 'crypto', digits: 5, ticks: 12_840 },
  { symbol: 'TRX-USDT', assetClass: 'crypto', digits: 5, ticks: 13_262 },
  { symbol: 'LTC-USDT', assetClass: 'crypto', digits: 2, ticks: 8_425 },
  { symbol: 'LINK-USDT', assetClass: 'crypto', digits: 3, ticks: 14_206 },
  { symbol: 'DOT-USDT', assetClass: 'crypto', digits: 3, ticks: 6_118 },
  { symbol: 'AVAX-USDT', assetClass: 'crypto', digits: 3, ticks: 27_455 },
  { symbol: 'EUR-USD', assetClass: 'forex', digits: 5, ticks: 108_412 },
  { symbol: 'GBP-USD', assetClass: 'forex', digits: 5, ticks: 127_201 },
  { symbol: 'USD-JPY', assetClass: 'forex', digits: 3, ticks: 156_842 },
  { symbol: 'USD-CHF', assetClass: 'forex', digits: 5, ticks: 89_530, isClosed: true },
  { symbol: 'AUD-USD', assetClass: 'forex', digits: 5, ticks: 66_417 },
  { symbol: 'USD-CAD', assetClass: 'forex', digits: 5, ticks: 136_820 },
  { symbol: 'NZD-USD', assetClass: 'forex', digits: 5, ticks: 61_233 },
  { symbol: 'EUR-GBP', assetClass: 'forex', digits: 5, ticks: 85_231 },
  { symbol: 'XAU-USD', assetClass: 'metal', digits: 2, ticks: 234_845 },
  { symbol: 'XAG-USD', assetClass: 'metal', digits: 3, ticks: 29_614 },
];

const symbols: readonly SymbolInfo[] = listed.map(({ symbol, assetClass, digits, isClosed }) => {
  const [base = '', quote = ''] = symbol.split('-');
  const build = assetClass === 'crypto' ? aSymbol : aForexSymbol;
  return build({
    symbol, base, quote, assetClass, digits, tickSize: `0.${'0'.repeat(digits - 1)}1`,
    products: { spot: assetClass === 'crypto', seconds: true, leverage: true },
    ...(assetClass === 'crypto' ? {} : { weeklyHours: [[1320, 8520]] as [number, number][] }),
    market: isClosed === true ? { state: 'closed', nextChangeAtMs: Date.UTC(2030, 0, 7, 22) } : { state: 'trading', nextChangeAtMs: null },
  });
});

/** A smooth pseudo-random height between -1 and 1 at an instant: a few waves of unlike lengths. */
function wave(seed: number, atMs: number): number {
  const minutes = atMs / 60_000;
  let height = 0;
  for (const [length, weight] of [[0.7, 0.012], [3.1, 0.03], [11.7, 0.06], [47, 0.12], [203, 0.2], [1511, 0.28], [9973, 0.3]] as const) {
    height += weight * Math.sin(minutes / length + seed * (1 + length));
  }
  return height;
}

const text = (ticks: number, digits: number): string => {
  const whole = String(Math.max(1, Math.round(ticks))).padStart(digits + 1, '0');
  return `${whole.slice(0, -digits)}.${whole.slice(-digits)}`;
};

export interface StandaloneWorld {
  readonly symbols: readonly SymbolInfo[];
  quotes(): readonly Quote[];
  /** Moves some of the prices and answers those. */
  move(nowMs: number): readonly Quote[];
  candles(request: EndpointRequest<'timeshare'>, nowMs: number): EndpointResponse<'timeshare'>;
  /** One long position, opened a little below the first price, with stops; one limit below it. */
  orders(request: EndpointRequest<'leverageMine'>): EndpointResponse<'leverageMine'>;
  book(symbol: string, nowMs: number): BookFrame | undefined;
  articles(request: EndpointRequest<'newsList'>): EndpointResponse<'newsList'>;
  article(id: string): EndpointResponse<'newsDetail'> | undefined;
  messages(nowMs: number): EndpointResponse<'userMessages'>;
}

export function createStandaloneWorld(startMs: number): StandaloneWorld {
  const at = ({ ticks }: Listed, seed: number, ms: number) => ticks * (1 + 0.06 * wave(seed, ms));
  let seq = 1;
  const quoteOf = (one: Listed, place: number, ms: number): Quote => {
    const [price, dayAgo] = [at(one, place, ms), at(one, place, ms - 86_400_000)];
    const top = Math.max(price, dayAgo) * 1.006;
    const bottom = Math.min(price, dayAgo) * 0.994;
    seq += 1;
    return aQuote({
      symbol: one.symbol, seq, atMs: ms, price: text(price, one.digits), bid: text(price - 3, one.digits), ask: text(price + 3, one.digits),
      changeRate: (price / dayAgo - 1).toFixed(6), high: text(top, one.digits), low: text(bottom, one.digits),
      volume: String(18_345 + place * 977), turnover: String(Math.round(912_000_345 / (1 + place * place * 0.3))), state: one.isClosed === true ? 'closed' : 'trading',
    });
  };
  let known = listed.map((one, place) => quoteOf(one, place, startMs));
  const first = known;
  let turn = 0;

  return {
    symbols,
    quotes: () => known,
    move(nowMs) {
      turn += 1;
      known = known.map((quote, place) => {
        const one = listed[place];
        return one === undefined || one.isClosed === true || (place > 0 && (turn + place) % 4 !== 0) ? quote : quoteOf(one, place, nowMs);
      });
      return known;
    },
    candles({ symbol, frame, before, limit = 300 }, nowMs) {
      const place = listed.findIndex((one) => one.symbol === symbol);
      const one = listed[place];
      const candles: Candle[] = [];
      let start = frameStart(frame as CandleFrame, (before ?? nowMs + 1) - 1);
      const oldest = startMs - 400 * 86_400_000;
      while (one !== undefined && candles.length < limit && start > oldest) {
        const next = Math.min(nowMs, start + spanOf(frame, start));
        const heights = Array.from({ length: 13 }, (_, step) => at(one, place, start + ((next - start) * step) / 12));
        const [open = 0, close = 0] = [heights[0], heights.at(-1)];
        candles.push([start, text(open, one.digits), text(Math.max(...heights), one.digits), text(Math.min(...heights), one.digits), text(close, one.digits), String(20 + Math.round(90 * Math.abs(wave(place + 3, start * 7))))]);
        start = frameStart(frame as CandleFrame, start - 1);
      }
      return { symbol, frame, candles: candles.reverse(), hasOlder: start > oldest, serverMs: nowMs };
    },
    orders({ symbol, status }) {
      const one = listed.find((candidate) => candidate.symbol === symbol);
      const at1 = Number((first.find((quote) => quote.symbol === symbol)?.price ?? '0').replace('.', ''));
      const near = (part: number) => (one === undefined ? '0' : text(at1 * part, one.digits));
      const order = aLeverageOrder({ symbol: symbol ?? '', openPrice: near(0.9985), takeProfit: near(1.004), stopLoss: near(0.9965), liquidationPrice: near(0.95) });
      const pending = aLeverageOrder({ id: 'lever-3', symbol: symbol ?? '', entrustment: 'limit', status: 'pending', openPrice: null, limitPrice: near(0.9978), liquidationPrice: null });
      const items = status === 'open' ? [order] : status === 'pending' ? [pending] : [];
      return { items, page: 1, pageSize: 100, total: items.length, totals: { margin: '610', fee: '6.1', swap: '0', realizedProfit: '0' } };
    },
    book(symbol, nowMs) {
      const one = listed.find((candidate) => candidate.symbol === symbol);
      const quote = known.find((candidate) => candidate.symbol === symbol);
      if (one === undefined || quote === undefined) return undefined;
      const ticks = Number(quote.price.replace('.', ''));
      const side = (sign: number) => Array.from({ length: 15 }, (_, level): [string, string] => [text(ticks + sign * (3 + level * 2), one.digits), (0.1 + ((level * 7 + quote.seq) % 11) / 10).toFixed(3)]);
      const trades = Array.from({ length: 30 }, (_, place) => ({ seq: quote.seq - place, atMs: nowMs - place * 700, price: text(ticks + (place % 5), one.digits), quantity: (0.01 + (place % 7) / 50).toFixed(3), side: place % 3 === 0 ? ('sell' as const) : ('buy' as const) }));
      return { symbol, seq: quote.seq, atMs: nowMs, bids: side(-1), asks: side(1), trades, isModelled: true };
    },
    articles({ category, query }) {
      const items = texts
        .filter((article) => (category === undefined || article.category === category) && `${article.title} ${article.body}`.toLowerCase().includes((query ?? '').toLowerCase()))
        .map(({ id, category: kind, title, summary }) => ({ id, category: kind, title, summary, publishedAtMs: startMs - 3_600_000 }));
      return { items, page: 1, pageSize: 50, total: items.length };
    },
    article(id) {
      const article = texts.find((one) => one.id === id);
      return article === undefined ? undefined : { ...article, publishedAtMs: startMs - 3_600_000 };
    },
    messages(nowMs) {
      const items = [
        { id: 'm1', category: 'security' as const, title: 'Your password was changed', body: 'If this was not you, contact customer service at once.', atMs: nowMs - 240_000, isRead: false },
        { id: 'm2', category: 'money' as const, title: 'Demo account opened', body: 'Your demo account holds practice money. It cannot be paid out.', atMs: nowMs - 7_200_000, isRead: true },
      ];
      return { items, page: 1, pageSize: 100, total: items.length };
    },
  };
}

const spanOf = (frame: CandleFrame, start: number): number => {
  const beyond = frame === '1M' ? 32 * 86_400_000 : frame === '1w' ? 8 * 86_400_000 : undefined;
  return beyond === undefined ? start - frameStart(frame, start - 1) : frameStart(frame, start + beyond) - start;
};

const texts = [
  { id: 'results', category: 'help' as const, title: 'How do I check a result myself?', summary: 'Every settled order carries its proof.', body: 'Open the order and choose “Check this result”.\n\nYour browser fetches the ticks around entry and exit and recomputes the chain of hashes and the payout.' },
  { id: 'seconds', category: 'help' as const, title: 'What is a seconds contract?', summary: 'You say whether the price will be higher or lower after a fixed time.', body: 'The entry is the first tick after we accept the order, the exit the last tick at or before expiry.' },
  { id: 'demo', category: 'help' as const, title: 'What is the demo account?', summary: 'Practice money, kept apart from real money.', body: 'Amounts of the demo account are marked everywhere.' },
  { id: 'open', category: 'news' as const, title: 'Seconds contracts open on ten more markets', summary: 'Forex and metals join crypto.', body: 'From today forex and metals can be traded.' },
];
