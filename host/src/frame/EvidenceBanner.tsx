import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useLive } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import styles from './EvidenceBanner.module.css';

const page = '/pages/fairness/index';

/** Something that this device kept is shown otherwise now: said above every page until the person has read it. */
export function EvidenceBanner(): ReactNode {
  const { evidence, location, navigation } = useHost();
  const { t } = useTranslation('host');
  const unread = useLive(evidence.unread);
  const isThere = useLive(location).pathname === page;
  return (
    <div role="alert" className={styles.place}>
      {unread.length > 0 && !isThere && (
        <div className={styles.banner}>
          <p className={styles.text}>{t('evidence.differs')}</p>
          <Button size="sm" variant="secondary" onClick={() => navigation.navigate(page)}>
            {t('evidence.look')}
          </Button>
        </div>
      )}
    </div>
  );
}
