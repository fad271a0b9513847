import { useEffect, useMemo, useState } from 'react';
import type { AssetInfo, Quote, SymbolInfo } from '@tessera/shared/contract';
import { everySecond$, isQuoteOld, useClock, useEndpoint, useQuotes } from '@tessera/shared/react';

export interface Catalogue {
  readonly symbols: readonly SymbolInfo[];
  readonly assets: readonly AssetInfo[];
  readonly infoOf: (symbol: string) => SymbolInfo | undefined;
}

/** undefined until it is here. */
export function useCatalogue(): Catalogue | undefined {
  const { data } = useEndpoint('coinList', {}, { freshMs: 600_000 });
  return useMemo(() => {
    if (data === undefined) return undefined;
    const bySymbol = new Map(data.symbols.map((info) => [info.symbol, info]));
    return { symbols: data.symbols, assets: data.assets, infoOf: (symbol) => bySymbol.get(symbol) };
  }, [data]);
}

export interface FreshQuotes {
  /** undefined: none came, or it is old. */
  readonly quoteOf: (symbol: string) => Quote | undefined;
  readonly hasHeardOf: (symbol: string) => boolean;
  readonly nowMs: number;
}

/** Quotes twice a second; a second later at most one that has grown old is none any more. */
export function useFreshQuotes(symbols: readonly string[], catalogue: Catalogue | undefined): FreshQuotes {
  const clock = useClock();
  const quotes = useQuotes(symbols, 500);
  // Quotes grow old without anything coming.
  const [nowMs, setNowMs] = useState(() => clock.now());
  useEffect(() => {
    const subscription = everySecond$.subscribe(() => setNowMs(clock.now()));
    return () => subscription.unsubscribe();
  }, [clock]);
  return {
    nowMs,
    hasHeardOf: (symbol) => quotes.has(symbol),
    quoteOf(symbol) {
      const [quote, staleAfterMs] = [quotes.get(symbol), catalogue?.infoOf(symbol)?.staleAfterMs];
      if (quote === undefined || staleAfterMs === undefined) return undefined;
      return isQuoteOld(quote, Math.max(nowMs, quote.receivedAtMs), staleAfterMs) ? undefined : quote;
    },
  };
}
