/** How an order is placed and how large it is: type, leverage, limit, lots, with the margin they take. */
import type { LeverageTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { decimalsOf, isZero, toText, type Price } from '@tessera/shared/money';
import { AmountField, Button, Segmented, StepperField } from '@tessera/shared/ui';
import { LeverageChoice } from './LeverageChoice';
import type { TicketFigures } from './ticketFigures';
import type { TicketForm } from './ticketForm';
import { useProblemText } from './useProblemText';
import { useLeverageTexts } from './useTexts';
import styles from './Ticket.module.css';

interface SizeFieldsProps {
  readonly info: SymbolInfo;
  readonly terms: LeverageTerms;
  readonly form: TicketForm;
  readonly figures: TicketFigures;
  readonly tickPrice: Price | undefined;
  readonly onChange: (part: Partial<TicketForm>) => void;
}

export function SizeFields({ info, terms, form, figures, tickPrice, onChange }: SizeFieldsProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const problemText = useProblemText(info);
  const { problem, maxLots, sides, leverage, lotRules, isAccountEmpty } = figures;
  const problemAt = (field: 'lots' | 'limitPrice') =>
    problem?.code === 'figure' && problem.field === field && form[field].trim() !== '' && !isAccountEmpty
      ? problemText(problem)
      : undefined;
  const margin = sides.long?.preview.margin;
  return (
    <>
      <div className={styles.head}>
        <Segmented
          label={t('leverage.entrustment.label')}
          value={form.entrustment}
          onChange={(entrustment) =>
            onChange({
              entrustment,
              ...(entrustment === 'limit' && form.limitPrice === '' && tickPrice !== undefined
                ? { limitPrice: format.forInput(toText(tickPrice)) }
                : {}),
            })
          }
          options={(['market', 'limit'] as const).map((value) => ({ value, label: t(`leverage.entrustment.${value}`) }))}
        />
        <LeverageChoice leverages={terms.leverages} value={leverage} onChange={(next) => onChange({ leverage: next })} />
      </div>
      {form.entrustment === 'limit' && (
        <AmountField
          label={t('leverage.line.limit')}
          value={form.limitPrice}
          onChange={(next) => onChange({ limitPrice: next })}
          unit={info.quote}
          scale={terms.digits}
          hint={t('leverage.limitHint')}
          problem={problemAt('limitPrice')}
        />
      )}
      <StepperField
        label={t('leverage.lots')}
        value={form.lots}
        onChange={(next) => onChange({ lots: next })}
        scale={decimalsOf(lotRules.step)}
        step={terms.lotStep}
        min={terms.lotMin}
        max={terms.lotMax}
        corner={
          maxLots === undefined || isZero(maxLots) ? undefined : (
            <Button size="sm" variant="quiet" onClick={() => onChange({ lots: format.forInput(toText(maxLots)) })}>
              {t('leverage.max', { lots: format.figure(maxLots) })}
            </Button>
          )
        }
        problem={problemAt('lots')}
      />
      <p className={styles.margin}>
        <span>{t('leverage.margin')}</span>
        <strong>{margin === undefined ? '–' : texts.amount(margin)}</strong>
      </p>
    </>
  );
}
