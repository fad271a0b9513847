import type { ReactNode } from 'react';
import styles from './Facts.module.css';

export type Fact = readonly [name: string, what: ReactNode];

/** What is known, name by name. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, what]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
