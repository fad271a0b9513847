import { useEffect } from 'react';
import type { FlashAsset } from '@tessera/shared/contract';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, LoadablePanel, Page, PageHeader, SkeletonRows, Stack, Wallet } from '@tessera/shared/ui';
import { useWallet } from '@tessera/shared/wallet';
import { FlashForm } from './FlashForm';
import { FlashHistory } from './FlashHistory';

/** One asset into another. ?from= and ?to= begin with these. */
export function FlashPage() {
  const { t } = useTranslation('flash');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn, mode } = useSessionState();
  const [query] = useSearchParams();
  const { loadable, refetch } = useEndpoint('flashList', {}, { isEnabled: isSignedIn, freshMs: 60_000 });
  const wallet = useWallet();
  const title = t('title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  if (!isSignedIn)
    return (
      <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
        <EmptyState
          icon={Wallet}
          title={t('visitor')}
          action={<Button onClick={() => session.requestLogin()}>{t('logIn')}</Button>}
        />
      </Page>
    );
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={6}>
        <LoadablePanel
          loadable={loadable}
          onRetry={refetch}
          skeleton={<SkeletonRows count={6} />}
          isEmpty={({ assets }) => assets.length < 2}
          empty={<EmptyState title={t('closed')} />}
        >
          {({ assets }) => (
            <LoadablePanel loadable={wallet.loadable} onRetry={wallet.refetch} skeleton={<SkeletonRows count={6} />}>
              {(held) => (
                <FlashForm
                  key={mode}
                  assets={assets}
                  wallet={held}
                  mode={mode}
                  first={firstPair(assets, query.get('from'), query.get('to'))}
                />
              )}
            </LoadablePanel>
          )}
        </LoadablePanel>
        <FlashHistory mode={mode} />
      </Stack>
    </Page>
  );
}

/** What was asked for where it can be exchanged; USDT into the first other asset elsewhere. */
function firstPair(assets: readonly FlashAsset[], from: string | null, to: string | null) {
  const named = (asset: string | null) => assets.find((one) => one.asset === asset);
  const first = named(from) ?? named('USDT') ?? (assets[0] as FlashAsset);
  const others = assets.filter(({ asset }) => asset !== first.asset);
  const usual = others.find(({ asset }) => asset === (first.asset === 'USDT' ? 'BTC' : 'USDT'));
  return { from: first, to: others.find(({ asset }) => asset === to) ?? usual ?? (others[0] as FlashAsset) };
}
