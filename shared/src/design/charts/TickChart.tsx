/**
 * The last seconds, tick by tick, for an order that runs for seconds: a line, the newest tick as a dot, the entry price
 * as a line across, the expiry as a line down. It only shows: whether an order won is the server's to say, so entry and
 * exit are drawn from the ticks that the server stored.
 */
import { useTranslation, type Observable } from '@tessera/shared/kernel';
import { useFormat } from '../../remote-kit/i18n/useFormat';
import styles from './chart.module.css';
import { ChartFrame } from './ChartFrame';
import { gutterWidth } from './chartOptions';
import type { PointMarker, PriceMarker } from './markers';
import type { ChartRun, ChartTick } from './tickWindow';
import { useParts } from './useParts';
import { useTickPlot } from './useTickPlot';

export interface TickChartProps {
  /** What it shows, for those who do not see it: "BTC-USDT, price of the last minute". */
  readonly name: string;
  /** The market: a new one starts an empty line. */
  readonly seriesKey: string;
  readonly digits: number;
  /** Ticks from before the chart was opened, oldest first. */
  readonly ticks?: readonly ChartTick[] | undefined;
  readonly tick$: Observable<ChartTick>;
  readonly run?: ChartRun | undefined;
  readonly priceMarkers?: readonly PriceMarker[] | undefined;
  readonly pointMarkers?: readonly PointMarker[] | undefined;
}

const noTicks: readonly ChartTick[] = [];
const noPriceMarkers: readonly PriceMarker[] = [];
const noPointMarkers: readonly PointMarker[] = [];

export function TickChart({
  name,
  seriesKey,
  digits,
  ticks = noTicks,
  tick$,
  run,
  priceMarkers = noPriceMarkers,
  pointMarkers = noPointMarkers,
}: TickChartProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const figure = (text: string) => format.figure(text, { scale: digits });
  const parts = useParts();

  const longest = Math.max(
    digits + 2,
    ...ticks.slice(-1).map(({ price }) => figure(price).length),
    ...priceMarkers.map(({ price }) => figure(price).length),
  );
  const gutter = gutterWidth('0'.repeat(longest));
  const chartKey = `${format.language}/${gutter}/${digits}`;

  const { plot, highcharts, options } = useTickPlot({
    seriesKey,
    digits,
    ticks,
    tick$,
    run,
    priceMarkers,
    pointMarkers,
    format,
    gutter,
    chartKey,
    parts,
    figure,
  });

  return (
    <div className={styles.chart}>
      <ChartFrame
        plot={plot}
        highcharts={highcharts}
        chartKey={chartKey}
        options={options}
        parts={parts}
        priceMarkers={priceMarkers}
        pointMarkers={pointMarkers}
        role="img"
        aria-label={t('chart.name', { name })}
      >
        <div ref={parts.ref('expiryLine')} className={styles.expiryLine} hidden />
        <div ref={parts.ref('expiryLabel')} className={`${styles.tag} ${styles.expiryLabel}`} hidden>
          {t('chart.expiry')}
        </div>
        <div ref={parts.ref('beat')} className={styles.beat} />
      </ChartFrame>
    </div>
  );
}
