import { useEffect } from 'react';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import type { AccountKind } from '@tessera/shared/contract';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, LoadablePanel, Page, PageHeader, SkeletonRows, Wallet } from '@tessera/shared/ui';
import { useWallet } from '@tessera/shared/wallet';
import { TransferForm } from './TransferForm';

/** Moves money between the coin and the contract account. ?from=contract starts the other way round. */
export function TransferPage() {
  const { t } = useTranslation('assets');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn, mode } = useSessionState();
  const [query] = useSearchParams();
  const { loadable, refetch } = useWallet();
  const title = t('transfer.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const firstFrom: AccountKind = query.get('from') === 'contract' ? 'contract' : 'coin';
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={4} />}
        idle={
          isSignedIn ? null : (
            <EmptyState
              icon={Wallet}
              title={t('overview.visitor')}
              action={<Button onClick={() => session.requestLogin()}>{t('overview.logIn')}</Button>}
            />
          )
        }
      >
        {(wallet) => <TransferForm wallet={wallet} mode={mode} firstFrom={firstFrom} />}
      </LoadablePanel>
    </Page>
  );
}
