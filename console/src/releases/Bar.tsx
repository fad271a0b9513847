/** Parts of a whole as one bar. The numbers stand beside it as words, so it is for the eye alone. */
import type { Place } from './remotes/placedVersions';
import { fillOf } from './Patterns';
import styles from './Bar.module.css';

export interface BarPart {
  readonly place: Place;
  readonly size: number;
}

/** `whole`: what the bar's full length means; the sum of the parts when absent. */
export function Bar({
  parts,
  whole = parts.reduce((sum, { size }) => sum + size, 0),
}: {
  readonly parts: readonly BarPart[];
  readonly whole?: number;
}) {
  const shares = parts.map(({ size }) => (whole === 0 ? 0 : (100 * size) / whole));
  return (
    <svg className={styles['bar']} aria-hidden="true">
      {parts.map(({ place }, index) => (
        <rect
          key={index}
          x={`${shares.slice(0, index).reduce((sum, share) => sum + share, 0)}%`}
          width={`${shares[index] ?? 0}%`}
          height="100%"
          fill={fillOf(place)}
        />
      ))}
    </svg>
  );
}
