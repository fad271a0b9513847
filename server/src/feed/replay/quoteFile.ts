/**
 * One file of recorded quotes: bars (time,open,high,low,close,volume), ticks (time,bid,ask) or trades
 * (time,side,price,amount), known by its first line. It is read as a row of events in the file's own time. A bar that is over
 * becomes four: its open, the extreme nearer to the open, the other extreme, its close, a quarter of the bar apart. While it plays,
 * its inside is drawn (playedBar): these four in a known order would tell what follows.
 */
import {
  amount,
  compare,
  divide,
  parseAmount,
  price,
  rate,
  subtract,
  add,
  absolute,
  decimalsOf,
  type Amount,
  type Price,
} from '@tessera/shared/money';

export interface FileEvent {
  /** In the file's clock. */
  readonly atMs: number;
  readonly price: Price;
  /** Only where the file has them. */
  readonly bid: Price | undefined;
  readonly ask: Price | undefined;
  readonly volume: Amount | undefined;
}

export interface BarFigures {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: Amount | undefined;
}

export interface QuoteFile {
  readonly kind: 'bars' | 'ticks' | 'trades';
  readonly firstAtMs: number;
  /** After the last event. */
  readonly endAtMs: number;
  /** Number of rows. */
  readonly rows: number;
  /** Start of a row in the file's clock. */
  rowAtMs(row: number): number;
  events(row: number): readonly FileEvent[];
  /** undefined where the file has no bars. */
  bar(row: number): BarFigures | undefined;
  /** 0 where the file has no bars. */
  readonly barMs: number;
  /** Index of the first row that starts at or after `atMs`; `rows` when there is none. */
  rowFrom(atMs: number): number;
}

const headers = {
  'time,open,high,low,close,volume': 'bars',
  'time,bid,ask': 'ticks',
  'time,side,price,amount': 'trades',
} as const;

/** Throws an Error that names what is wrong with the text. */
export function parseQuoteFile(text: string): QuoteFile {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const kind = headers[lines[0] as keyof typeof headers];
  if (kind === undefined) throw new Error(`unknown header ${JSON.stringify(lines[0]?.slice(0, 80))}`);
  const rows = lines.slice(1);
  if (rows.length === 0) throw new Error('no rows');
  const times = Float64Array.from(rows, (line) => Number.parseInt(line.slice(0, line.indexOf(',')), 10));
  times.forEach((atMs, row) => {
    if (!(atMs > 0)) throw new Error(`row ${row + 1} has no time`);
    if (row > 0 && atMs < (times[row - 1] ?? 0)) throw new Error(`row ${row + 1} goes back in time`);
  });
  const barMs = kind === 'bars' ? smallestStep(times) : 0;
  const at = (row: number): number => times[row] ?? Number.NaN;
  const fieldsOf = (row: number): string[] => (rows[row] ?? '').split(',').slice(1);
  const lastAtMs = at(rows.length - 1);
  return {
    kind,
    rows: rows.length,
    firstAtMs: at(0),
    endAtMs: kind === 'bars' ? lastAtMs + barMs : lastAtMs + 1,
    rowAtMs: at,
    barMs,
    bar: (row) => (kind === 'bars' ? figuresOf(fieldsOf(row)) : undefined),
    events(row) {
      const fields = fieldsOf(row);
      return kind === 'bars'
        ? barEvents(at(row), barMs, figuresOf(fields))
        : [kind === 'ticks' ? tickEvent(at(row), fields) : tradeEvent(at(row), fields)];
    },
    rowFrom(atMs) {
      let [low, high] = [0, rows.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (at(middle) < atMs) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

/** The bar's length: gaps are whole bars, so the smallest step is one. */
function smallestStep(times: Float64Array): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let row = 1; row < times.length; row++) {
    const step = (times[row] ?? 0) - (times[row - 1] ?? 0);
    if (step > 0 && step < smallest) smallest = step;
  }
  return Number.isFinite(smallest) ? smallest : 60_000;
}

const figuresOf = ([open = '', high = '', low = '', close = '', volume = '']: string[]): BarFigures => ({
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
  volume: positiveAmount(volume),
});

function barEvents(atMs: number, barMs: number, { open: o, high: h, low: l, close: c, volume: traded }: BarFigures): FileEvent[] {
  const isLowNearer = compare(absolute(subtract(o, l)), absolute(subtract(h, o))) <= 0;
  const [near, far] = isLowNearer ? [l, h] : [h, l];
  return [o, near, far, c].map((value, quarter) => ({
    atMs: atMs + Math.floor((barMs * quarter) / 4),
    price: value,
    bid: undefined,
    ask: undefined,
    // The bar's whole volume belongs to its end: only then is it known.
    volume: quarter === 3 ? traded : undefined,
  }));
}

function tickEvent(atMs: number, [bid = '', ask = '']: string[]): FileEvent {
  const [b, a] = [price(bid), price(ask)];
  const digits = Math.max(decimalsOf(b), decimalsOf(a));
  const middle = divide(add(b, a), rate('2'), digits, 'down') as unknown as Price;
  return { atMs, price: middle, bid: b, ask: a, volume: undefined };
}

const tradeEvent = (atMs: number, [, value = '', traded = '']: string[]): FileEvent => ({
  atMs,
  price: price(value),
  bid: undefined,
  ask: undefined,
  volume: positiveAmount(traded),
});

/** Zero volume means that the source has none. Digits beyond the eighteenth are the source's rounding noise. */
function positiveAmount(text: string): Amount | undefined {
  const value = parseAmount(text.replace(/(\.\d{18})\d+$/, '$1'));
  return value === undefined || compare(value, amount('0')) <= 0 ? undefined : value;
}
