import { Suspense, useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { dataOf, Page } from '@tessera/shared/ui';
import { useFavourites } from '../../components/useFavourites';
import { useMarket } from '../../components/useMarket';
import { EntryGrid } from './EntryGrid';
import { FairnessBanner } from './FairnessBanner';
import styles from './Home.module.css';
import { HomeHeader } from './HomeHeader';
import { Banners, MoreNews } from './laterParts';
import { MarketStrip } from './MarketStrip';
import { NewsLine } from './NewsLine';
import { OwnTotal } from './OwnTotal';
import { Rankings } from './Rankings';

/** The landing page: what one owns, where to go, what is new, what moves. */
export function HomePage() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const { market, retry } = useMarket();
  const favourites = useFavourites();
  useEffect(() => navigation.setTitle(t('home.title')), [navigation, t]);
  // Nothing that can wait asks for anything before the first figures are here.
  const hasFigures = dataOf(market) !== undefined;
  return (
    <Page padding="none" header={<HomeHeader />}>
      <div className={styles.page}>
        <OwnTotal />
        <EntryGrid />
        <NewsLine />
        <MarketStrip market={market} favourites={favourites.list} />
        {hasFigures ? (
          <Suspense fallback={<FairnessBanner />}>
            <Banners first={<FairnessBanner />} />
          </Suspense>
        ) : (
          <FairnessBanner />
        )}
        <Rankings market={market} onRetry={retry} />
        {hasFigures && (
          <Suspense>
            <MoreNews />
          </Suspense>
        )}
      </div>
    </Page>
  );
}
