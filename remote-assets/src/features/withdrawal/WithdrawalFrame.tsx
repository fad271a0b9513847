import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, Page, PageHeader, Wallet } from '@tessera/shared/ui';

interface WithdrawalFrameProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A page about money out: for who is signed in to the real account. */
export function WithdrawalFrame({ title, action, children }: WithdrawalFrameProps) {
  const { t } = useTranslation('withdrawal');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn, mode } = useSessionState();
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  function content() {
    if (!isSignedIn) {
      return (
        <EmptyState
          icon={Wallet}
          title={t('visitor')}
          action={<Button onClick={() => session.requestLogin()}>{t('logIn')}</Button>}
        />
      );
    }
    if (mode === 'demo') {
      return (
        <EmptyState
          icon={Wallet}
          title={t('demo')}
          detail={t('demoHint')}
          action={<Button onClick={() => navigation.navigate('/pages/user/switchAccount')}>{t('toReal')}</Button>}
        />
      );
    }
    return children;
  }
  return <Page header={<PageHeader title={title} onBack={() => navigation.back()} actions={action} />}>{content()}</Page>;
}
