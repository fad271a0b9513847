import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSession } from '@tessera/shared/react';
import { Button, EmptyState, Stack, Wallet } from '@tessera/shared/ui';

export function VisitorInvitation() {
  const { t } = useTranslation('assets');
  const navigation = useNavigation();
  const session = useSession();
  return (
    <EmptyState
      icon={Wallet}
      title={t('overview.visitor')}
      detail={t('overview.visitorHint')}
      action={
        <Stack gap={3}>
          <Button isBlock onClick={() => session.requestLogin()}>
            {t('overview.logIn')}
          </Button>
          <Button isBlock variant="secondary" onClick={() => navigation.navigate('/pages/register/index')}>
            {t('overview.register')}
          </Button>
        </Stack>
      }
    />
  );
}
