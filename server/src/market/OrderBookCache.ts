/**
 * The order book and the latest trades of every spot symbol, kept in memory from recorded ticks. The book is the published
 * function of the latest live tick (shared/trading/orderBook); it is drawn when somebody looks. A trade is modelled from a tick:
 * its price, its volume, and as its side the way the price went; a price that stayed keeps the side before.
 */
import type { BookFrame, PublicTrade } from '@tessera/shared/contract';
import { compare, divide, isPositive, multiply, toText, type Amount } from '@tessera/shared/money';
import { bookOf, type BookLevel, type BookTerms } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Catalog } from '../catalog/Catalog';
import type { RecordedTick, TickListener } from '../feed/TickBus';
import { toRecordedTick, type TickRow } from '../feed/TickRow';
import type { Db } from '../store/database';

export const maxTrades = 100;
/** At the start the log is read this far back, so that the first shown trades know their side. */
const readBack = 200;
/** Filled-in ticks may be the newest ones; live ones further back than this are not looked for. */
const searchedBack = 2_000;

export type WireBook = Pick<BookFrame, 'symbol' | 'seq' | 'atMs' | 'bids' | 'asks' | 'isModelled'>;

export interface OrderBookCache {
  /** Reads the end of the log. */
  load(): Promise<void>;
  /** Hand this to the bus. */
  onTicks: TickListener;
  /** Of the latest live tick; undefined where there is none, or no spot. */
  book(symbolId: string): WireBook | undefined;
  /** Newest first, later than `afterSeq`. */
  trades(symbolId: string, limit: number, afterSeq?: number): PublicTrade[];
}

interface SymbolBook {
  latest: RecordedTick;
  lastSide: 'buy' | 'sell';
  /** Newest last. */
  trades: PublicTrade[];
  drawn: WireBook | undefined;
}

export function createOrderBookCache(db: Db, catalog: Catalog): OrderBookCache {
  const symbols = new Map<string, SymbolBook>();
  /** Ticks that arrive while the log is being read. */
  let hold: RecordedTick[] | undefined;

  function take(tick: RecordedTick): void {
    // A tick that was filled in decides no order, so no book is shown for it.
    if (tick.isFilled === true) return;
    const terms = bookTermsOf(catalog, tick.symbol);
    if (terms === undefined) return;
    const known = symbols.get(tick.symbol);
    if (known !== undefined && tick.seq <= known.latest.seq) return;
    const move = known === undefined ? 0 : compare(tick.price, known.latest.price);
    const side = move === 0 ? (known?.lastSide ?? 'buy') : move > 0 ? 'buy' : 'sell';
    const trades = known?.trades ?? [];
    const quantity = tradedQuantity(tick, side, terms);
    if (quantity !== undefined)
      trades.push({ seq: tick.seq, atMs: tick.atMs, price: toText(tick.price), quantity: toText(quantity), side });
    if (trades.length > maxTrades) trades.shift();
    symbols.set(tick.symbol, { latest: tick, lastSide: side, trades, drawn: undefined });
  }

  return {
    async load() {
      const waiting: RecordedTick[] = [];
      hold = waiting;
      try {
        const ids = catalog
          .symbols()
          .map(({ id }) => id)
          .filter((id) => bookTermsOf(catalog, id) !== undefined);
        for (const tick of await readLiveTicks(db, ids)) take(tick);
      } finally {
        hold = undefined;
        for (const tick of waiting) take(tick);
      }
    },
    onTicks(ticks) {
      if (hold !== undefined) hold.push(...ticks);
      else for (const tick of ticks) take(tick);
    },
    book(symbolId) {
      const terms = bookTermsOf(catalog, symbolId);
      const known = symbols.get(symbolId);
      if (terms === undefined || known === undefined) return undefined;
      return (known.drawn ??= wireBookOf(known.latest, terms));
    },
    trades(symbolId, limit, afterSeq = 0) {
      const trades = symbols.get(symbolId)?.trades ?? [];
      return trades
        .slice(-limit)
        .filter(({ seq }) => seq > afterSeq)
        .reverse();
    },
  };
}

/** undefined where the symbol is not traded on the spot. */
export function bookTermsOf(catalog: Catalog, symbolId: string): BookTerms | undefined {
  const symbol = catalog.symbol(symbolId);
  const spot = catalog.spotTerms(symbolId);
  if (symbol === undefined || spot === undefined) return undefined;
  return {
    digits: symbol.digits,
    spreadSteps: symbol.spreadSteps,
    levelQuantity: spot.levelQuantity,
    quantityStep: spot.quantityStep,
  };
}

function wireBookOf(tick: RecordedTick, terms: BookTerms): WireBook {
  const { bids, asks } = bookOf(tick, terms);
  const toWire = (level: BookLevel): [string, string] => [toText(level.price), toText(level.quantity)];
  return {
    symbol: tick.symbol,
    seq: tick.seq,
    atMs: tick.atMs,
    bids: bids.map(toWire),
    asks: asks.map(toWire),
    isModelled: true,
  };
}

/** The tick's volume in whole steps, at least one; undefined where it says that nothing was traded. Without a volume: what stands at the touch. */
function tradedQuantity(tick: RecordedTick, side: 'buy' | 'sell', terms: BookTerms): Amount | undefined {
  if (tick.volume === undefined) {
    const { bids, asks } = bookOf(tick, terms);
    return (side === 'buy' ? asks : bids)[0]?.quantity;
  }
  if (!isPositive(tick.volume)) return undefined;
  const steps = divide(tick.volume, terms.quantityStep, 0, 'down');
  return isPositive(steps) ? multiply(terms.quantityStep, steps, 18, 'down') : terms.quantityStep;
}

/** The newest live ticks of each symbol, oldest first. */
async function readLiveTicks(db: Db, symbolIds: readonly string[]): Promise<RecordedTick[]> {
  const { rows } = await sql<TickRow>`
    select newest.* from tick_head head cross join lateral (
      select symbol_id, seq, at_ms, price, bid, ask, volume, hash, is_live from tick
      where symbol_id = head.symbol_id and is_live and seq > head.seq - ${searchedBack}::bigint order by seq desc limit ${readBack}
    ) newest where head.symbol_id = any(${symbolIds}::text[]) order by newest.symbol_id, newest.seq`.execute(db);
  return rows.map(toRecordedTick);
}
