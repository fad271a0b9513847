import { useEffect } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, dataOf, EmptyState, LoadablePanel, mapLoadable, Page, SearchX, Skeleton } from '@tessera/shared/ui';
import { useFavourites } from '../../components/useFavourites';
import { useMarket } from '../../components/useMarket';
import styles from './Chart.module.css';
import { ChartHeader } from './ChartHeader';
import { ChartPanel } from './ChartPanel';
import { ChartPlace } from './ChartPlace';
import { MarketTabs } from './MarketTabs';
import { PriceBlock } from './PriceBlock';
import { TradeBar } from './TradeBar';

/** A market: its price, its chart, what it is. One page for both of the specification's (crypto, forex and metals). */
export function ChartPage() {
  const { t } = useTranslation('market');
  const [search] = useSearchParams();
  const navigation = useNavigation();
  const { market, retry } = useMarket();
  const favourites = useFavourites();
  const known = dataOf(market);
  const symbol = search.get('symbol') ?? known?.symbols[0]?.symbol ?? '';
  const info = known?.bySymbol.get(symbol);
  const name = symbol.replace('-', '/');

  useEffect(() => navigation.setTitle(name), [navigation, name]);

  return (
    <Page
      padding="none"
      header={
        <ChartHeader
          symbol={symbol}
          market={known}
          isFavourite={favourites.has(symbol)}
          onToggleFavourite={() => favourites.toggle(symbol)}
        />
      }
      footer={info === undefined ? undefined : <TradeBar info={info} />}
    >
      <LoadablePanel
        loadable={mapLoadable(market, ({ bySymbol }): readonly SymbolInfo[] =>
          [bySymbol.get(symbol)].filter((one) => one !== undefined),
        )}
        onRetry={retry}
        skeleton={<PageSkeleton />}
        empty={
          <EmptyState
            icon={SearchX}
            title={t('chart.unknown.title', { symbol: name })}
            detail={t('chart.unknown.detail')}
            action={
              <Button size="sm" onClick={() => navigation.switchTab('/pages/market/index')}>
                {t('chart.unknown.action')}
              </Button>
            }
          />
        }
      >
        {([shown]) =>
          shown !== undefined && (
            <div className={styles.page}>
              <PriceBlock info={shown} snapshot={known?.snapshot.get(shown.symbol)} />
              {/* Made anew for another market: no bar and no word of the one before stands under its name. */}
              <ChartPanel key={shown.symbol} info={shown} snapshot={known?.snapshot.get(shown.symbol)} />
              <MarketTabs info={shown} />
            </div>
          )
        }
      </LoadablePanel>
    </Page>
  );
}

function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton shape="block" height={64} />
      <Skeleton shape="block" height={36} />
      <ChartPlace />
    </div>
  );
}
