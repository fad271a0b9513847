import { useEffect, useState } from 'react';
import { shownAsset, type AccountMode } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { LoadablePanel, Page, PageHeader, Skeleton, SkeletonRows, Stack } from '@tessera/shared/ui';
import { useNavigation, useRemoteContext, useSessionState } from '@tessera/shared/react';
import { useWallet, type Wallet } from '../../components/useWallet';
import { AssetActions } from './AssetActions';
import { CoinAccount } from './CoinAccount';
import { ContractAccount } from './ContractAccount';
import { liveTotal } from './liveSummary';
import { TotalValue } from './TotalValue';
import { useLiveSummary } from './useLiveSummary';
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
        {(wallet) => <Accounts wallet={wallet} mode={mode} isHidden={isHidden} onToggleHidden={toggleHidden} />}
      </LoadablePanel>
    </Page>
  );
}

interface AccountsProps {
  readonly wallet: Wallet;
  readonly mode: AccountMode;
  readonly isHidden: boolean;
  readonly onToggleHidden: () => void;
}

function Accounts({ wallet, mode, isHidden, onToggleHidden }: AccountsProps) {
  const live = useLiveSummary(wallet.contract);
  const asset = shownAsset(wallet.contract.asset, mode);
  return (
    <Stack gap={4}>
      <TotalValue
        wallet={wallet}
        total={liveTotal(wallet.total, wallet.contract, live)}
        asset={asset}
        isHidden={isHidden}
        onToggleHidden={onToggleHidden}
      />
      <AssetActions mode={mode} asset={asset} />
      <CoinAccount coins={wallet.coin} mode={mode} isHidden={isHidden} />
      <ContractAccount summary={{ ...wallet.contract, ...live }} mode={mode} isHidden={isHidden} />
    </Stack>
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
