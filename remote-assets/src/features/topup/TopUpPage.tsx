import { useState } from 'react';
import type { TopUpMethod, TopUpTerms } from '@tessera/shared/contract';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import {
  EmptyState,
  History,
  IconButton,
  LoadablePanel,
  Notice,
  Segmented,
  SelectField,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { AddressCard } from './AddressCard';
import { TopUpForm } from './TopUpForm';
import { TopUpFrame } from './TopUpFrame';

/** Money in: the way, the coin, the network with the person's address, then what was paid. ?asset=BTC begins with that coin. */
export function TopUpPage() {
  const { t } = useTranslation('topup');
  const navigation = useNavigation();
  const { isSignedIn, mode } = useSessionState();
  const { loadable, refetch } = useEndpoint('topUpTerms', {}, { isEnabled: isSignedIn && mode === 'real' });
  const records = (
    <IconButton label={t('records')} icon={History} onClick={() => navigation.navigate('/pages/assets/topupOrder')} />
  );
  return (
    <TopUpFrame title={t('title')} actions={records}>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={5} />}
        isEmpty={({ methods }) => methods.length === 0}
        empty={<EmptyState title={t('nothingOpen')} />}
      >
        {(terms) => <Steps terms={terms} />}
      </LoadablePanel>
    </TopUpFrame>
  );
}

function Steps({ terms: { methods } }: { readonly terms: TopUpTerms }) {
  const { t } = useTranslation('topup');
  const [query] = useSearchParams();
  const [chosenMethod, setMethod] = useState<TopUpMethod>();
  const [chosenAsset, setAsset] = useState(query.get('asset') ?? 'USDT');
  const [chosenNetwork, setNetwork] = useState('');
  const [isShown, setIsShown] = useState(false);
  const method = methods.find((one) => one.method === chosenMethod) ?? methods[0];
  const own = method?.assets.find(({ asset }) => asset === chosenAsset) ?? method?.assets[0];
  if (method === undefined || own === undefined) return null;
  const network = own.networks.find((one) => one.network === chosenNetwork);
  const isCrypto = method.method === 'crypto';
  return (
    <Stack gap={4}>
      {methods.length > 1 && (
        <Segmented
          label={t('method.label')}
          value={method.method}
          onChange={setMethod}
          options={methods.map((one) => ({ value: one.method, label: t(`method.${one.method}`) }))}
        />
      )}
      <SelectField
        label={t('asset')}
        value={own.asset}
        onChange={(next) => {
          setAsset(next);
          // The same network may carry this coin too, but the person says so anew.
          setNetwork('');
        }}
        options={method.assets.map(({ asset }) => ({ value: asset, label: asset }))}
      />
      {isCrypto && (
        <SelectField
          label={t('network')}
          hint={t('networkHint')}
          placeholder={t('networkChoose')}
          value={network?.network ?? ''}
          onChange={setNetwork}
          options={own.networks.map((one) => ({ value: one.network, label: one.name }))}
        />
      )}
      {isCrypto && network !== undefined && (
        <AddressCard key={`${own.asset} ${network.network}`} asset={own.asset} network={network.network} onShown={setIsShown} />
      )}
      {!isCrypto && <Notice>{t('manual')}</Notice>}
      {(!isCrypto || (network !== undefined && isShown)) && (
        <TopUpForm
          key={`${method.method} ${own.asset} ${network?.network ?? ''}`}
          method={method.method}
          terms={own}
          network={isCrypto ? network : undefined}
        />
      )}
    </Stack>
  );
}
