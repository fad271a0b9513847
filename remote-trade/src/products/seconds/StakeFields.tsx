/** How long and how much: what a person fills in for a seconds order. */
import type { Duration } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, multiply, rate, toText, type Amount } from '@tessera/shared/money';
import { AmountField, Chips } from '@tessera/shared/ui';
import { useOrderTexts } from './useTexts';

export interface StakeForm {
  /** As typed. */
  readonly stake: string;
  readonly seconds: number | undefined;
  /** Nobody is corrected before having done anything. */
  readonly isTouched: boolean;
}

interface StakeFieldsProps {
  readonly form: StakeForm;
  readonly onChange: (form: StakeForm) => void;
  readonly durations: readonly Duration[];
  readonly unit: string;
  readonly available: Amount | undefined;
  readonly problem: string | undefined;
}

/** Decimals that a stake may have. */
export const stakeScale = 2;
const quickStakes = ['1', '5', '10', '50'].map(rate);

export function StakeFields({ form, onChange, durations, unit, available, problem }: StakeFieldsProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useOrderTexts();
  const duration = durations.find(({ seconds }) => seconds === form.seconds);
  const typed = format.parseTyped(form.stake, stakeScale);
  const changeStake = (stake: string) => onChange({ ...form, stake, isTouched: true });
  return (
    <>
      <Chips
        isScrolled
        label={t('ticket.duration')}
        value={form.seconds === undefined ? undefined : String(form.seconds)}
        onChange={(value) => onChange({ ...form, seconds: durations.find(({ seconds }) => String(seconds) === value)?.seconds })}
        options={durations.map(({ seconds, payoutRate }) => ({
          value: String(seconds),
          label: texts.duration(seconds),
          detail: t('ticket.payoutRate', { rate: format.rate(payoutRate, { scale: 0 }) }),
        }))}
      />
      <AmountField
        label={t('ticket.stake')}
        name="stake"
        value={form.stake}
        onChange={changeStake}
        unit={unit}
        scale={stakeScale}
        hint={
          available === undefined
            ? undefined
            : t('ticket.available', { amount: format.figure(available, { scale: stakeScale }), asset: unit })
        }
        problem={problem}
      />
      {duration !== undefined && (
        <Chips
          label={t('ticket.quickStake')}
          value={typed.ok ? toText(amount(typed.value)) : undefined}
          onChange={(value) => changeStake(format.forInput(value))}
          options={quickStakes
            .map((times) => multiply(amount(duration.stakeMin), times, stakeScale, 'down'))
            .map((quick) => ({ value: toText(quick), label: format.figure(quick) }))}
        />
      )}
    </>
  );
}
