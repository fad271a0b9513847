/** The tick chart in a chunk of its own: chart code never loads on a page without a chart. */
import { lazy, Suspense, useMemo } from 'react';
import { filter, from, map, mergeMap } from '@tessera/shared/kernel';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useEndpoint, useQuoteStream } from '@tessera/shared/react';
import { Skeleton } from '@tessera/shared/ui';
import type { ChartRun, PointMarker, PriceMarker } from '@tessera/shared/charts';
import { recentTicks } from './recentTicks';

const TickChart = lazy(async () => ({ default: (await import('@tessera/shared/charts')).TickChart }));

interface LazyTickChartProps {
  readonly name: string;
  readonly info: SymbolInfo;
  readonly run?: ChartRun | undefined;
  readonly priceMarkers?: readonly PriceMarker[] | undefined;
  readonly pointMarkers?: readonly PointMarker[] | undefined;
}

export function LazyTickChart({ info, ...rest }: LazyTickChartProps) {
  const quotes = useQuoteStream();
  const isCrypto = info.assetClass === 'crypto';
  const { data } = useEndpoint(isCrypto ? 'timeshare' : 'whTimeshare', { symbol: info.symbol, frame: '1m', limit: 3 }, { freshMs: 60_000 });
  const ticks = useMemo(() => (data === undefined ? undefined : recentTicks(data.candles, data.serverMs)), [data]);
  const tick$ = useMemo(
    () =>
      quotes.watch([info.symbol]).pipe(
        mergeMap((changed) => from(changed)),
        filter(({ symbol }) => symbol === info.symbol),
        map(({ atMs, price }) => ({ atMs, price })),
      ),
    [quotes, info.symbol],
  );
  return (
    <Suspense fallback={<Skeleton shape="block" height={260} />}>
      <TickChart seriesKey={info.symbol} digits={info.digits} tick$={tick$} ticks={ticks} {...rest} />
    </Suspense>
  );
}
