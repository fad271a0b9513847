/**
 * Every market, by class or by name. What is in sight is live; the order is renewed at most once a second, from live
 * prices where there are some and from the last answer over HTTP elsewhere.
 */
import { useCallback, useEffect, useState } from 'react';
import type { AssetClass, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useRemoteContext } from '@tessera/shared/react';
import {
  Button,
  EmptyState,
  LoadablePanel,
  SearchField,
  SearchX,
  ServiceSlot,
  SkeletonRows,
  Star,
  Tabs,
  VirtualList,
  VisuallyHidden,
} from '@tessera/shared/ui';
import { openChart } from '../../components/chartPath';
import { MarketRow, marketRowHeight } from '../../components/MarketRow';
import { matching, ranked } from '../../components/ranking';
import { useFavourites } from '../../components/useFavourites';
import { turnoverText } from '../../components/turnover';
import { useMarket, useNewestQuotes, type Market } from '../../components/useMarket';
import { readSort, writeSort, type ListSort } from './listSort';
import styles from './MarketList.module.css';
import { SortRow } from './SortRow';

type ListTab = 'favourites' | AssetClass;
const listTabs: readonly ListTab[] = ['favourites', 'crypto', 'forex', 'metal'];

export function MarketListPage() {
  const { t } = useTranslation(['market', 'common']);
  const { storage, navigation } = useRemoteContext();
  const { market, retry } = useMarket();
  const [tab, setTab] = useState<ListTab>(() => listTabs.find((one) => one === storage.read('list-tab')) ?? 'crypto');
  const [sort, setSort] = useState(() => readSort(storage));
  const [typed, setTyped] = useState('');
  const isSearching = typed.trim() !== '';

  useEffect(() => navigation.setTitle(t('list.title')), [navigation, t]);

  const choose = (next: ListTab) => {
    storage.write('list-tab', next);
    setTab(next);
  };
  const order = (next: ListSort) => {
    writeSort(storage, next);
    setSort(next);
  };

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <VisuallyHidden>{t('list.title')}</VisuallyHidden>
        </h1>
        <div className={styles.search}>
          <SearchField label={t('search.markets')} value={typed} onChange={setTyped} />
          <ServiceSlot />
        </div>
        {!isSearching && (
          <Tabs
            label={t('list.classes')}
            tabs={listTabs.map((id) => ({ id, label: id === 'favourites' ? t('favourites.title') : t(`common:market.${id}`) }))}
            selected={tab}
            onSelect={choose}
          />
        )}
        <SortRow sort={sort} onChange={order} />
      </header>
      <div className={styles.body}>
        <LoadablePanel loadable={market} onRetry={retry} skeleton={<SkeletonRows count={10} />}>
          {(known) => <Rows market={known} tab={tab} typed={typed} sort={sort} onShowAll={() => choose('crypto')} />}
        </LoadablePanel>
      </div>
    </div>
  );
}

interface RowsProps {
  readonly market: Market;
  readonly tab: ListTab;
  readonly typed: string;
  readonly sort: ListSort;
  readonly onShowAll: () => void;
}

function Rows({ market, tab, typed, sort, onShowAll }: RowsProps) {
  const { t } = useTranslation(['market', 'common']);
  const navigation = useNavigation();
  const favourites = useFavourites();
  const quotes = useNewestQuotes(market);
  const isSearching = typed.trim() !== '';

  const chosen = isSearching ? matching(market.symbols, typed) : inTab(market, tab, favourites.list);
  const rows = sort === undefined ? chosen : ranked(chosen, quotes, sort);
  const open = useCallback((info: SymbolInfo) => openChart(navigation, info), [navigation]);

  if (rows.length === 0 && isSearching)
    return <EmptyState icon={SearchX} title={t('search.none', { query: typed.trim() })} detail={t('search.noneDetail')} />;
  if (rows.length === 0 && tab === 'favourites') {
    return (
      <EmptyState
        icon={Star}
        title={t('favourites.none')}
        detail={t('favourites.noneDetail')}
        action={
          <Button size="sm" onClick={onShowAll}>
            {t('favourites.choose')}
          </Button>
        }
      />
    );
  }
  if (rows.length === 0) return <EmptyState title={t('list.none')} />;
  return (
    <VirtualList
      label={t('list.title')}
      items={rows}
      rowHeight={marketRowHeight}
      keyOf={(info) => info.symbol}
      renderRow={(info) => (
        <MarketRow
          info={info}
          quote={quotes.get(info.symbol)}
          turnover={turnoverText(info, quotes)}
          isFavourite={favourites.has(info.symbol)}
          onOpen={open}
          onToggleFavourite={favourites.toggle}
        />
      )}
    />
  );
}

function inTab(market: Market, tab: ListTab, favourites: readonly string[]): readonly SymbolInfo[] {
  if (tab !== 'favourites') return market.symbols.filter(({ assetClass }) => assetClass === tab);
  return favourites.flatMap((symbol) => market.bySymbol.get(symbol) ?? []);
}
