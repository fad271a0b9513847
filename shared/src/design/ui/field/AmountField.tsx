/**
 * A field for an amount, a price or a quantity. What is typed stays text: '.' and ',' are both understood, and the
 * line below echoes what was understood ("= 1,234.50 USDT"), so that a misread separator shows before it costs money.
 */
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { clsx } from 'clsx';
import { useFormat } from '../../../remote-kit/i18n/useFormat';
import { FieldFrame, type FieldTexts } from './FieldFrame';
import { useTypedAmountText } from './useTypedAmountText';
import styles from './Field.module.css';

export interface AmountFieldProps extends FieldTexts {
  /** What was typed. Parse it with `parseTypedAmount` (useFormat().parseTyped). */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** The asset or unit behind the figure. */
  readonly unit: string;
  /** Digits after the point that the asset has. */
  readonly scale: number;
  /** Shows the Max button. */
  readonly onMax?: (() => void) | undefined;
  readonly corner?: ReactNode;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly name?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly onFocus?: (() => void) | undefined;
}

export function AmountField({
  label,
  hint,
  problem,
  value,
  onChange,
  unit,
  scale,
  onMax,
  corner,
  placeholder,
  disabled,
  name,
  onBlur,
  onFocus,
}: AmountFieldProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const typed = format.parseTyped(value, scale);
  const problemText = useTypedAmountText();
  const shownProblem = problem ?? (typed.ok || typed.problem.kind === 'empty' ? undefined : problemText(typed.problem));
  const echo = typed.ok ? t('amount.echo', { amount: `${format.figure(typed.value)} ${unit}` }) : undefined;
  return (
    <FieldFrame label={label} hint={hint} problem={shownProblem} corner={corner} echo={echo} isDisabled={disabled}>
      {(aria) => (
        <div className={styles.box}>
          <span className={styles.amountPlace} style={{ '--characters': Math.max(value.length, 1) } as CSSProperties}>
            <input
              {...aria}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="done"
              className={clsx(styles.input, styles.amount)}
              placeholder={placeholder ?? format.figure('0', { scale: Math.min(scale, 2) })}
              name={name}
              disabled={disabled}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
              onBlur={onBlur}
              onFocus={onFocus}
            />
          </span>
          <span className={styles.unit}>{unit}</span>
          {onMax !== undefined && (
            <button type="button" className={styles.max} disabled={disabled} onClick={onMax}>
              {t('action.max')}
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
