import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { auditTime } from '@tessera/shared/kernel';
import type { LiveQuote } from '../../federation/RemoteContract';
import { useQuoteStream } from './useLive';

/**
 * The live quote of one symbol. Renders at most once per frame: use it where React must know the price (a ticket, a form);
 * where a price is only shown, <LivePrice> writes it without rendering. What it renders is on the screen in the same frame as
 * every <LivePrice>: two prices of one market never stand side by side. Without a symbol there is no quote.
 */
export function useQuote(symbol: string | undefined): LiveQuote | undefined {
  const quotes = useQuoteStream();
  const [quote, setQuote] = useState<LiveQuote>();
  useEffect(() => {
    if (symbol === undefined) return undefined;
    // The last known quote comes while the effect runs, where React renders anyway.
    let isLive = false;
    const subscription = quotes.watch([symbol]).subscribe((changed) => {
      const next = changed.find((candidate) => candidate.symbol === symbol);
      if (next === undefined) return;
      if (isLive) flushSync(() => setQuote(next));
      else setQuote(next);
    });
    isLive = true;
    return () => subscription.unsubscribe();
  }, [quotes, symbol]);
  // The symbol may have changed since the last quote came.
  if (symbol === undefined) return undefined;
  return quote?.symbol === symbol ? quote : quotes.peek(symbol);
}

/** The live quotes of many symbols, at most once per `everyMs`: for orders of a list, which must not jump about. */
export function useQuotes(symbols: readonly string[], everyMs = 1000): ReadonlyMap<string, LiveQuote> {
  const quotes = useQuoteStream();
  const key = symbols.join(',');
  const [known, setKnown] = useState<ReadonlyMap<string, LiveQuote>>(new Map());
  useEffect(() => {
    const wanted = key === '' ? [] : key.split(',');
    const collect = (): ReadonlyMap<string, LiveQuote> =>
      new Map(
        wanted.flatMap((symbol) => {
          const quote = quotes.peek(symbol);
          return quote === undefined ? [] : [[symbol, quote] as const];
        }),
      );
    setKnown(collect());
    const subscription = quotes
      .watch(wanted)
      .pipe(auditTime(everyMs))
      .subscribe(() => setKnown(collect()));
    return () => subscription.unsubscribe();
  }, [quotes, key, everyMs]);
  return known;
}
