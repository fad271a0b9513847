import type { ReactNode } from 'react';
import styles from './Headings.module.css';

/** The heading of a part of a page, with an optional action at its end. */
export function SectionHeading({
  children,
  action,
  level = 2,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly level?: 2 | 3 | undefined;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.section}>
      <Heading className={styles.sectionTitle}>{children}</Heading>
      {action}
    </div>
  );
}
