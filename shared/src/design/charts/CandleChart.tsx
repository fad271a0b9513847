/**
 * The candle chart: history as a value, the running bar as a stream, so that a price tick renders no React at all. Bars,
 * axes and indicators are Highcharts' (candleDrawing); the last price, the crosshair, the markers and the legends lie over
 * them as HTML (ChartFrame). The legend is plain text above the plot, which is also what a screen reader gets.
 *
 * With the keyboard it is a slider over its bars (keyActions).
 */
import { useMemo } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '../../remote-kit/i18n/useFormat';
import { barTexts } from './barTexts';
import type { CandleChartProps } from './CandleChartProps';
import styles from './chart.module.css';
import { ChartFrame } from './ChartFrame';
import { gutterWidth } from './chartOptions';
import { chartPlan } from './chartPlan';
import type { Indicator } from './indicators/indicator';
import { BarLegend, IndicatorLegends } from './Legend';
import type { PointMarker, PriceMarker } from './markers';
import { timeLabels, zoneOf } from './timeLabels';
import { useCandlePlot } from './useCandlePlot';
import { useParts } from './useParts';

const noPriceMarkers: readonly PriceMarker[] = [];
const noPointMarkers: readonly PointMarker[] = [];
const volumeAlone: readonly Indicator[] = [{ kind: 'vol', params: [] }];

export function CandleChart({
  name,
  frame,
  candles,
  digits,
  kind = 'candles',
  indicators = volumeAlone,
  priceMarkers = noPriceMarkers,
  pointMarkers = noPointMarkers,
  hasOlder = false,
  fit = 'page',
  ...rest
}: CandleChartProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const zone = zoneOf(frame);
  const times = useMemo(() => timeLabels(format.language, zone), [format.language, zone]);
  const texts = useMemo(() => barTexts(t, format, times, digits), [t, format, times, digits]);
  const parts = useParts();

  const hasVolume = candles.some((candle) => candle[5] !== null);
  const planKey = JSON.stringify(indicators.filter((one) => one.kind !== 'vol' || hasVolume));
  const plan = useMemo(() => chartPlan(JSON.parse(planKey) as Indicator[]), [planKey]);
  const widest = candles.reduce((longest, candle) => (candle[2].length > longest.length ? candle[2] : longest), '');
  const gutter = gutterWidth(texts.figure(widest === '' ? '0' : widest));
  const chartKey = `${format.language}/${gutter}/${digits}/${zone}/${planKey}`;
  const { plot, highcharts, options, onKeyDown, onBlur, toNewest } = useCandlePlot({
    ...rest,
    candles,
    digits,
    kind,
    priceMarkers,
    pointMarkers,
    hasOlder,
    fit,
    plan,
    gutter,
    chartKey,
    zone,
    texts,
    times,
    parts,
  });

  return (
    <div className={styles.chart} data-fit={fit}>
      <BarLegend parts={parts} />
      <ChartFrame
        plot={plot}
        highcharts={highcharts}
        chartKey={chartKey}
        options={options}
        parts={parts}
        priceMarkers={priceMarkers}
        pointMarkers={pointMarkers}
        role="slider"
        tabIndex={0}
        aria-label={t('chart.name', { name })}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={0}
        aria-valuenow={0}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        <IndicatorLegends plan={plan} parts={parts} />
        <div ref={parts.ref('olderEdge')} className={styles.olderEdge} hidden />
        <div ref={parts.ref('crossX')} className={styles.crossX} hidden />
        <div ref={parts.ref('crossY')} className={styles.crossY} hidden />
        <div ref={parts.ref('crossTag')} className={`${styles.tag} ${styles.crossTag}`} hidden />
        <div ref={parts.ref('crossTime')} className={`${styles.tag} ${styles.crossTime}`} hidden />
      </ChartFrame>
      <button
        ref={parts.ref('toNewest')}
        type="button"
        className={styles.toNewest}
        aria-label={t('chart.toNewest')}
        hidden
        onClick={toNewest}
      >
        <svg
          width="16"
          height="16"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M3 3l5 5-5 5M12.5 3v10" />
        </svg>
      </button>
    </div>
  );
}
