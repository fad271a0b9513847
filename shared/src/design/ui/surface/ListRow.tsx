import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { ChevronRight } from '../icons';
import styles from './ListRow.module.css';

export interface ListRowProps {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** At the start: an icon or an asset tile. */
  readonly lead?: ReactNode;
  /** At the end, right-aligned: a figure over a smaller one. */
  readonly value?: ReactNode;
  readonly valueDetail?: ReactNode;
  /** Makes the row a button. */
  readonly onSelect?: (() => void) | undefined;
  /** Shows the chevron of a row that leads to another page. Default: when it can be selected and has no value. */
  readonly hasChevron?: boolean | undefined;
  readonly isSelected?: boolean | undefined;
  /** Behind the row's button, a target of its own: a star, a menu. */
  readonly action?: ReactNode;
  readonly className?: string | undefined;
}

/** One line of a list, 56 px or more. Put rows into <List>. */
export function ListRow({
  title,
  detail,
  lead,
  value,
  valueDetail,
  onSelect,
  hasChevron,
  isSelected,
  action,
  className,
}: ListRowProps) {
  const showsChevron = hasChevron ?? (onSelect !== undefined && value === undefined);
  const content = (
    <>
      {lead !== undefined && <span className={styles.lead}>{lead}</span>}
      <span className={styles.texts}>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {(value !== undefined || valueDetail !== undefined) && (
        <span className={styles.values}>
          {value !== undefined && <span className={styles.value}>{value}</span>}
          {valueDetail !== undefined && <span className={styles.valueDetail}>{valueDetail}</span>}
        </span>
      )}
      {showsChevron && <ChevronRight aria-hidden size={18} className={styles.chevron} />}
    </>
  );
  return (
    <div className={clsx(styles.row, className)}>
      {onSelect === undefined ? (
        <div className={styles.main}>{content}</div>
      ) : (
        <button
          type="button"
          className={clsx(styles.main, styles.button)}
          aria-current={isSelected === true ? 'true' : undefined}
          onClick={onSelect}
        >
          {content}
        </button>
      )}
      {action}
    </div>
  );
}

/** Rows with hairlines between. */
export function List({
  label,
  children,
  className,
}: {
  readonly label?: string | undefined;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return (
    <div role="group" aria-label={label} className={clsx(styles.list, className)}>
      {children}
    </div>
  );
}
