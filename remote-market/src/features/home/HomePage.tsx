import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Page } from '@tessera/shared/ui';
import { useFavourites } from '../../components/useFavourites';
import { useMarket } from '../../components/useMarket';
import { EntryGrid } from './EntryGrid';
import { FairnessBanner } from './FairnessBanner';
import { FavouriteStrip } from './FavouriteStrip';
import styles from './Home.module.css';
import { HomeHeader } from './HomeHeader';
import { NewsLine } from './NewsLine';
import { Rankings } from './Rankings';

/** The landing page: where to go, what moves, what is new. */
export function HomePage() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const { market, retry } = useMarket();
  const favourites = useFavourites();
  useEffect(() => navigation.setTitle(t('home.title')), [navigation, t]);
  return (
    <Page padding="none" header={<HomeHeader />}>
      <div className={styles.page}>
        <FairnessBanner />
        <EntryGrid />
        <NewsLine />
        <FavouriteStrip market={market} favourites={favourites.list} />
        <Rankings market={market} onRetry={retry} />
      </div>
    </Page>
  );
}
