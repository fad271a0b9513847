import { useTranslation } from '@tessera/shared/kernel';
import { Chips, Row, TextField } from '@tessera/shared/ui';
import { periodInterval, periods, type Days, type Period } from './period';

interface PeriodFilterProps {
  /** Those to choose from; a list's unless said. */
  readonly from?: readonly Period[] | undefined;
  readonly period: Period;
  readonly days: Days;
  readonly onChange: (change: { readonly period?: Period; readonly days?: Days }) => void;
}

/** The time of a list: a period by name, or days of one's own. */
export function PeriodFilter({ from = periods, period, days, onChange }: PeriodFilterProps) {
  const { t } = useTranslation('lists');
  const nameOf = (value: Period): string =>
    /^\d+$/.test(value) ? t('days', { count: Number(value) }) : t(`${value as Exclude<Period, `${number}`>}`);
  return (
    <>
      <Chips
        isScrolled
        label={t('period')}
        value={period}
        onChange={(next) => onChange({ period: next })}
        options={from.map((value) => ({ value, label: nameOf(value) }))}
      />
      {period === 'custom' && (
        <Row gap={2} isEven isWrapping align="start">
          {(['from', 'to'] as const).map((which) => (
            <TextField
              key={which}
              type="date"
              label={t(`${which}`)}
              value={days[which]}
              problem={which === 'to' && periodInterval('custom', 0, days) === undefined ? t('datesWrong') : undefined}
              onChange={(value) => onChange({ days: { ...days, [which]: value } })}
            />
          ))}
        </Row>
      )}
    </>
  );
}
