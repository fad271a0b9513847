import { useEffect, type ReactNode } from 'react';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, Page, PageHeader, Wallet } from '@tessera/shared/ui';

interface RealMoneyPageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  /** What those are told for whom it is not: a visitor, and who looks at demo money. */
  readonly words: {
    readonly visitor: string;
    readonly logIn: string;
    readonly demo: string;
    readonly demoHint?: string;
    readonly toReal: string;
  };
  readonly children: ReactNode;
}

/** A page about money in or out: for who is signed in to the real account. */
export function RealMoneyPage({ title, actions, words, children }: RealMoneyPageProps) {
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn, mode } = useSessionState();
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  function content() {
    if (!isSignedIn) {
      const logIn = <Button onClick={() => session.requestLogin()}>{words.logIn}</Button>;
      return <EmptyState icon={Wallet} title={words.visitor} action={logIn} />;
    }
    if (mode === 'demo') {
      const toReal = <Button onClick={() => navigation.navigate('/pages/user/switchAccount')}>{words.toReal}</Button>;
      return <EmptyState icon={Wallet} title={words.demo} detail={words.demoHint} action={toReal} />;
    }
    return children;
  }
  return <Page header={<PageHeader title={title} onBack={() => navigation.back()} actions={actions} />}>{content()}</Page>;
}
