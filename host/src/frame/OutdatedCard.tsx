import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import type { LiveValue } from '@tessera/shared/federation';
import { useLive } from '@tessera/shared/react';
import { Button, Card, RefreshCw, Stack } from '@tessera/shared/ui';
import styles from './OutdatedCard.module.css';

/** A part of the host is gone and the page was not loaded again by itself: the person does it when nothing is lost by it. */
export function OutdatedCard({
  isOutdated,
  onReload,
}: {
  readonly isOutdated: LiveValue<boolean>;
  readonly onReload: () => void;
}): ReactNode {
  const { t } = useTranslation('host');
  if (!useLive(isOutdated)) return null;
  return (
    <div role="alert" className={styles.place}>
      <Card>
        <Stack gap={3}>
          <p className={styles.words}>{t('outdated.body')}</p>
          <Button icon={RefreshCw} isBlock onClick={onReload}>
            {t('outdated.reload')}
          </Button>
        </Stack>
      </Card>
    </div>
  );
}
