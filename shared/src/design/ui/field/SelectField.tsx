import { ChevronDown } from '../icons';
import { FieldFrame, type FieldTexts } from './FieldFrame';
import styles from './Field.module.css';
import type { ReactNode } from 'react';

export interface SelectFieldProps extends FieldTexts {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string; readonly isDisabled?: boolean | undefined }[];
  /** Shown while nothing is chosen (value ''). */
  readonly placeholder?: string | undefined;
  readonly corner?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly name?: string | undefined;
  readonly autoComplete?: string | undefined;
}

/** The device's own select: on phones it is the best there is. */
export function SelectField({
  label,
  hint,
  problem,
  value,
  onChange,
  options,
  placeholder,
  corner,
  disabled,
  name,
  autoComplete,
}: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem} corner={corner} isDisabled={disabled}>
      {(aria) => (
        <div className={styles.box}>
          <select
            {...aria}
            name={name}
            autoComplete={autoComplete}
            disabled={disabled}
            className={`${styles.input} ${styles.select}`}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden size={18} className={styles.chevron} />
        </div>
      )}
    </FieldFrame>
  );
}
