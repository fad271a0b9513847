import { useEffect, useMemo, useState } from 'react';
import type { ContractSummary } from '@tessera/shared/contract';
import { everySecond$, isQuoteOld, useClock, useEndpoint, useQuotes } from '@tessera/shared/react';
import { liveSummary, symbolsToWatch, type LiveFigures } from './liveSummary';
import { useOpenPositions } from './useOpenPositions';

/** The contract account's figures, twice a second; what the server said last while the positions are not known here. */
export function useLiveSummary(summary: ContractSummary): LiveFigures {
  const clock = useClock();
  const positions = useOpenPositions();
  const { data: catalogue } = useEndpoint('coinList', {}, { freshMs: 600_000 });
  const infoOf = useMemo(() => {
    const bySymbol = new Map(catalogue?.symbols.map((info) => [info.symbol, info]));
    return (symbol: string) => bySymbol.get(symbol);
  }, [catalogue]);
  const symbols = useMemo(() => symbolsToWatch(positions ?? [], infoOf), [positions, infoOf]);
  const quotes = useQuotes(symbols, 500);
  // Quotes grow old without anything coming.
  const [nowMs, setNowMs] = useState(() => clock.now());
  useEffect(() => {
    const subscription = everySecond$.subscribe(() => setNowMs(clock.now()));
    return () => subscription.unsubscribe();
  }, [clock]);

  if (positions === undefined || catalogue === undefined) return summary;
  const scale = catalogue.assets.find(({ asset }) => asset === summary.asset)?.scale ?? 0;
  return liveSummary(summary, positions, {
    infoOf,
    scale,
    nowMs,
    quoteOf: (symbol) => {
      const [quote, staleAfterMs] = [quotes.get(symbol), infoOf(symbol)?.staleAfterMs];
      if (quote === undefined || staleAfterMs === undefined) return undefined;
      return isQuoteOld(quote, Math.max(nowMs, quote.receivedAtMs), staleAfterMs) ? undefined : quote;
    },
  });
}
