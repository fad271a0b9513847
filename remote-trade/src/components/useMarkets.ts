import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { AssetInfo, SymbolInfo } from '@tessera/shared/contract';
import { timer } from '@tessera/shared/kernel';
import { useCatalogVersion, useClock, useEndpoint, useRefresh } from '@tessera/shared/react';

const noSymbols: readonly SymbolInfo[] = [];
/** Where nobody tells of changes. */
const refetchEveryMs = 60_000;
/** A server that is a moment behind the one that told, or the instant, is asked again. */
const askAgainMs = 5000;

/**
 * The catalogue: every symbol with its digits and market state, and the assets' scales. It is asked for again when the socket tells
 * of a newer version, and when a market opens or closes.
 */
export function useMarkets() {
  const told = useCatalogVersion();
  const { loadable, data, refetch } = useEndpoint(
    'coinList',
    {},
    { freshMs: 60_000, refetchEveryMs, isPushed: told !== undefined },
  );
  const clock = useClock();
  const version = data?.version;
  const isBehind = told !== undefined && version !== undefined && version < told;
  const dueAtMs = isBehind ? 0 : earliestChange(data?.symbols ?? noSymbols);
  useEffect(() => {
    if (dueAtMs === undefined) return undefined;
    const asking = timer(Math.max(0, dueAtMs - clock.now()), askAgainMs).subscribe(refetch);
    return () => asking.unsubscribe();
  }, [dueAtMs, clock, refetch]);

  const refresh = useRefresh();
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

/** When a market opens or closes next; undefined where none ever does. */
function earliestChange(symbols: readonly SymbolInfo[]): number | undefined {
  const changes = symbols.flatMap(({ market }) => market.nextChangeAtMs ?? []);
  return changes.length === 0 ? undefined : Math.min(...changes);
}
