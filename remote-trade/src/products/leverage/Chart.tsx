/** Candles of the market with the person's own lines on it: entry, take-profit, stop-loss, liquidation, waiting limits. */
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Candle, LeverageOrder, Quote, SymbolInfo } from '@tessera/shared/contract';
import { ErrorBoundary, filter, map, Observable, Subject, useTranslation, type FallbackProps } from '@tessera/shared/kernel';
import { useEndpoint, useQuoteStream } from '@tessera/shared/react';
import type { PriceMarker } from '@tessera/shared/charts';
import { ChartSkeleton, ErrorState, LoadablePanel, Segmented } from '@tessera/shared/ui';
import { FoldableChart } from '../../components/FoldableChart';
import { familyCall } from '../../orders/familyCall';
import { chartFrames, grownCandle, type ChartFrame } from './frameCandles';

interface LeverageChartProps {
  readonly info: SymbolInfo;
  readonly positions: readonly LeverageOrder[];
  readonly pending: readonly LeverageOrder[];
}

const loadChart = async () => ({ default: (await import('@tessera/shared/charts')).CandleChart });
const candleCount = 200;

export function LeverageChart({ info, positions, pending }: LeverageChartProps) {
  const { t } = useTranslation('trade');
  const quotes = useQuoteStream();
  const [frame, setFrame] = useState<ChartFrame>('5m');
  // A chunk that did not come is asked for again under a new lazy component; the old one has kept its failure.
  const [CandleChart, setCandleChart] = useState(() => lazy(loadChart));
  const call = familyCall('timeshare', info.assetClass);
  const { loadable, data, refetch } = useEndpoint(
    call,
    { symbol: info.symbol, frame, limit: candleCount },
    { keepsPrevious: true, freshMs: 0 },
  );

  const last = useRef<Candle | undefined>(undefined);
  const newest = data?.frame === frame && data.symbol === info.symbol ? data.candles.at(-1) : undefined;
  const [history$] = useState(() => new Subject<void>());
  // Before paint: an answer is of another instant than the price above, and the latest quote is laid over it.
  useLayoutEffect(() => {
    if (last.current === undefined || newest === undefined || newest[0] >= last.current[0]) last.current = newest;
    history$.next();
  }, [newest, history$]);
  const running$ = useMemo(
    () =>
      new Observable<Candle>((observer) => {
        const show = (quote: Pick<Quote, 'atMs' | 'price'>) => {
          const before = last.current;
          const grown = before === undefined ? undefined : grownCandle(before, quote, frame);
          if (before === undefined || grown === undefined) return;
          last.current = grown;
          observer.next(grown);
          if (grown[0] > before[0]) refetch();
        };
        const showLatest = () => {
          const quote = quotes.peek(info.symbol);
          if (quote !== undefined) show(quote);
        };
        const subscription = quotes
          .watch([info.symbol])
          .pipe(
            map((changed) => changed.find(({ symbol }) => symbol === info.symbol)),
            filter((quote) => quote !== undefined),
          )
          .subscribe(show);
        subscription.add(history$.subscribe(showLatest));
        return subscription;
      }),
    [quotes, info.symbol, frame, refetch, history$],
  );
  const priceMarkers = useMemo(
    () => markersOf(info.symbol, positions, pending, (line) => t(`leverage.line.${line}`)),
    [info.symbol, positions, pending, t],
  );

  return (
    <FoldableChart
      lead={
        <Segmented
          label={t('leverage.frames')}
          value={frame}
          onChange={setFrame}
          options={chartFrames.map((value) => ({ value, label: t(`leverage.frame.${value}`) }))}
        />
      }
    >
      <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<ChartSkeleton />}>
        {(answer) => (
          <ErrorBoundary FallbackComponent={NoChart} onReset={() => setCandleChart(() => lazy(loadChart))}>
            <Suspense fallback={<ChartSkeleton />}>
              <CandleChart
                name={t('leverage.chart', { symbol: info.symbol })}
                candles={answer.candles}
                seriesKey={`${answer.symbol}/${answer.frame}`}
                frame={answer.frame}
                digits={info.digits}
                running$={answer.frame === frame ? running$ : undefined}
                priceMarkers={priceMarkers}
              />
            </Suspense>
          </ErrorBoundary>
        )}
      </LoadablePanel>
    </FoldableChart>
  );
}

type Line = 'entry' | 'takeProfit' | 'stopLoss' | 'liquidation' | 'limit';

function markersOf(
  symbol: string,
  positions: readonly LeverageOrder[],
  pending: readonly LeverageOrder[],
  label: (line: Line) => string,
): readonly PriceMarker[] {
  const line = (order: LeverageOrder, kind: Line, price: string | null): readonly PriceMarker[] =>
    price === null
      ? []
      : [
          {
            id: `${order.id} ${kind}`,
            price,
            label: label(kind),
            tone: kind === 'entry' || kind === 'limit' ? order.direction : 'neutral',
          },
        ];
  return [
    ...positions
      .filter((order) => order.symbol === symbol)
      .flatMap((order) => [
        ...line(order, 'entry', order.openPrice),
        ...line(order, 'takeProfit', order.takeProfit),
        ...line(order, 'stopLoss', order.stopLoss),
        ...line(order, 'liquidation', order.liquidationPrice),
      ]),
    ...pending.filter((order) => order.symbol === symbol).flatMap((order) => line(order, 'limit', order.limitPrice)),
  ];
}

function NoChart({ resetErrorBoundary }: FallbackProps) {
  return <ErrorState onRetry={() => resetErrorBoundary()} />;
}
