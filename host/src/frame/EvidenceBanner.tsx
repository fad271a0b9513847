import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useLive } from '@tessera/shared/react';
import { useHost } from '../bootstrap/HostServices';
import { Banner } from './Banner';

const page = '/pages/fairness/index';

/** Something that this device kept is shown otherwise now: said above every page until the person has read it. */
export function EvidenceBanner(): ReactNode {
  const { evidence, location, navigation } = useHost();
  const { t } = useTranslation('host');
  const unread = useLive(evidence.unread);
  const isThere = useLive(location).pathname === page;
  return (
    <div role="alert">
      {unread.length > 0 && !isThere && (
        <Banner
          tone="danger"
          text={t('evidence.differs')}
          action={t('evidence.look')}
          onAction={() => navigation.navigate(page)}
        />
      )}
    </div>
  );
}
