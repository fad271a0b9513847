import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, Page, PageHeader, Wallet } from '@tessera/shared/ui';

interface PayeesFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page about where money may go: for who is signed in to the real account. */
export function PayeesFrame({ title, children }: PayeesFrameProps) {
  const { t } = useTranslation('payees');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn, mode } = useSessionState();
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  function content() {
    if (!isSignedIn)
      return (
        <EmptyState
          icon={Wallet}
          title={t('visitor')}
          action={<Button onClick={() => session.requestLogin()}>{t('logIn')}</Button>}
        />
      );
    if (mode === 'demo')
      return (
        <EmptyState
          icon={Wallet}
          title={t('demo')}
          detail={t('demoHint')}
          action={<Button onClick={() => navigation.navigate('/pages/user/switchAccount')}>{t('toReal')}</Button>}
        />
      );
    return children;
  }
  return <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>{content()}</Page>;
}
