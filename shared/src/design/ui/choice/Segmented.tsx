import { useId } from 'react';
import { clsx } from 'clsx';
import styles from './Choice.module.css';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A second line: a payout, a count. */
  readonly detail?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly tone?: 'up' | 'down' | undefined;
}

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Choice<Value>[];
  /** undefined: nothing is chosen. */
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean | undefined;
}

/** Two to four exclusive choices side by side. Radio buttons underneath: arrows move, Tab leaves. */
export function Segmented<Value extends string>(props: ChoiceProps<Value> & { readonly size?: 'sm' | 'md' | undefined }) {
  return <RadioRow {...props} className={clsx(styles.segmented, props.size === 'sm' && styles.small)} />;
}

/** Exclusive choices as chips; `isScrolled` keeps them on one line that scrolls sideways. */
export function Chips<Value extends string>(props: ChoiceProps<Value> & { readonly isScrolled?: boolean | undefined }) {
  return <RadioRow {...props} className={clsx(styles.chips, props.isScrolled === true && styles.scrolled)} />;
}

function RadioRow<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled,
  className,
}: ChoiceProps<Value> & { readonly className: string }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={className}>
      {options.map((option) => (
        <label key={option.value} className={styles.option} data-tone={option.tone}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={option.value}
            disabled={disabled === true || option.isDisabled === true}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.optionLabel}>{option.label}</span>
          {option.detail !== undefined && <span className={styles.optionDetail}>{option.detail}</span>}
        </label>
      ))}
    </div>
  );
}
