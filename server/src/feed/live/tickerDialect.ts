/**
 * The wire of the live feed: the combined ticker stream that several public crypto exchanges offer in this form.
 *
 *   connect   <FEED_LIVE_URL>?streams=btcusdt@ticker/ethusdt@ticker/…
 *   a frame   {"stream":"btcusdt@ticker","data":{"e":"24hrTicker","E":1690000000123,"s":"BTCUSDT",
 *              "c":"29000.10","b":"29000.00","a":"29000.20", …}}
 *
 * E is the source's time of the event in ms, s the pair, c the last price, b and a best bid and ask; all figures are text.
 * Other events on the stream are left alone. There is no subscription message: the address says what is wanted.
 */
import { compare, parsePrice, type Price } from '@tessera/shared/money';
import type { SymbolTerms } from '../../catalog/Catalog';

export interface TickerFrame {
  /** The source's name of the pair: "BTCUSDT". */
  readonly pair: string;
  readonly sourceAtMs: number;
  readonly price: Price;
  readonly bid: Price;
  readonly ask: Price;
}

export type Reading =
  | { readonly kind: 'ticker'; readonly frame: TickerFrame }
  | { readonly kind: 'other' }
  | { readonly kind: 'garbage' };

export const pairOf = (symbol: Pick<SymbolTerms, 'base' | 'quote'>): string => `${symbol.base}${symbol.quote}`;

export function streamUrl(base: string, symbols: readonly SymbolTerms[]): string {
  const url = new URL(base);
  url.searchParams.set('streams', symbols.map((symbol) => `${pairOf(symbol).toLowerCase()}@ticker`).join('/'));
  return url.toString().replaceAll('%2F', '/').replaceAll('%40', '@');
}

export function readFrame(text: string): Reading {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { kind: 'garbage' };
  }
  const data = field(message, 'data');
  if (typeof data !== 'object' || data === null)
    return { kind: typeof message === 'object' && message !== null ? 'other' : 'garbage' };
  if (field(data, 'e') !== '24hrTicker') return { kind: 'other' };
  const pair = field(data, 's');
  const sourceAtMs = field(data, 'E');
  const [price, bid, ask] = ['c', 'b', 'a'].map((name) => positivePrice(field(data, name)));
  const isWhole =
    typeof pair === 'string' && Number.isSafeInteger(sourceAtMs) && price !== undefined && bid !== undefined && ask !== undefined;
  if (!isWhole || compare(ask, bid) < 0) return { kind: 'garbage' };
  return { kind: 'ticker', frame: { pair, sourceAtMs: sourceAtMs as number, price, bid, ask } };
}

const field = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : undefined;

function positivePrice(text: unknown): Price | undefined {
  const value = typeof text === 'string' ? parsePrice(text) : undefined;
  return value !== undefined && value.gt('0') ? value : undefined;
}
