/**
 * The latest quote of every symbol with its figures of the last 24 hours, kept in memory from recorded ticks. The day is
 * a row of minutes: those that are over are kept added up, and only the running one is touched by a tick. At the start the minutes come from the candles.
 */
import type { AssetClass, Quote } from '@tessera/shared/contract';
import { add, amount, divide, max, min, multiply, price, subtract, toText, type Amount, type Price } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog, SymbolTerms } from '../catalog/Catalog';
import { marketStatus } from '../catalog/marketCalendar';
import { readLatestTicks } from '../feed/TickFollower';
import type { RecordedTick, TickListener } from '../feed/TickBus';
import type { Db } from '../store/database';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const changeRateScale = 6;
/** Turnover is shown in whole cents; more digits would only be carried about. */
const turnoverScale = 2;

interface Span {
  readonly high: Price;
  readonly low: Price;
  readonly volume: Amount | undefined;
  readonly turnover: Amount | undefined;
}

interface Minute extends Span {
  readonly atMs: number;
  readonly close: Price;
}

interface SymbolDay {
  latest: RecordedTick;
  /** The last price before the 24 hours; undefined while the log is younger. */
  dayAgoPrice: Price | undefined;
  /** Ascending; the last is the running one. */
  minutes: Minute[];
  /** All but the running minute. */
  settled: Span | undefined;
}

export interface QuoteCache {
  /** Reads the log's heads and the last day's candles. */
  load(): Promise<void>;
  /** Hand this to the bus. */
  onTicks: TickListener;
  quote(symbolId: string, nowMs: number): Quote | undefined;
  /** In the catalogue's order; symbols that never ticked are left out. */
  quotes(nowMs: number, assetClass?: AssetClass): Quote[];
  latest(symbolId: string): RecordedTick | undefined;
  /** Symbols that ticked since the last call with the same reader. */
  takeChanged(reader: ChangeReader): ReadonlySet<string>;
  createReader(): ChangeReader;
}

export interface ChangeReader {
  changed: Set<string>;
}

export function createQuoteCache(db: Db, catalog: Catalog): QuoteCache {
  const days = new Map<string, SymbolDay>();
  const readers = new Set<ChangeReader>();
  /** Ticks that arrive while the day is being read. */
  let hold: RecordedTick[] | undefined;

  function take(tick: RecordedTick): void {
    const day = days.get(tick.symbol);
    if (day === undefined) {
      days.set(tick.symbol, { latest: tick, dayAgoPrice: undefined, minutes: [minuteOf(tick)], settled: undefined });
      return;
    }
    if (tick.seq <= day.latest.seq) return;
    day.latest = tick;
    const running = day.minutes[day.minutes.length - 1];
    if (running !== undefined && running.atMs === startOfMinute(tick.atMs)) {
      day.minutes[day.minutes.length - 1] = { atMs: running.atMs, close: tick.price, ...joined(running, minuteOf(tick)) };
    } else {
      turn(day, minuteOf(tick));
      evict(day, tick.atMs);
    }
  }

  function quoteOf(symbol: SymbolTerms, nowMs: number): Quote | undefined {
    const day = days.get(symbol.id);
    if (day === undefined) return undefined;
    const { state } = marketStatus(symbol.calendar, nowMs);
    // Figures of an open market age while it is silent; those of a closed one stay its last day's.
    const endMs = state === 'closed' ? day.latest.atMs : nowMs;
    if ((day.minutes[0]?.atMs ?? endMs) < startOfMinute(endMs - dayMs)) evict(day, endMs);
    const running = day.minutes[day.minutes.length - 1];
    const span = running === undefined ? undefined : day.settled === undefined ? running : joined(day.settled, running);
    const { latest, dayAgoPrice } = day;
    return {
      symbol: symbol.id,
      seq: latest.seq,
      atMs: latest.atMs,
      price: toText(latest.price),
      bid: toText(latest.bid),
      ask: toText(latest.ask),
      changeRate:
        dayAgoPrice === undefined
          ? null
          : toText(divide(subtract(latest.price, dayAgoPrice), dayAgoPrice, changeRateScale, 'halfEven')),
      high: span === undefined ? null : toText(span.high),
      low: span === undefined ? null : toText(span.low),
      volume: span?.volume === undefined ? null : toText(span.volume),
      turnover: span?.turnover === undefined ? null : toText(span.turnover),
      state,
    };
  }

  return {
    async load() {
      const waiting: RecordedTick[] = [];
      hold = waiting;
      const read = await readDay(db);
      hold = undefined;
      days.clear();
      for (const [symbol, day] of read) days.set(symbol, day);
      for (const tick of waiting) take(tick);
    },
    onTicks(ticks) {
      hold?.push(...ticks);
      if (hold !== undefined) return;
      for (const tick of ticks) {
        take(tick);
        for (const reader of readers) reader.changed.add(tick.symbol);
      }
    },
    quote(symbolId, nowMs) {
      const symbol = catalog.symbol(symbolId);
      return symbol === undefined ? undefined : quoteOf(symbol, nowMs);
    },
    quotes: (nowMs, assetClass) =>
      catalog
        .symbols()
        .filter((symbol) => assetClass === undefined || symbol.assetClass === assetClass)
        .flatMap((symbol) => quoteOf(symbol, nowMs) ?? []),
    latest: (symbolId) => days.get(symbolId)?.latest,
    createReader() {
      const reader: ChangeReader = { changed: new Set() };
      readers.add(reader);
      return reader;
    },
    takeChanged(reader) {
      const { changed } = reader;
      reader.changed = new Set();
      return changed;
    },
  };
}

/**
 * Heads and candles of one instant, so that a tick held back meanwhile is either in both or in neither. Each symbol's day ends with
 * its latest tick; what has become too old in an open market goes when its quote is asked for.
 */
async function readDay(db: Db): Promise<Map<string, SymbolDay>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const days = new Map<string, SymbolDay>();
      for (const latest of await readLatestTicks(tx)) {
        days.set(latest.symbol, { latest, dayAgoPrice: undefined, minutes: [], settled: undefined });
      }
      const { rows } = await sql<{
        symbolId: string;
        atMs: number;
        high: string;
        low: string;
        close: string;
        volume: string | null;
        turnover: string | null;
      }>`
      select head.symbol_id, c.at_ms, c.high, c.low, c.close, c.volume, round(c.turnover, ${turnoverScale}) as turnover
      from tick_head head join candle c on c.symbol_id = head.symbol_id and c.span = '1m' and c.at_ms >= ${dayBefore}
      order by head.symbol_id, c.at_ms`.execute(tx);
      for (const row of rows) {
        days.get(row.symbolId)?.minutes.push({
          atMs: row.atMs,
          high: price(row.high),
          low: price(row.low),
          close: price(row.close),
          volume: known(row.volume),
          turnover: known(row.turnover),
        });
      }
      const before = await sql<{ symbolId: string; close: string }>`
      select head.symbol_id, c.close from tick_head head cross join lateral (
        select close from candle where symbol_id = head.symbol_id and span = '1m' and at_ms < ${dayBefore} order by at_ms desc limit 1
      ) c`.execute(tx);
      for (const { symbolId, close } of before.rows) {
        const day = days.get(symbolId);
        if (day !== undefined) day.dayAgoPrice = price(close);
      }
      for (const day of days.values()) day.settled = addUp(day.minutes);
      return days;
    });
}

/** A day before a symbol's latest tick, from the start of its minute. */
const dayBefore = sql`head.at_ms - ${dayMs}::bigint - head.at_ms % ${minuteMs}::bigint`;

const startOfMinute = (atMs: number): number => atMs - (atMs % minuteMs);
const known = (text: string | null): Amount | undefined => (text === null ? undefined : amount(text));

function minuteOf(tick: RecordedTick): Minute {
  const turnover = tick.volume === undefined ? undefined : multiply(tick.volume, tick.price, turnoverScale, 'halfEven');
  return { atMs: startOfMinute(tick.atMs), high: tick.price, low: tick.price, close: tick.price, volume: tick.volume, turnover };
}

const joined = (a: Span, b: Span): Span => ({
  high: max(a.high, b.high),
  low: min(a.low, b.low),
  volume: sum(a.volume, b.volume),
  turnover: sum(a.turnover, b.turnover),
});

const sum = (a: Amount | undefined, b: Amount | undefined): Amount | undefined =>
  a === undefined ? b : b === undefined ? a : add(a, b);

/** Adds up every minute but the running one. */
const addUp = (minutes: readonly Minute[]): Span | undefined =>
  minutes
    .slice(0, -1)
    .reduce<Span | undefined>((span, minute) => (span === undefined ? minute : joined(span, minute)), undefined);

/** Begins a new minute: the one that ran joins those that are over. */
function turn(day: SymbolDay, next: Minute): void {
  const over = day.minutes[day.minutes.length - 1];
  if (over !== undefined) day.settled = day.settled === undefined ? over : joined(day.settled, over);
  day.minutes.push(next);
}

/** Lets minutes older than a day go. Sums are taken back; extremes are looked for again only when one of them went. */
function evict(day: SymbolDay, nowMs: number): void {
  const fromMs = startOfMinute(nowMs - dayMs);
  const firstKept = day.minutes.findIndex((minute) => minute.atMs >= fromMs);
  if (firstKept === 0) return;
  const gone = firstKept < 0 ? day.minutes : day.minutes.slice(0, firstKept);
  day.dayAgoPrice = gone[gone.length - 1]?.close ?? day.dayAgoPrice;
  day.minutes = firstKept < 0 ? [] : day.minutes.slice(firstKept);
  const { settled } = day;
  const hasExtremeGone = gone.some(
    (minute) => settled === undefined || minute.high.eq(settled.high) || minute.low.eq(settled.low),
  );
  if (settled === undefined || hasExtremeGone || day.minutes.length < 2) {
    day.settled = addUp(day.minutes);
    return;
  }
  day.settled = gone.reduce<Span>(
    (span, minute) => ({
      ...span,
      volume: without(span.volume, minute.volume),
      turnover: without(span.turnover, minute.turnover),
    }),
    settled,
  );
}

const without = (a: Amount | undefined, b: Amount | undefined): Amount | undefined =>
  a === undefined || b === undefined ? a : subtract(a, b);
