/**
 * The running candle out of quotes: the last candle of the history grows with each quote of its frame, and a quote of a
 * later frame begins the next one. Exact: the highest and lowest price are texts that were compared as decimals. What the
 * page missed (a closed socket) is not invented here; history is asked for again.
 */
import type { Candle, CandleFrame, Quote } from '@tessera/shared/contract';
import { compare, price } from '@tessera/shared/money';
import { frameStart } from './frameStart';

export function foldQuote(
  last: Candle | undefined,
  quote: Pick<Quote, 'atMs' | 'price'>,
  frame: CandleFrame,
): Candle | undefined {
  const start = frameStart(frame, quote.atMs);
  if (last === undefined || start > last[0]) return [start, quote.price, quote.price, quote.price, quote.price, null];
  // A quote from before the last candle changes nothing that is shown.
  if (start < last[0]) return undefined;
  const [, open, high, low, , volume] = last;
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
