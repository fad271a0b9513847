import { useEffect } from 'react';
import { shownAsset, type AccountMode } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { LoadablePanel, Page, PageHeader, Skeleton, SkeletonRows, Stack } from '@tessera/shared/ui';
import { useNavigation, useSessionState } from '@tessera/shared/react';
import { TotalValue, useAmountsHidden, useWallet, type Wallet } from '@tessera/shared/wallet';
import { AssetActions } from './AssetActions';
import { CoinAccount } from './CoinAccount';
import { ContractAccount } from './ContractAccount';
import { liveTotal } from './liveSummary';
import { LiabilitiesLink } from './LiabilitiesLink';
import { useLiveSummary } from './useLiveSummary';
import { VisitorInvitation } from './VisitorInvitation';
import styles from './OverviewPage.module.css';

/** What the person owns, in both accounts of the present mode. */
export function OverviewPage() {
  const { t } = useTranslation('assets');
  const navigation = useNavigation();
  const { isSignedIn, mode } = useSessionState();
  const { loadable, refetch } = useWallet();
  const title = t('overview.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);

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
        {(wallet) => <Accounts wallet={wallet} mode={mode} />}
      </LoadablePanel>
    </Page>
  );
}

interface AccountsProps {
  readonly wallet: Wallet;
  readonly mode: AccountMode;
}

function Accounts({ wallet, mode }: AccountsProps) {
  const { t } = useTranslation('assets');
  const [isHidden] = useAmountsHidden();
  const live = useLiveSummary(wallet.contract);
  const asset = shownAsset(wallet.contract.asset, mode);
  return (
    <Stack gap={4}>
      <TotalValue wallet={wallet} total={liveTotal(wallet.total, wallet.contract, live)}>
        {mode === 'demo' && <p className={styles.note}>{t('overview.demoNote')}</p>}
      </TotalValue>
      <AssetActions mode={mode} asset={asset} />
      <CoinAccount coins={wallet.coin} mode={mode} isHidden={isHidden} />
      <ContractAccount summary={{ ...wallet.contract, ...live }} mode={mode} isHidden={isHidden} />
      {mode === 'real' && <LiabilitiesLink />}
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
