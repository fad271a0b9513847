import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import styles from './KeyValueList.module.css';

export interface KeyValue {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Explains the row in a smaller line. */
  readonly detail?: ReactNode;
  /** The row that matters: "You receive". */
  readonly isStrong?: boolean | undefined;
}

/** A receipt: labels at the start, values right-aligned. `grid` puts pairs in columns, label over value. */
export function KeyValueList({
  items,
  layout = 'rows',
  columns = 2,
}: {
  readonly items: readonly KeyValue[];
  readonly layout?: 'rows' | 'grid' | undefined;
  readonly columns?: 2 | 3 | undefined;
}) {
  return (
    <dl className={clsx(styles[layout], layout === 'grid' && columns === 3 && styles.three)}>
      {items.map(({ key, label, value, detail, isStrong }) => (
        <div key={key} className={clsx(styles.item, isStrong === true && styles.strong)}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {value}
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
