import { useCallback, useMemo } from 'react';
import type { AssetInfo, SymbolInfo } from '@tessera/shared/contract';
import { useEndpoint } from '@tessera/shared/react';

const noSymbols: readonly SymbolInfo[] = [];

/** The catalogue: every symbol with its digits and market state, and the assets' scales. */
export function useMarkets() {
  const { loadable, data, refetch } = useEndpoint('coinList', {}, { freshMs: 60_000, refetchEveryMs: 60_000 });
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
