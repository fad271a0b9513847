/**
 * The candle that is being made, out of quotes: it grows while quotes fall into it, and the first quote behind its end begins
 * the next one. That is a preview: history is asked for again, and the server's candle goes on.
 */
import type { Candle, Quote } from '@tessera/shared/contract';
import { compare, price } from '@tessera/shared/money';

export const chartFrames = ['1m', '5m', '15m', '1h', '1d'] as const;
export type ChartFrame = (typeof chartFrames)[number];

const minute = 60_000;
const lengths: Readonly<Record<ChartFrame, number>> = {
  '1m': minute,
  '5m': 5 * minute,
  '15m': 15 * minute,
  '1h': 60 * minute,
  '1d': 1440 * minute,
};

/** undefined: the quote is older than the candle. */
export function grownCandle(last: Candle, quote: Pick<Quote, 'atMs' | 'price'>, frame: ChartFrame): Candle | undefined {
  const [start, open, high, low, , volume] = last;
  if (quote.atMs < start) return undefined;
  const length = lengths[frame];
  if (quote.atMs >= start + length)
    return [start + Math.floor((quote.atMs - start) / length) * length, quote.price, quote.price, quote.price, quote.price, null];
  const now = price(quote.price);
  return [
    start,
    open,
    compare(now, price(high)) > 0 ? quote.price : high,
    compare(now, price(low)) < 0 ? quote.price : low,
    quote.price,
    volume,
  ];
}
