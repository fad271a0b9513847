import { useTranslation } from '@tessera/shared/kernel';
import { add, compare, max as larger, min as smaller, parseAmount, subtract, toText, type Amount } from '../../../domain/money';
import { useFormat } from '../../../remote-kit/i18n/useFormat';
import { Minus, Plus } from '../icons';
import { FieldFrame, type FieldTexts } from './FieldFrame';
import { useTypedAmountText } from './useTypedAmountText';
import styles from './Field.module.css';
import type { CSSProperties, ReactNode } from 'react';

export interface StepperFieldProps extends FieldTexts {
  /** What was typed. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly unit?: string | undefined;
  readonly scale: number;
  /** Wire texts: how much one press changes, and the bounds that a press keeps (typing may pass them: the form says so). */
  readonly step: string;
  readonly min: string;
  readonly max?: string | undefined;
  readonly corner?: ReactNode;
  readonly disabled?: boolean | undefined;
}

/** A figure with minus and plus. Steps are exact. */
export function StepperField({
  label,
  hint,
  problem,
  value,
  onChange,
  unit,
  scale,
  step,
  min,
  max,
  corner,
  disabled,
}: StepperFieldProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const problemText = useTypedAmountText();
  const typed = format.parseTyped(value, scale);
  const shownProblem = problem ?? (typed.ok || typed.problem.kind === 'empty' ? undefined : problemText(typed.problem));
  // Said again only where separators of thousands were read out of it: a misread one must show before it costs money.
  const echo = typed.ok && hasGroups(value, typed.value) ? t('amount.echo', { amount: format.figure(typed.value) }) : undefined;
  const current = typed.ok ? parseAmount(typed.value) : undefined;
  const press = (direction: 'up' | 'down') => onChange(format.forInput(toText(stepped(current, direction, { step, min, max }))));
  const isAtMin = current !== undefined && compare(current, bound(min)) <= 0;
  const isAtMax = current !== undefined && max !== undefined && compare(current, bound(max)) >= 0;
  const width = { '--characters': Math.max(value.length, 1) } as CSSProperties;
  return (
    <FieldFrame label={label} hint={hint} problem={shownProblem} corner={corner} echo={echo} isDisabled={disabled}>
      {(aria) => (
        <div className={`${styles.box} ${styles.stepper}`}>
          <button
            type="button"
            className={styles.step}
            aria-label={`${label}: ${t('action.decrease')}`}
            disabled={disabled === true || isAtMin}
            onClick={() => press('down')}
          >
            <Minus aria-hidden size={18} />
          </button>
          <span className={styles.stepperMiddle} style={width}>
            <input
              {...aria}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              className={styles.input}
              disabled={disabled}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            {unit !== undefined && <span className={styles.unit}>{unit}</span>}
          </span>
          <button
            type="button"
            className={styles.step}
            aria-label={`${label}: ${t('action.increase')}`}
            disabled={disabled === true || isAtMax}
            onClick={() => press('up')}
          >
            <Plus aria-hidden size={18} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

function hasGroups(typed: string, wire: string): boolean {
  const first = typed.trim().search(/[^\d]/);
  return first >= 0 && (wire.split('.')[0] ?? '').length > first;
}

/** Bounds come from the server and are valid; a broken one must not pass as zero. */
function bound(text: string): Amount {
  const exact = parseAmount(text);
  if (exact === undefined) throw new TypeError(`a step or bound must be a plain decimal text, got ${JSON.stringify(text)}`);
  return exact;
}

function stepped(
  current: Amount | undefined,
  direction: 'up' | 'down',
  { step, min, max }: { step: string; min: string; max?: string | undefined },
): Amount {
  if (current === undefined) return bound(min);
  const moved = direction === 'up' ? add(current, bound(step)) : subtract(current, bound(step));
  const raised = larger(moved, bound(min));
  return max === undefined ? raised : smaller(raised, bound(max));
}
