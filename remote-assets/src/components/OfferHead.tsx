import type { ReactNode } from 'react';
import styles from './OfferHead.module.css';

interface OfferHeadProps {
  readonly name: string;
  readonly level: 2 | 3;
  /** Where it stands, in badges. */
  readonly children: ReactNode;
}

/** The name of what is offered, and beside it where it stands. */
export function OfferHead({ name, level, children }: OfferHeadProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.head}>
      <Heading className={styles.name}>{name}</Heading>
      {children}
    </div>
  );
}
