import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, EmptyState, Page, PageHeader, SearchX } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import { homePath } from './routeFor';

export function NotFoundPage(): ReactNode {
  const { navigation } = useHost();
  const { t } = useTranslation('host');
  return (
    <Page header={<PageHeader title={t('notFound.title')} onBack={() => navigation.back()} />}>
      <EmptyState
        icon={SearchX}
        title={t('notFound.body')}
        action={
          <Button variant="secondary" onClick={() => navigation.relaunch(homePath)}>
            {t('notFound.home')}
          </Button>
        }
      />
    </Page>
  );
}
