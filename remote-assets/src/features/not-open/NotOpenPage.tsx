import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, EmptyState, Lock, Page, PageHeader } from '@tessera/shared/ui';

/** A page of the specification whose product is not built yet: says so plainly instead of pretending. */
export function NotOpenPage() {
  const { t } = useTranslation('assets');
  const navigation = useNavigation();
  const title = t('notOpen.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <EmptyState
        icon={Lock}
        title={title}
        detail={t('notOpen.body')}
        action={
          <Button variant="secondary" onClick={() => navigation.switchTab('/pages/assets/index')}>
            {t('notOpen.back')}
          </Button>
        }
      />
    </Page>
  );
}
