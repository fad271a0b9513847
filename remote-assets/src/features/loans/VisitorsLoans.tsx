import { useTranslation } from '@tessera/shared/kernel';
import { useSession } from '@tessera/shared/react';
import { Button, EmptyState, Landmark } from '@tessera/shared/ui';

/** Nobody is signed in. */
export function VisitorsLoans() {
  const { t } = useTranslation('loans');
  const session = useSession();
  return (
    <EmptyState
      icon={Landmark}
      title={t('visitor')}
      detail={t('intro')}
      action={<Button onClick={() => session.requestLogin()}>{t('logIn')}</Button>}
    />
  );
}
