import { useState } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { LiveChange, LivePrice, useReleaseGuard, useMarketStates } from '@tessera/shared/react';
import { AssetIcon, EmptyState, List, ListRow, SearchField, SearchX, Sheet, Stack } from '@tessera/shared/ui';

interface MarketSheetProps {
  readonly present: SymbolInfo;
  readonly choices: readonly SymbolInfo[];
  readonly onChoose: (symbol: string) => void;
  readonly onClose: () => void;
}

/** Every pair that can be traded, with its live price. */
export function MarketSheet({ present, choices, onChoose, onClose }: MarketSheetProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const [query, setQuery] = useState('');
  useReleaseGuard(t('ticket.chooseMarket'));
  const stateOf = useMarketStates();
  const detailOf = (choice: SymbolInfo) => {
    const state = stateOf(choice);
    return state === 'trading' ? undefined : tCommon(`market.${state}`);
  };
  const wanted = query.trim().toUpperCase();
  const found = choices.filter(({ symbol }) => symbol.includes(wanted));
  return (
    <Sheet isOpen title={t('ticket.chooseMarket')} onClose={onClose}>
      <Stack gap={3}>
        <SearchField label={t('ticket.searchMarket')} value={query} onChange={setQuery} />
        {found.length === 0 ? (
          <EmptyState icon={SearchX} title={t('ticket.noMarket', { query })} />
        ) : (
          <List label={t('ticket.market')}>
            {found.map((choice) => (
              <ListRow
                key={choice.symbol}
                lead={<AssetIcon of={choice.base} />}
                title={choice.symbol}
                detail={detailOf(choice)}
                value={
                  <LivePrice symbol={choice.symbol} digits={choice.digits} staleAfterMs={choice.staleAfterMs} showsAge={false} />
                }
                valueDetail={<LiveChange symbol={choice.symbol} />}
                isSelected={choice.symbol === present.symbol}
                onSelect={() => onChoose(choice.symbol)}
              />
            ))}
          </List>
        )}
      </Stack>
    </Sheet>
  );
}
