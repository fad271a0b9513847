/** The trade tab: one pair of coins, its ticket beside its book, and what the person has open. */
import { useEffect, useState } from 'react';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useRemoteContext } from '@tessera/shared/react';
import {
  CandlestickChart,
  IconButton,
  LoadablePanel,
  Page,
  PageHeader,
  ReceiptText,
  Row,
  Skeleton,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useMarkets } from '../../components/useMarkets';
import { MarketSheet } from './MarketSheet';
import { NoSpot } from './NoSpot';
import { PairButton } from './PairButton';
import { SpotDesk } from '../../products/spot/Panel';

const path = '/pages/trade/index';
const symbolKey = 'spot-symbol';

export function SpotPage() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const { storage } = useRemoteContext();
  const [query] = useSearchParams();
  const markets = useMarkets();
  const [isChoosing, setIsChoosing] = useState(false);
  const title = t('spot.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);

  const tradable = markets.symbols.filter(({ products }) => products.spot);
  const wanted = [query.get('symbol'), storage.read(symbolKey)];
  const info =
    wanted.map((symbol) => tradable.find((one) => one.symbol === symbol)).find((one) => one !== undefined) ?? tradable[0];
  const symbol = info?.symbol;
  // The tab is opened again without a query: it comes back to the pair that was looked at last.
  useEffect(() => {
    if (symbol !== undefined) storage.write(symbolKey, symbol);
  }, [storage, symbol]);
  const side = query.get('side');
  const quote = markets.asset(info?.quote ?? 'USDT');

  return (
    <Page
      header={
        <PageHeader
          title={info === undefined ? title : <PairButton info={info} onOpen={() => setIsChoosing(true)} />}
          actions={
            <Row gap={1}>
              {info !== undefined && (
                <IconButton
                  label={t('spot.chart', { symbol: info.symbol })}
                  icon={CandlestickChart}
                  onClick={() => navigation.navigate('/pages/kline/index', { symbol: info.symbol })}
                />
              )}
              <IconButton
                label={t('spot.orders.link')}
                icon={ReceiptText}
                onClick={() => navigation.navigate('/pages/trade/order')}
              />
            </Row>
          }
        />
      }
    >
      <LoadablePanel loadable={markets.loadable} onRetry={markets.refetch} skeleton={<SpotSkeleton />}>
        {() =>
          info === undefined ? (
            <NoSpot />
          ) : (
            <SpotDesk
              key={info.symbol}
              info={info}
              preferred={side === 'buy' || side === 'sell' ? side : undefined}
              scales={{ quote: quote?.scale ?? 2, quoteShown: quote?.shownScale ?? 2 }}
              find={markets.find}
            />
          )
        }
      </LoadablePanel>
      {isChoosing && info !== undefined && (
        <MarketSheet
          present={info}
          choices={tradable}
          onClose={() => setIsChoosing(false)}
          onChoose={(next) => {
            setIsChoosing(false);
            navigation.redirect(path, { symbol: next });
          }}
        />
      )}
    </Page>
  );
}

function SpotSkeleton() {
  return (
    <Stack gap={4}>
      <Skeleton shape="block" height={420} />
      <SkeletonRows count={2} />
    </Stack>
  );
}
