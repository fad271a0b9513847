import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, usePrivateEvents, useSessionState } from '@tessera/shared/react';
import { Bell, BrandMark, CircleUserRound, IconButton, Search, ServiceSlot } from '@tessera/shared/ui';
import styles from './Home.module.css';

/** The brand, the way into the search, the place of customer service, messages with how many are unread, and the person's own page. */
export function HomeHeader() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const { isSignedIn } = useSessionState();
  const messages = useEndpoint('userMessages', { pageSize: 1 }, { isEnabled: isSignedIn, freshMs: 60_000 });
  const unread = messages.data?.unread ?? 0;
  usePrivateEvents((event) => {
    if (isSignedIn && (event.type === 'notice' || event.type === 'resync')) messages.refetch();
  });
  return (
    <header className={styles.header}>
      <h1 className={styles.brand}>
        <BrandMark size={30} />
      </h1>
      <button type="button" className={styles.search} onClick={() => navigation.navigate('/pages/search/index')}>
        <Search aria-hidden size={18} />
        <span>{t('search.title')}</span>
      </button>
      <ServiceSlot />
      <IconButton
        icon={Bell}
        label={unread === 0 ? t('notifications.title') : t('notifications.unread', { count: unread })}
        badge={unread}
        onClick={() => navigation.navigate('/pages/notification/index')}
      />
      <IconButton
        icon={CircleUserRound}
        label={t(isSignedIn ? 'home.account' : 'home.signIn')}
        onClick={() => navigation.navigate(isSignedIn ? '/pages/user/index' : '/pages/login/index')}
      />
    </header>
  );
}
