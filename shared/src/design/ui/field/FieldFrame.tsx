import { useId, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { CircleAlert } from '../icons';
import styles from './Field.module.css';

export interface FieldTexts {
  readonly label: string;
  /** Under the field while there is no problem: limits, format. */
  readonly hint?: ReactNode;
  /** A sentence; the field is marked invalid while it stands. */
  readonly problem?: string | undefined;
}

interface FieldFrameProps extends FieldTexts {
  /** At the end of the label's line: a link, the available balance. */
  readonly corner?: ReactNode;
  /** At the end of the line under the field. */
  readonly echo?: ReactNode;
  readonly isDisabled?: boolean | undefined;
  readonly children: (aria: FieldAria) => ReactNode;
}

export interface FieldAria {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** What all fields share: label above, box, and one line below that is the hint or the problem. */
export function FieldFrame({ label, hint, problem, corner, echo, isDisabled = false, children }: FieldFrameProps) {
  const id = useId();
  const noteId = `${id}note`;
  const hasNote = problem !== undefined || hint !== undefined || echo !== undefined;
  return (
    <div className={clsx(styles.frame, problem !== undefined && styles.invalid, isDisabled && styles.disabled)}>
      <div className={styles.top}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {corner !== undefined && <span className={styles.corner}>{corner}</span>}
      </div>
      {children({
        id,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      {hasNote && (
        <div id={noteId} className={styles.note}>
          {problem === undefined ? (
            <span>{hint}</span>
          ) : (
            <span role="alert" className={styles.problem}>
              <CircleAlert aria-hidden size={14} />
              {problem}
            </span>
          )}
          {echo !== undefined && <span className={styles.echo}>{echo}</span>}
        </div>
      )}
    </div>
  );
}
