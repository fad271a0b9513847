import type { Direction, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Chips, Row, Segmented, SelectField, Stack, TextField } from '@tessera/shared/ui';
import { periods, type Days, type Period } from './period';

export type Family = 'crypto' | 'forex';

export interface HistoryFilter {
  readonly family: Family;
  readonly period: Period;
  readonly days: Days;
  /** '': all of the family. */
  readonly symbol: string;
  /** undefined: both. Not every product can be asked by it. */
  readonly direction: Direction | undefined;
}

interface HistoryFiltersProps {
  readonly filter: HistoryFilter;
  readonly onChange: (part: Partial<HistoryFilter>) => void;
  /** Those of the family that can have been traded. */
  readonly symbols: readonly SymbolInfo[];
  readonly hasDirection?: boolean;
  readonly problem: string | undefined;
}

export function HistoryFilters({ filter, onChange, symbols, hasDirection = false, problem }: HistoryFiltersProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const periodText = (value: Period) => {
    if (value === 'today' || value === 'yesterday' || value === 'custom' || value === 'all') return t(`orders.${value}`);
    return t('orders.days', { count: Number(value) });
  };
  const day = (which: keyof Days) => (
    <TextField
      type="date"
      label={t(`orders.${which}`)}
      value={filter.days[which]}
      problem={which === 'to' ? problem : undefined}
      onChange={(value) => onChange({ days: { ...filter.days, [which]: value } })}
    />
  );
  return (
    <Stack gap={3}>
      <Segmented
        label={t('orders.family')}
        size="sm"
        value={filter.family}
        onChange={(family) => onChange({ family, symbol: '' })}
        options={[
          { value: 'crypto', label: tCommon('market.crypto') },
          { value: 'forex', label: `${tCommon('market.forex')} · ${tCommon('market.metal')}` },
        ]}
      />
      <Chips
        isScrolled
        label={t('orders.period')}
        value={filter.period}
        onChange={(period) => onChange({ period })}
        options={periods.map((value) => ({ value, label: periodText(value) }))}
      />
      {filter.period === 'custom' && (
        <Row gap={2} isEven align="start">
          {day('from')}
          {day('to')}
        </Row>
      )}
      <Row gap={2} isEven align="start">
        <SelectField
          label={t('orders.market')}
          value={filter.symbol}
          onChange={(symbol) => onChange({ symbol })}
          options={[
            { value: '', label: t('orders.allMarkets') },
            ...symbols.map(({ symbol }) => ({ value: symbol, label: symbol })),
          ]}
        />
        {hasDirection && (
          <SelectField
            label={t('orders.direction')}
            value={filter.direction ?? ''}
            onChange={(direction) =>
              onChange({ direction: direction === 'long' || direction === 'short' ? direction : undefined })
            }
            options={[
              { value: '', label: t('orders.bothDirections') },
              { value: 'long', label: tCommon('direction.long') },
              { value: 'short', label: tCommon('direction.short') },
            ]}
          />
        )}
      </Row>
    </Stack>
  );
}
