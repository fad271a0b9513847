import { useState } from 'react';
import type { AssetClass, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { LiveChange, LivePrice, useMarketState, useMarketStates } from '@tessera/shared/react';
import {
  AssetIcon,
  Badge,
  ChevronDown,
  EmptyState,
  List,
  ListRow,
  SearchField,
  SearchX,
  Sheet,
  Stack,
  Tabs,
} from '@tessera/shared/ui';
import styles from './MarketBar.module.css';

interface MarketBarProps {
  readonly info: SymbolInfo;
  readonly choices: readonly SymbolInfo[];
  readonly onChoose: (symbol: string) => void;
}

const classes = ['crypto', 'forex', 'metal'] as const satisfies readonly AssetClass[];

/** Which market the ticket is for, with its live price; a tap opens the others. */
export function MarketBar({ info, choices, onChoose }: MarketBarProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const state = useMarketState(info);
  return (
    <>
      <button
        type="button"
        className={styles.bar}
        aria-haspopup="dialog"
        aria-label={`${t('ticket.chooseMarket')}: ${info.symbol}`}
        onClick={() => setIsOpen(true)}
      >
        <AssetIcon of={info.base} />
        <span className={styles.name}>
          <span className={styles.symbol}>
            {info.symbol} <ChevronDown aria-hidden size={16} />
          </span>
          {state !== 'trading' && (
            <span className={styles.closed}>
              <Badge tone="warning">{tCommon(`market.${state}`)}</Badge>
              {state !== 'halted' &&
                info.market.nextChangeAtMs !== null &&
                t(`leverage.market.${state}`, { time: format.zonedTime(info.market.nextChangeAtMs) })}
            </span>
          )}
        </span>
        <span className={styles.price}>
          <LivePrice symbol={info.symbol} digits={info.digits} size="xl" staleAfterMs={info.staleAfterMs} showsDirection />
          <LiveChange symbol={info.symbol} />
        </span>
      </button>
      {isOpen && (
        <MarketSheet
          present={info}
          choices={choices}
          onClose={() => setIsOpen(false)}
          onChoose={(symbol) => {
            setIsOpen(false);
            onChoose(symbol);
          }}
        />
      )}
    </>
  );
}

interface MarketSheetProps extends Pick<MarketBarProps, 'choices' | 'onChoose'> {
  readonly present: SymbolInfo;
  readonly onClose: () => void;
}

function MarketSheet({ present, choices, onChoose, onClose }: MarketSheetProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const [query, setQuery] = useState('');
  const [assetClass, setAssetClass] = useState<AssetClass>(present.assetClass);
  const stateOf = useMarketStates();
  const detailOf = (choice: SymbolInfo) => {
    const state = stateOf(choice);
    return state === 'trading' ? undefined : tCommon(`market.${state}`);
  };
  const wanted = query.trim().toUpperCase();
  // A search looks through all classes.
  const found = choices.filter(({ symbol, assetClass: of }) => (wanted === '' ? of === assetClass : symbol.includes(wanted)));
  return (
    <Sheet isOpen title={t('ticket.chooseMarket')} onClose={onClose}>
      <Stack gap={3}>
        <SearchField label={t('ticket.searchMarket')} value={query} onChange={setQuery} />
        <Tabs
          label={t('ticket.market')}
          variant="pill"
          tabs={classes.map((id) => ({ id, label: tCommon(`market.${id}`) }))}
          selected={assetClass}
          onSelect={setAssetClass}
        />
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
