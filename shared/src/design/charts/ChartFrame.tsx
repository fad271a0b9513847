/**
 * What both charts are made of: a plot that Highcharts draws into, and over it, as HTML that is moved by transform, the last
 * price and the lines and points of the caller. `children` lie over those.
 */
import { useEffect, useRef, type HTMLAttributes, type ReactNode, type Ref } from 'react';
import { HighchartsReact, type HighchartsReactRefObject } from 'highcharts-react-official';
import type { Options } from 'highcharts';
import { writeText } from '../ui/figures/writeText';
import styles from './chart.module.css';
import { Highcharts } from './highcharts';
import type { PointMarker, PriceMarker } from './markers';
import type { Parts } from './useParts';

export interface ChartFrameProps extends HTMLAttributes<HTMLDivElement> {
  readonly plot: Ref<HTMLDivElement>;
  readonly highcharts: Ref<HighchartsReactRefObject>;
  /** A new key makes the chart again with the options of that moment. */
  readonly chartKey: string;
  readonly options: Options;
  readonly parts: Parts;
  readonly priceMarkers: readonly PriceMarker[];
  readonly pointMarkers: readonly PointMarker[];
  readonly children?: ReactNode;
}

export function ChartFrame({
  plot,
  highcharts,
  chartKey,
  options,
  parts,
  priceMarkers,
  pointMarkers,
  children,
  ...attributes
}: ChartFrameProps) {
  return (
    <div ref={plot} className={styles.plot} {...attributes}>
      <HighchartsReact
        key={chartKey}
        ref={highcharts}
        highcharts={Highcharts}
        options={options}
        allowChartUpdate={false}
        containerProps={{ className: styles.canvas, 'aria-hidden': true }}
      />
      <div className={styles.overlay} aria-hidden="true">
        <div ref={parts.ref('lastLine')} className={styles.lastLine} />
        {priceMarkers.map(({ id, tone }) => (
          <div key={`line ${id}`} ref={parts.ref(`line ${id}`)} className={styles.markerLine} data-tone={tone} />
        ))}
        {priceMarkers.map((marker) => (
          <MarkerLabel key={`label ${marker.id}`} place={parts.ref(`label ${marker.id}`)} marker={marker} />
        ))}
        {pointMarkers.map(({ id, tone }) => (
          <div key={`point ${id}`} ref={parts.ref(`point ${id}`)} className={styles.point} data-tone={tone} hidden />
        ))}
        <div ref={parts.ref('lastTag')} className={`${styles.tag} ${styles.lastTag}`} />
        {children}
      </div>
    </div>
  );
}

function MarkerLabel({
  place,
  marker: { label, tone, detail$ },
}: {
  readonly place: (element: HTMLElement | null) => void;
  readonly marker: PriceMarker;
}) {
  const detail = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const subscription = detail$?.subscribe(({ text, move }) => {
      if (detail.current === null) return;
      writeText(detail.current, text);
      detail.current.dataset['move'] = move;
    });
    return () => subscription?.unsubscribe();
  }, [detail$]);
  return (
    <div ref={place} className={`${styles.tag} ${styles.markerLabel}`} data-tone={tone}>
      {label}
      {detail$ !== undefined && <span ref={detail} className={styles.markerDetail} />}
    </div>
  );
}
