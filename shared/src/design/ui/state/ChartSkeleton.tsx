import styles from './ChartSkeleton.module.css';

/** Heights of the candles, in hundredths of the box: lower end, upper end. Fixed: a drawing, not data. */
// oxfmt-ignore
const candles = [
  [40, 58], [48, 62], [52, 70], [46, 64], [38, 56], [42, 60], [50, 72], [58, 76], [54, 68], [48, 66], [56, 78], [64, 82],
  [60, 74], [52, 70], [46, 62], [40, 58], [34, 52], [40, 56], [46, 66], [54, 72], [50, 64], [44, 60], [48, 68], [56, 74],
] as const;

/** Grey candles where a chart will be. */
export function ChartSkeleton() {
  return (
    <svg aria-hidden className={styles.chart} viewBox="0 0 240 100" preserveAspectRatio="none" fill="currentColor">
      {candles.map(([low, high], index) => (
        <g key={index}>
          <rect x={index * 10 + 4.5} y={100 - high - 6} width={1} height={high - low + 12} />
          <rect x={index * 10 + 2} y={100 - high} width={6} height={high - low} rx={1} />
        </g>
      ))}
    </svg>
  );
}
