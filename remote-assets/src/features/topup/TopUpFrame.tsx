import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, Page, PageHeader, Wallet } from '@tessera/shared/ui';

/** The page around top-ups: who is not signed in, and who looks at demo money, is told why there are none. */
export function TopUpFrame({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('topup');
  const { t: tAssets } = useTranslation('assets');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn, mode } = useSessionState();
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} actions={actions} onBack={() => navigation.back()} />}>
      {!isSignedIn ? (
        <EmptyState
          icon={Wallet}
          title={tAssets('overview.visitor')}
          action={<Button onClick={() => session.requestLogin()}>{tAssets('overview.logIn')}</Button>}
        />
      ) : mode === 'demo' ? (
        <EmptyState
          icon={Wallet}
          title={t('demo')}
          action={<Button onClick={() => navigation.navigate('/pages/user/switchAccount')}>{t('switch')}</Button>}
        />
      ) : (
        children
      )}
    </Page>
  );
}
