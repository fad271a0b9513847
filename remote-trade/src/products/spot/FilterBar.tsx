import type { Side, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Chips, Row, SelectField, Stack, TextField } from '@tessera/shared/ui';
import { periodInterval, periods, type Days, type Period } from '../../orders/history/period';

export interface Filters {
  /** 'all' or a symbol. */
  readonly symbol: string;
  readonly side: Side | 'all';
  readonly period: Period;
  readonly days: Days;
}

interface FilterBarProps {
  readonly filters: Filters;
  readonly symbols: readonly SymbolInfo[];
  /** Open orders stand whatever their day. */
  readonly hasPeriod: boolean;
  readonly onChange: (change: Partial<Filters>) => void;
}

/** Pair, side and time of the list below. */
export function FilterBar({ filters, symbols, hasPeriod, onChange }: FilterBarProps) {
  const { t } = useTranslation('trade');
  const { symbol, side, period, days } = filters;
  const nameOf = (one: Period): string => {
    switch (one) {
      case 'today':
      case 'yesterday':
      case 'all':
      case 'custom':
        return t(`orders.${one}`);
      default:
        return t('orders.days', { count: Number(one) });
    }
  };
  return (
    <Stack gap={3}>
      <Row gap={2} isEven align="start">
        <SelectField
          label={t('spot.orders.pair')}
          value={symbol}
          onChange={(next) => onChange({ symbol: next })}
          options={[
            { value: 'all', label: t('spot.orders.allPairs') },
            ...symbols.map(({ symbol: one }) => ({ value: one, label: one })),
          ]}
        />
        <SelectField
          label={t('spot.sideLabel')}
          value={side}
          onChange={(next) => onChange({ side: next === 'buy' || next === 'sell' ? next : 'all' })}
          options={[
            { value: 'all', label: t('spot.orders.bothSides') },
            { value: 'buy', label: t('spot.side.buy') },
            { value: 'sell', label: t('spot.side.sell') },
          ]}
        />
      </Row>
      {hasPeriod && (
        <Chips
          isScrolled
          label={t('orders.period')}
          value={period}
          onChange={(next) => onChange({ period: next })}
          options={periods.map((value) => ({ value, label: nameOf(value) }))}
        />
      )}
      {hasPeriod && period === 'custom' && (
        <Row gap={3} isEven align="start">
          <TextField
            type="date"
            label={t('orders.from')}
            value={days.from}
            onChange={(from) => onChange({ days: { ...days, from } })}
          />
          <TextField
            type="date"
            label={t('orders.to')}
            value={days.to}
            problem={periodInterval('custom', 0, days) === undefined ? t('orders.datesWrong') : undefined}
            onChange={(to) => onChange({ days: { ...days, to } })}
          />
        </Row>
      )}
    </Stack>
  );
}
