import { useCallback, useEffect, useState } from 'react';
import { distinctUntilChanged, map, merge, startWith } from '@tessera/shared/kernel';
import { everySecond$ } from './everySecond';
import { isQuoteOld, tooOldToTradeMs } from './quoteAge';
import { useClock, useQuoteStream } from './useLive';

/** False while there is no price or it is older than 15 s: the ticket's button then waits for a live price. */
export function useQuoteIsTradable(symbol: string): boolean {
  const quotes = useQuoteStream();
  const clock = useClock();
  const isTradable = useCallback((): boolean => {
    const quote = quotes.peek(symbol);
    return quote !== undefined && !isQuoteOld(quote, clock.now(), tooOldToTradeMs);
  }, [quotes, clock, symbol]);
  const [known, setKnown] = useState(isTradable);
  useEffect(() => {
    const subscription = merge(quotes.watch([symbol]), everySecond$)
      .pipe(startWith(undefined), map(isTradable), distinctUntilChanged())
      .subscribe(setKnown);
    return () => subscription.unsubscribe();
  }, [quotes, symbol, isTradable]);
  return known;
}
