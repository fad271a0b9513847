import { clsx } from 'clsx';
import { useId } from 'react';
import styles from './Sparkline.module.css';

export interface SparklineProps {
  /** Drawing numbers, oldest first. */
  readonly points: readonly number[];
  /** What the line shows, in words; without it the line is decoration beside a figure. */
  readonly alternative?: string | undefined;
  readonly tone?: 'up' | 'down' | 'neutral' | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly isFilled?: boolean | undefined;
}

/** A small line without axes. */
export function Sparkline({ points, alternative, tone = 'neutral', width = 72, height = 28, isFilled = false }: SparklineProps) {
  const gradient = useId();
  const line = path(points, width, height);
  return (
    <svg
      className={clsx(styles.spark, styles[tone])}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={alternative === undefined ? undefined : 'img'}
      aria-label={alternative}
      aria-hidden={alternative === undefined ? true : undefined}
    >
      {isFilled && line !== '' && (
        <>
          <defs>
            <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="currentColor" stopOpacity="0.18" />
              <stop offset="1" stopColor="currentColor" stopOpacity="0" />
            </linearGradient>
          </defs>
          <path d={`${line}V${height}H${inset}Z`} fill={`url(#${gradient})`} />
        </>
      )}
      <path className={styles.line} d={line} />
    </svg>
  );
}

const inset = 2;

function path(points: readonly number[], width: number, height: number): string {
  if (points.length < 2) return '';
  const low = Math.min(...points);
  const span = Math.max(...points) - low;
  const x = (index: number): string => (inset + (index / (points.length - 1)) * (width - 2 * inset)).toFixed(1);
  // A flat series is drawn in the middle.
  const y = (point: number): string =>
    (span === 0 ? height / 2 : height - inset - ((point - low) / span) * (height - 2 * inset)).toFixed(1);
  return points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(point)}`).join('');
}
