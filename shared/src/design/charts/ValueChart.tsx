/**
 * A small line over days, drawn once for each set of points: what is not known is a gap. It is a picture only; who shows it puts the
 * figures beside it as text.
 */
import { useMemo } from 'react';
import { HighchartsReact } from 'highcharts-react-official';
import type { Options } from 'highcharts';
import { useFormat } from '../../remote-kit/i18n/useFormat';
import { amount, toDrawingNumber } from '../../domain/money';
import styles from './chart.module.css';
import { gutterWidth, valueChartOptions } from './chartOptions';
import { Highcharts } from './highcharts';
import { timeLabels } from './timeLabels';

export interface ValuePoint {
  /** Midnight UTC: the day that begins there. */
  readonly atMs: number;
  /** null: not known. */
  readonly value: string | null;
}

export interface ValueChartProps {
  /** What it shows, for those who do not see it. */
  readonly name: string;
  /** Oldest first, one for each day, also of those that are not known. */
  readonly points: readonly ValuePoint[];
}

export function ValueChart({ name, points }: ValueChartProps) {
  const format = useFormat();
  const options = useMemo((): Options => {
    const labels = timeLabels(format.language, 'utc');
    const text = (value: number) => format.compact(value.toFixed(2));
    const drawn = points.map(({ atMs, value }): [number, number | null] => [
      atMs,
      value === null ? null : toDrawingNumber(amount(value)),
    ]);
    const known = drawn.flatMap(([, value]) => (value === null ? [] : [text(value).length]));
    const places = [1, 3, 5].map((sixth) => points[Math.floor((points.length * sixth) / 6)]?.atMs ?? 0);
    return valueChartOptions(
      { timeTicks: () => places, timeLabel: (atMs) => labels.axis(atMs, 'day'), priceLabel: text },
      { gutter: gutterWidth('0'.repeat(Math.max(4, ...known) + 1)), points: drawn },
    );
  }, [format, points]);
  return (
    <div className={styles.value} role="img" aria-label={name}>
      <HighchartsReact
        key={`${format.language}/${points.at(0)?.atMs}/${points.map(({ value }) => value ?? '').join()}`}
        highcharts={Highcharts}
        options={options}
        allowChartUpdate={false}
        containerProps={{ className: styles.canvas, 'aria-hidden': true }}
      />
    </div>
  );
}
