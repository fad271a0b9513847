import type { ReactNode } from 'react';
import { Check, Clock, Minus, X, type LucideIcon } from '../icons';
import styles from './CheckList.module.css';

export interface CheckRow {
  readonly key: string;
  /** `partial`: holds as far as shown. */
  readonly state: 'ok' | 'failed' | 'pending' | 'absent' | 'partial';
  readonly name: string;
  /** The state in words. */
  readonly stateText: string;
  /** What was compared, shown when the row is opened. */
  readonly values: readonly string[];
  /** Shown always, below. */
  readonly findings?: readonly { readonly key: string; readonly text: ReactNode }[];
}

const icons: Record<CheckRow['state'], LucideIcon> = { ok: Check, failed: X, pending: Clock, absent: Minus, partial: Check };

/** Every check in words, its state in words and a sign, and the values it compared. */
export function CheckList({ label, checks }: { readonly label: string; readonly checks: readonly CheckRow[] }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {checks.map(({ key, state, name, stateText, values, findings = [] }) => {
        const Icon = icons[state];
        return (
          <li key={key} className={styles.check} data-state={state}>
            <Icon aria-hidden size={18} className={styles.icon} />
            <div className={styles.body}>
              <details>
                <summary className={styles.summary}>
                  <span>{name}</span>
                  <span className={styles.state}>{stateText}</span>
                </summary>
                {values.map((value, index) => (
                  <p key={index} className={styles.value}>
                    {value}
                  </p>
                ))}
              </details>
              {findings.map((finding) => (
                <p key={finding.key} className={styles.finding}>
                  {finding.text}
                </p>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
