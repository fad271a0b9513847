import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { AssetInfo, SymbolInfo } from '@tessera/shared/contract';
import { useEndpoint, useRefresh } from '@tessera/shared/react';

const noSymbols: readonly SymbolInfo[] = [];

/** The catalogue: every symbol with its digits and market state, and the assets' scales. */
export function useMarkets() {
  const { loadable, data, refetch } = useEndpoint('coinList', {}, { freshMs: 60_000, refetchEveryMs: 60_000 });
  const refresh = useRefresh();
  const version = data?.version;
  const known = useRef(version);
  useEffect(() => {
    // Another version of the catalogue: fees, payouts and limits may be others too.
    if (known.current !== undefined && known.current !== version) refresh('leverageTerms', 'spotTerms', 'durations');
    known.current = version;
  }, [version, refresh]);
  const bySymbol = useMemo(() => new Map((data?.symbols ?? noSymbols).map((info) => [info.symbol, info])), [data]);
  const find = useCallback((symbol: string): SymbolInfo | undefined => bySymbol.get(symbol), [bySymbol]);
  return {
    loadable,
    refetch,
    symbols: data?.symbols ?? noSymbols,
    find,
    asset: (asset: string): AssetInfo | undefined => data?.assets.find((candidate) => candidate.asset === asset),
  };
}
