import { useState, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Notice, Sheet, Stack } from '@tessera/shared/ui';
import { storageKeys } from '../browser/storageKeys';
import { useHost } from '../bootstrap/HostServices';

/** Once per browser: where service is not offered, and that money can be lost. */
export function WelcomeNotice({ isDue }: { readonly isDue: boolean }): ReactNode {
  const { store } = useHost();
  const { t } = useTranslation('host');
  const [isSeen, setIsSeen] = useState(() => store.read(storageKeys.welcomeSeen) !== undefined);
  const accept = () => {
    store.write(storageKeys.welcomeSeen, '1');
    setIsSeen(true);
  };
  return (
    <Sheet
      isOpen={isDue && !isSeen}
      onClose={accept}
      title={t('welcome.title')}
      footer={
        <Button size="lg" isBlock onClick={accept}>
          {t('welcome.accept')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Notice tone="warning">{t('welcome.regions')}</Notice>
        <Notice>{t('welcome.risk')}</Notice>
      </Stack>
    </Sheet>
  );
}
