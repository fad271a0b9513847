/**
 * How old is what we show? A quote ages from when this page last heard of it. A closed market does not age: its last price
 * is its price.
 */
import type { LiveQuote } from '../../federation/RemoteContract';

/** Older than this, a price is marked as old, where the symbol's own limit is not known. */
export const defaultStaleAfterMs = 3000;
/** Older than this, nothing may be ordered at it. */
export const tooOldToTradeMs = 15_000;

export const quoteAgeMs = (quote: LiveQuote, nowMs: number): number => Math.max(0, nowMs - quote.receivedAtMs);

/** A price that lies ahead of the server's clock says nothing about now either: a clock was set back. */
export const isQuoteOld = (quote: LiveQuote, nowMs: number, limitMs: number): boolean =>
  quote.state !== 'closed' && (quoteAgeMs(quote, nowMs) > limitMs || quote.atMs - nowMs > limitMs);
