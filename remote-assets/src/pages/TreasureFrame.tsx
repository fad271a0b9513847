import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, Page, PageHeader, PiggyBank } from '@tessera/shared/ui';

interface TreasureFrameProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page about money that earns or is borrowed, in either account; a visitor is asked to log in. */
export function TreasureFrame({ title, actions, children }: TreasureFrameProps) {
  const { t } = useTranslation('treasure');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn } = useSessionState();
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} actions={isSignedIn ? actions : undefined} />}>
      {isSignedIn ? (
        children
      ) : (
        <EmptyState
          icon={PiggyBank}
          title={t('visitor')}
          action={<Button onClick={() => session.requestLogin()}>{t('logIn')}</Button>}
        />
      )}
    </Page>
  );
}
