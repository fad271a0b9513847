import type { Side, SymbolInfo } from '@tessera/shared/contract';
import { PeriodFilter, type Days, type Period } from '@tessera/shared/lists';
import { useTranslation } from '@tessera/shared/kernel';
import { Row, SelectField, Stack } from '@tessera/shared/ui';

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
  return (
    <Stack gap={3}>
      <Row gap={2} isEven isWrapping align="start">
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
      {hasPeriod && <PeriodFilter period={period} days={days} onChange={onChange} />}
    </Stack>
  );
}
