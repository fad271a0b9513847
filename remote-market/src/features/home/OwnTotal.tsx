import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSessionState } from '@tessera/shared/react';
import { Button, Card, ChevronRight, IconButton, LoadablePanel, Skeleton } from '@tessera/shared/ui';
import { TotalValue, useWallet } from '@tessera/shared/wallet';
import styles from './Home.module.css';

/** Its worth moves with the prices of what is owned. */
const refetchEveryMs = 30_000;

/** What the person owns, and the way there; for a visitor the way to own something. */
export function OwnTotal() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const { isSignedIn } = useSessionState();
  const { loadable, refetch } = useWallet({ refetchEveryMs });
  if (!isSignedIn) {
    return (
      <Card as="section" className={styles.join}>
        <p>{t('home.join')}</p>
        <Button size="sm" onClick={() => navigation.navigate('/pages/register/index')}>
          {t('home.register')}
        </Button>
      </Card>
    );
  }
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<Skeleton shape="block" height={136} />}>
      {(wallet) => (
        <TotalValue
          wallet={wallet}
          total={wallet.total}
          action={
            <IconButton
              label={t('home.assets')}
              icon={ChevronRight}
              onClick={() => navigation.switchTab('/pages/assets/index')}
            />
          }
        />
      )}
    </LoadablePanel>
  );
}
