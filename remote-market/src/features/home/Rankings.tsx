import { useCallback, useState } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Card, LoadablePanel, SectionHeading, Segmented, SkeletonRows, type Loadable } from '@tessera/shared/ui';
import { openChart } from '../../components/chartPath';
import { MarketRow } from '../../components/MarketRow';
import { byGain, byTurnover, ranked } from '../../components/ranking';
import { turnoverText } from '../../components/turnover';
import { useNewestQuotes, type Market } from '../../components/useMarket';
import styles from './Home.module.css';

const shownRows = 8;
type RankingId = 'gain' | 'turnover';
const sorts = { gain: byGain, turnover: byTurnover } as const;

export function Rankings({ market, onRetry }: { readonly market: Loadable<Market>; readonly onRetry: () => void }) {
  const { t } = useTranslation(['market', 'common']);
  const navigation = useNavigation();
  const [ranking, setRanking] = useState<RankingId>('gain');
  return (
    <section className={styles.rankings}>
      <SectionHeading
        action={
          <Button variant="quiet" size="sm" onClick={() => navigation.switchTab('/pages/market/index')}>
            {t('common:action.seeAll')}
          </Button>
        }
      >
        {t('home.rankings')}
      </SectionHeading>
      <Segmented
        size="sm"
        label={t('home.rankings')}
        options={[
          { value: 'gain', label: t('home.byGain') },
          { value: 'turnover', label: t('home.byTurnover') },
        ]}
        value={ranking}
        onChange={setRanking}
      />
      <Card padding="none" className={styles.rows}>
        <LoadablePanel loadable={market} onRetry={onRetry} skeleton={<SkeletonRows count={shownRows} />}>
          {(known) => <Rows market={known} ranking={ranking} />}
        </LoadablePanel>
      </Card>
    </section>
  );
}

function Rows({ market, ranking }: { readonly market: Market; readonly ranking: RankingId }) {
  const navigation = useNavigation();
  const quotes = useNewestQuotes(market);
  const open = useCallback((info: SymbolInfo) => openChart(navigation, info), [navigation]);
  return (
    <ol>
      {ranked(market.symbols, quotes, sorts[ranking])
        .slice(0, shownRows)
        .map((info, index) => (
          <li key={info.symbol} className={styles.rankedRow}>
            <MarketRow
              info={info}
              quote={quotes.get(info.symbol)}
              turnover={turnoverText(info, quotes)}
              rank={index + 1}
              onOpen={open}
            />
          </li>
        ))}
    </ol>
  );
}
