import { useTranslation } from '@tessera/shared/kernel';
import { clsx } from 'clsx';
import styles from './BrandMark.module.css';

/** The stones of the T, row by row; the others are ground. */
const letter: ReadonlySet<number> = new Set([0, 1, 2, 4, 7]);

/** The app's mark: nine stones of a mosaic that show a T. */
export function BrandMark({
  size = 32,
  hasName = false,
}: {
  readonly size?: number | undefined;
  readonly hasName?: boolean | undefined;
}) {
  const { t } = useTranslation('common');
  const mark = (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={hasName ? undefined : 'img'}
      aria-hidden={hasName ? true : undefined}
      aria-label={hasName ? undefined : t('brand')}
    >
      {Array.from({ length: 9 }, (_, stone) => (
        <rect
          key={stone}
          x={1 + (stone % 3) * 10.25}
          y={1 + Math.floor(stone / 3) * 10.25}
          width="9.5"
          height="9.5"
          rx="2.25"
          className={clsx(letter.has(stone) ? styles.letter : styles.ground, stone === 7 && styles.light)}
        />
      ))}
    </svg>
  );
  if (!hasName) return mark;
  return (
    <span className={styles.lockup}>
      {mark}
      <span className={styles.name} style={{ fontSize: size * 0.72 }}>
        {t('brand')}
      </span>
    </span>
  );
}
