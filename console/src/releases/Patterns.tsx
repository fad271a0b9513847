/** What tells the places of versions apart without colour: a fill per place, once per page, for every bar and plot. */
import type { Place } from './remotes/placedVersions';
import styles from './Patterns.module.css';

export const fillOf = (place: Place): string => (place === 'stable' ? 'var(--place-stable)' : `url(#fill-${place})`);

export function Patterns() {
  return (
    <svg className={styles['store']} aria-hidden="true">
      <defs>
        <pattern id="fill-canary" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={styles['canary']} />
          <rect width="2" height="6" className={styles['gap']} />
        </pattern>
        <pattern id="fill-previous" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" className={styles['previous']} />
          <circle cx="2.5" cy="2.5" r="1.1" className={styles['gap']} />
        </pattern>
        <pattern id="fill-other" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <rect width="6" height="6" className={styles['other']} />
          <rect width="3" height="6" className={styles['gap']} />
        </pattern>
      </defs>
    </svg>
  );
}

/** The fill of a place beside its words. */
export function Swatch({ place }: { readonly place: Place }) {
  return (
    <svg className={styles['swatch']} aria-hidden="true">
      <rect width="100%" height="100%" fill={fillOf(place)} />
    </svg>
  );
}
