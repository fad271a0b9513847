/**
 * Candles, their chart, and what is said about it. Highcharts is in a chunk of its own (shared/charts) that is asked for
 * here and nowhere before; until it and the candles are here, a place of the same size stands in.
 */
import { lazy, Suspense, useState } from 'react';
import type { ChartView, GestureFit, Indicator, ViewMemory } from '@tessera/shared/charts';
import { useErrorText } from '@tessera/shared/i18n';
import { ErrorBoundary, useTranslation, type FallbackProps } from '@tessera/shared/kernel';
import { useConnection, useDialogs } from '@tessera/shared/react';
import { Button, CandlestickChart, EmptyState, ErrorState, LoadablePanel, mapLoadable } from '@tessera/shared/ui';
import styles from './Chart.module.css';
import { ChartPlace } from './ChartPlace';
import type { OrderMarkers } from './orderMarkers';
import { frameOf, type Timeframe } from './timeframes';
import type { CandleRun, Candles } from './useCandles';

const loadChart = () => import('@tessera/shared/charts').then(({ CandleChart }) => ({ default: CandleChart }));

export interface ChartBodyProps {
  readonly candles: Candles;
  readonly timeframe: Timeframe;
  readonly digits: number;
  readonly indicators: readonly Indicator[];
  readonly markers: OrderMarkers;
  readonly memory: ViewMemory;
  readonly fit: GestureFit;
  readonly onView: (view: ChartView) => void;
}

export function ChartBody({
  candles: { run, running$, hasOlder, olderError, loadOlder, retry },
  timeframe,
  digits,
  indicators,
  markers,
  memory,
  fit,
  onView,
}: ChartBodyProps) {
  const { t } = useTranslation(['market', 'common']);
  const dialogs = useDialogs();
  const errorText = useErrorText();
  // A chunk that did not come is asked for again under a new lazy component; the old one has kept its failure.
  const [CandleChart, setCandleChart] = useState(() => lazy(loadChart));
  const [onIndicatorsFailed] = useState(() => () => dialogs.toast(t('indicator.failed'), { tone: 'error' }));
  const isPaused = useConnection() !== 'live';

  return (
    <div className={styles.chart} data-paused={isPaused || undefined} data-fit={fit}>
      <LoadablePanel
        loadable={mapLoadable(run, (known): readonly CandleRun[] => (known.candles.length === 0 ? [] : [known]))}
        onRetry={retry}
        skeleton={<ChartPlace />}
        empty={<EmptyState icon={CandlestickChart} title={t('chart.empty')} />}
      >
        {([known]) =>
          known !== undefined && (
            <ErrorBoundary FallbackComponent={NoChart} onReset={() => setCandleChart(() => lazy(loadChart))}>
              <Suspense fallback={<ChartPlace />}>
                <div className={styles.drawing}>
                  <CandleChart
                    name={t('chart.name', { symbol: known.symbol.replace('-', '/'), frame: t(`frame.whole.${known.frame}`) })}
                    candles={known.candles}
                    seriesKey={`${known.symbol}/${known.frame}`}
                    frame={known.frame}
                    digits={digits}
                    kind={timeframe === 'line' && known.frame === '1m' ? 'line' : 'candles'}
                    indicators={indicators}
                    running$={known.frame === frameOf(timeframe) ? running$ : undefined}
                    priceMarkers={markers.prices}
                    pointMarkers={markers.points}
                    hasOlder={hasOlder}
                    onNeedOlder={loadOlder}
                    onView={onView}
                    onIndicatorsFailed={onIndicatorsFailed}
                    fit={fit}
                    memory={memory}
                  />
                </div>
              </Suspense>
            </ErrorBoundary>
          )
        }
      </LoadablePanel>
      {olderError !== undefined && (
        <div role="status" className={styles.older}>
          {errorText(olderError)}
          <Button size="sm" variant="quiet" onClick={loadOlder}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

function NoChart({ resetErrorBoundary }: FallbackProps) {
  return <ErrorState error={{ code: 'FEATURE_UNAVAILABLE', params: {} }} onRetry={() => resetErrorBoundary()} />;
}
