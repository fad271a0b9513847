import { Suspense, useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { dataOf, Page } from '@tessera/shared/ui';
import { useFavourites } from '../../components/useFavourites';
import { useMarket } from '../../components/useMarket';
import { Banners } from './Banners';
import { EntryGrid } from './EntryGrid';
import { FavouriteStrip } from './FavouriteStrip';
import styles from './Home.module.css';
import { HomeHeader } from './HomeHeader';
import { MoreNews } from './laterParts';
import { NewsLine } from './NewsLine';
import { OwnTotal } from './OwnTotal';
import { Rankings } from './Rankings';

/** The landing page: what one owns, where to go, what moves, what is new. */
export function HomePage() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const { market, retry } = useMarket();
  const favourites = useFavourites();
  useEffect(() => navigation.setTitle(t('home.title')), [navigation, t]);
  return (
    <Page padding="none" header={<HomeHeader />}>
      <div className={styles.page}>
        <OwnTotal />
        <EntryGrid />
        <Banners />
        <NewsLine />
        <FavouriteStrip market={market} favourites={favourites.list} />
        <Rankings market={market} onRetry={retry} />
        {dataOf(market) !== undefined && (
          <Suspense>
            <MoreNews />
          </Suspense>
        )}
      </div>
    </Page>
  );
}
