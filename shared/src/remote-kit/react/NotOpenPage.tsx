import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { Button } from '../../design/ui/button/Button';
import { Lock } from '../../design/ui/icons';
import { Page } from '../../design/ui/layout/Page';
import { EmptyState } from '../../design/ui/state/EmptyState';
import { PageHeader } from '../../design/ui/surface/PageHeader';
import { useNavigation } from './useLive';

/** A page of the specification whose product is not built yet: says so plainly instead of pretending. */
export function NotOpenPage({ backTo }: { readonly backTo: string }) {
  const { t } = useTranslation('common');
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
          <Button variant="secondary" onClick={() => navigation.relaunch(backTo)}>
            {t('action.back')}
          </Button>
        }
      />
    </Page>
  );
}
