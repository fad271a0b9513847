import { useEffect } from 'react';
import { shownAsset, type AccountMode } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { LoadablePanel, Page, PageHeader, Skeleton, SkeletonRows, Stack } from '@tessera/shared/ui';
import { useNavigation, useRefresh, useSessionState } from '@tessera/shared/react';
import { useAmountsHidden, useWallet, type Wallet } from '@tessera/shared/wallet';
import { AssetActions } from './AssetActions';
import { CoinAccount } from './CoinAccount';
import { ContractAccount } from './ContractAccount';
import { currenciesOf } from './currencies';
import { LiabilitiesLink } from './LiabilitiesLink';
import { PartsPicture } from './PartsPicture';
import { PullToRefresh } from './PullToRefresh';
import { TotalCard } from './TotalCard';
import { useChosenCurrency } from './useChosenCurrency';
import { useCatalogue } from './useFreshQuotes';
import { usePortfolio } from './usePortfolio';
import { ValueHistory } from './ValueHistory';
import { VisitorInvitation } from './VisitorInvitation';

/** Prices are followed here; what the server says of them beside that is read anew. */
const refetchEveryMs = 60_000;

/** What the person owns, in both accounts of the present mode. */
export function OverviewPage() {
  const { t } = useTranslation('assets');
  const navigation = useNavigation();
  const refresh = useRefresh();
  const { isSignedIn, mode } = useSessionState();
  const { loadable, refetch } = useWallet({ refetchEveryMs });
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
  const readAgain = () => {
    refetch();
    refresh('walletHistory', 'leverageOrders', 'leverageWhOrders');
  };
  return (
    <Page header={header}>
      <PullToRefresh onRefresh={readAgain}>
        <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<OverviewSkeleton />}>
          {(wallet) => <Accounts wallet={wallet} mode={mode} onRefresh={readAgain} />}
        </LoadablePanel>
      </PullToRefresh>
    </Page>
  );
}

interface AccountsProps {
  readonly wallet: Wallet;
  readonly mode: AccountMode;
  readonly onRefresh: () => void;
}

function Accounts({ wallet, mode, onRefresh }: AccountsProps) {
  const [isHidden] = useAmountsHidden();
  const [currency, setCurrency] = useChosenCurrency();
  const currencies = currenciesOf(useCatalogue()?.symbols ?? []);
  const portfolio = usePortfolio(wallet, (currencies.find(({ code }) => code === currency) ?? currencies[0])?.symbol);
  const { asset } = wallet.contract;
  return (
    <Stack gap={4}>
      <TotalCard wallet={wallet} portfolio={portfolio} currency={currency} onCurrency={setCurrency} onRefresh={onRefresh} />
      <AssetActions mode={mode} asset={shownAsset(asset, mode)} />
      <PartsPicture parts={portfolio.parts} total={portfolio.total} asset={asset} isHidden={isHidden} />
      <ValueHistory wallet={wallet} isHidden={isHidden} />
      <CoinAccount coins={wallet.coin} portfolio={portfolio} mode={mode} isHidden={isHidden} />
      <ContractAccount summary={portfolio.contract} mode={mode} isHidden={isHidden} />
      {mode === 'real' && <LiabilitiesLink />}
    </Stack>
  );
}

/** Figures are never shown as 0.00 while they load: a flash of zero frightens people. */
function OverviewSkeleton() {
  return (
    <Stack gap={4}>
      <Skeleton shape="block" height={190} />
      <Skeleton shape="block" height={84} />
      <Skeleton shape="block" height={110} />
      <SkeletonRows count={4} />
    </Stack>
  );
}
