import { useEffect, useState } from 'react';
import { shownAsset } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { LoadablePanel, Page, PageHeader, Skeleton, SkeletonRows, Stack } from '@tessera/shared/ui';
import { useNavigation, useRemoteContext, useSessionState } from '@tessera/shared/react';
import { useWallet } from '../../components/useWallet';
import { AssetActions } from './AssetActions';
import { CoinAccount } from './CoinAccount';
import { ContractAccount } from './ContractAccount';
import { TotalValue } from './TotalValue';
import { VisitorInvitation } from './VisitorInvitation';

const hiddenKey = 'amounts-hidden';

/** What the person owns, in both accounts of the present mode. */
export function OverviewPage() {
  const { t } = useTranslation('assets');
  const navigation = useNavigation();
  const { storage } = useRemoteContext();
  const { isSignedIn, mode } = useSessionState();
  const { loadable, refetch } = useWallet();
  const [isHidden, setIsHidden] = useState(() => storage.read(hiddenKey) === 'yes');
  const title = t('overview.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);

  function toggleHidden() {
    storage.write(hiddenKey, isHidden ? 'no' : 'yes');
    setIsHidden(!isHidden);
  }

  const header = <PageHeader title={title} />;
  if (!isSignedIn) {
    return (
      <Page header={header}>
        <VisitorInvitation />
      </Page>
    );
  }
  return (
    <Page header={header}>
      <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<OverviewSkeleton />}>
        {(wallet) => (
          <Stack gap={4}>
            <TotalValue
              wallet={wallet}
              asset={shownAsset(wallet.contract.asset, mode)}
              isHidden={isHidden}
              onToggleHidden={toggleHidden}
            />
            <AssetActions mode={mode} asset={shownAsset(wallet.contract.asset, mode)} />
            <CoinAccount coins={wallet.coin} mode={mode} isHidden={isHidden} />
            <ContractAccount summary={wallet.contract} mode={mode} isHidden={isHidden} />
          </Stack>
        )}
      </LoadablePanel>
    </Page>
  );
}

/** Figures are never shown as 0.00 while they load: a flash of zero frightens people. */
function OverviewSkeleton() {
  return (
    <Stack gap={4}>
      <Skeleton shape="block" height={132} />
      <Skeleton shape="block" height={84} />
      <SkeletonRows count={4} />
    </Stack>
  );
}
