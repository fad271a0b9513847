/** The ticks of one market: the newest of the log, then each as it comes. */
import { useMemo } from 'react';
import { filter, from, map, mergeMap } from '@tessera/shared/kernel';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useEndpoint, useQuoteStream } from '@tessera/shared/react';
import type { ChartRun, PointMarker, PriceMarker } from '@tessera/shared/charts';
import { TickChartPlace } from './TickChartPlace';

/** What was known at the start is asked for once: a later answer would wipe out the ticks that came since. */
const neverAgain = Number.POSITIVE_INFINITY;

interface MarketTickChartProps {
  readonly name: string;
  readonly info: SymbolInfo;
  readonly run?: ChartRun | undefined;
  readonly priceMarkers?: readonly PriceMarker[] | undefined;
  readonly pointMarkers?: readonly PointMarker[] | undefined;
}

export function MarketTickChart({ info, ...rest }: MarketTickChartProps) {
  const quotes = useQuoteStream();
  const { data } = useEndpoint('recentTicks', { symbol: info.symbol }, { freshMs: neverAgain });
  const tick$ = useMemo(
    () =>
      quotes.watch([info.symbol]).pipe(
        mergeMap((changed) => from(changed)),
        filter(({ symbol }) => symbol === info.symbol),
        map(({ atMs, price }) => ({ atMs, price })),
      ),
    [quotes, info.symbol],
  );
  return <TickChartPlace seriesKey={info.symbol} digits={info.digits} tick$={tick$} ticks={data?.ticks} {...rest} />;
}
