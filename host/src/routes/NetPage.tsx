import { useEffect, type ReactNode } from 'react';
import { timer, useTranslation } from '@tessera/shared/kernel';
import { BrandMark, Button } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import { homePath } from './routeFor';
import styles from './NetPage.module.css';

/** Long enough to be seen, short enough not to be waited for. */
const stayMs = 900;

/** The entry page, without a header: the name, and by itself on to the home tab, which is being fetched meanwhile. */
export function NetPage(): ReactNode {
  const { navigation } = useHost();
  const { t } = useTranslation('host');
  useEffect(() => {
    const leave = timer(stayMs).subscribe(() => navigation.redirect(homePath));
    return () => leave.unsubscribe();
  }, [navigation]);
  return (
    <div className={styles.page}>
      <BrandMark size={72} />
      <h1 tabIndex={-1} className={styles.title}>
        {t('net.title')}
      </h1>
      <p className={styles.subtitle}>{t('net.subtitle')}</p>
      <div className={styles.enter}>
        <Button variant="quiet" onClick={() => navigation.redirect(homePath)}>
          {t('net.enter')}
        </Button>
      </div>
    </div>
  );
}
