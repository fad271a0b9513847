import type { Direction, SymbolInfo } from '@tessera/shared/contract';
import { PeriodFilter, type Days, type Period } from '@tessera/shared/lists';
import { useTranslation } from '@tessera/shared/kernel';
import { Row, Segmented, SelectField, Stack } from '@tessera/shared/ui';

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
}

export function HistoryFilters({ filter, onChange, symbols, hasDirection = false }: HistoryFiltersProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
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
      <PeriodFilter period={filter.period} days={filter.days} onChange={onChange} />
      <Row gap={2} isEven isWrapping align="start">
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
