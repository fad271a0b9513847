import { clsx } from 'clsx';
import { FieldFrame, type FieldTexts } from './FieldFrame';
import styles from './Field.module.css';
import type { ReactNode } from 'react';

export interface CodeFieldProps extends FieldTexts {
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly length?: number | undefined;
  /** Called once when the last digit is in. */
  readonly onComplete?: ((digits: string) => void) | undefined;
  readonly corner?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** A verification code: one plain input (paste, SMS autofill, screen reader) drawn as cells. */
export function CodeField({
  label,
  hint,
  problem,
  value,
  onChange,
  length = 6,
  onComplete,
  corner,
  disabled,
  autoFocus,
}: CodeFieldProps) {
  const change = (typed: string) => {
    const digits = typed.normalize('NFKC').replace(/\D/g, '').slice(0, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  };
  return (
    <FieldFrame label={label} hint={hint} problem={problem} corner={corner} isDisabled={disabled}>
      {(aria) => (
        <div className={styles.code}>
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              aria-hidden
              className={clsx(styles.cell, index === Math.min(value.length, length - 1) && styles.cellActive)}
            >
              {value[index] ?? ''}
            </span>
          ))}
          <input
            {...aria}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern={`\\d{${length}}`}
            disabled={disabled}
            autoFocus={autoFocus}
            className={styles.codeInput}
            value={value}
            onChange={(event) => change(event.currentTarget.value)}
          />
        </div>
      )}
    </FieldFrame>
  );
}
