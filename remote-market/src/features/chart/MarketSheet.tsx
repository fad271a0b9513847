import { useState } from 'react';
import type { AssetClass, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { EmptyState, SearchField, SearchX, Sheet, Tabs } from '@tessera/shared/ui';
import { chartPath } from '../../components/chartPath';
import { MarketRow } from '../../components/MarketRow';
import { matching } from '../../components/ranking';
import { turnoverText } from '../../components/turnover';
import { useNewestQuotes, type Market } from '../../components/useMarket';
import styles from './Chart.module.css';

export interface MarketSheetProps {
  readonly market: Market;
  readonly selected: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Another market for the chart, without leaving the page: the place is replaced, so that Back leads out of the chart. */
export function MarketSheet({ market, selected, isOpen, onClose }: MarketSheetProps) {
  const { t } = useTranslation(['market', 'common']);
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('chart.choose')}>
      <Choice market={market} selected={selected} onClose={onClose} />
    </Sheet>
  );
}

const classes: readonly AssetClass[] = ['crypto', 'forex', 'metal'];

function Choice({ market, selected, onClose }: Omit<MarketSheetProps, 'isOpen'>) {
  const { t } = useTranslation(['market', 'common']);
  const navigation = useNavigation();
  const quotes = useNewestQuotes(market);
  const [typed, setTyped] = useState('');
  const [assetClass, setAssetClass] = useState<AssetClass>(market.bySymbol.get(selected)?.assetClass ?? 'crypto');
  const shown =
    typed.trim() === '' ? market.symbols.filter((info) => info.assetClass === assetClass) : matching(market.symbols, typed);

  const open = (info: SymbolInfo) => {
    onClose();
    navigation.redirect(chartPath(info.assetClass), { symbol: info.symbol });
  };

  return (
    <div className={styles.sheet}>
      <SearchField label={t('search.markets')} value={typed} onChange={setTyped} />
      {typed.trim() === '' && (
        <Tabs
          label={t('list.classes')}
          tabs={classes.map((id) => ({ id, label: t(`common:market.${id}`) }))}
          selected={assetClass}
          onSelect={setAssetClass}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={t('search.none', { query: typed.trim() })} />
      ) : (
        <ul className={styles.choices}>
          {shown.map((info) => (
            <li key={info.symbol} aria-current={info.symbol === selected || undefined}>
              <MarketRow info={info} quote={quotes.get(info.symbol)} turnover={turnoverText(info, quotes)} onOpen={open} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
