/**
 * The chart of one market with its timeframes. Highcharts is in a chunk of its own (shared/charts) that is asked for here
 * and nowhere before; until it and the candles are here, a place of the same size stands in.
 */
import { lazy, Suspense, useState } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { ErrorBoundary, useTranslation, type FallbackProps } from '@tessera/shared/kernel';
import { useConnection, useRemoteContext } from '@tessera/shared/react';
import { CandlestickChart, EmptyState, ErrorState, LoadablePanel, mapLoadable, VisuallyHidden } from '@tessera/shared/ui';
import { useErrorText } from '@tessera/shared/i18n';
import styles from './Chart.module.css';
import { frameOf, readTimeframe, writeTimeframe, type Timeframe } from './timeframes';
import { TimeframeStrip } from './TimeframeStrip';
import { useCandles, type CandleRun } from './useCandles';

const loadChart = () => import('@tessera/shared/charts').then(({ CandleChart }) => ({ default: CandleChart }));

export function ChartPanel({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation('market');
  const { storage } = useRemoteContext();
  const [timeframe, setTimeframe] = useState(() => readTimeframe(storage));
  // A chunk that did not come is asked for again under a new lazy component; the old one has kept its failure.
  const [CandleChart, setCandleChart] = useState(() => lazy(loadChart));
  const frame = frameOf(timeframe);
  const { run, running$, olderError, loadOlder, retry } = useCandles(info.symbol, info.assetClass, frame);
  const isPaused = useConnection() !== 'live';
  const errorText = useErrorText();

  const choose = (next: Timeframe) => {
    writeTimeframe(storage, next);
    setTimeframe(next);
  };

  return (
    <section aria-label={t('chart.chart')}>
      <TimeframeStrip value={timeframe} onChange={choose} />
      <div className={styles.chart} data-paused={isPaused || undefined}>
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
                      digits={info.digits}
                      kind={timeframe === 'line' && known.frame === '1m' ? 'line' : 'candles'}
                      running$={known.frame === frame ? running$ : undefined}
                      onNeedOlder={loadOlder}
                    />
                  </div>
                </Suspense>
              </ErrorBoundary>
            )
          }
        </LoadablePanel>
        {olderError !== undefined && <p role="status" className={styles.older}>{errorText(olderError)}</p>}
      </div>
    </section>
  );
}

/** Of the chart's size, so that nothing moves when it comes. */
function ChartPlace() {
  const { t } = useTranslation('common');
  return (
    <div className={styles.place} role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <svg aria-hidden="true" viewBox="0 0 120 48" width="120" height="48" fill="currentColor">
        {bones.map(([x, top, bottom]) => (
          <g key={x}>
            <rect x={x + 2.5} y={top - 4} width="1" height={bottom - top + 8} />
            <rect x={x} y={top} width="6" height={bottom - top} rx="1.5" />
          </g>
        ))}
      </svg>
    </div>
  );
}

/** [left, top, bottom] of the placeholder's candles. */
const bones = [[4, 24, 38], [16, 20, 32], [28, 26, 36], [40, 16, 30], [52, 12, 24], [64, 18, 30], [76, 10, 22], [88, 14, 24], [100, 6, 18]] as const;

function NoChart({ resetErrorBoundary }: FallbackProps) {
  return <ErrorState error={{ code: 'FEATURE_UNAVAILABLE', params: {} }} onRetry={() => resetErrorBoundary()} />;
}
