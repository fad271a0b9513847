import { Fragment, useState, type ReactNode } from 'react';
import type { TopUpMethod, TopUpTerms } from '@tessera/shared/contract';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import { EmptyState, History, IconButton, LoadablePanel, Segmented, SelectField, SkeletonRows, Stack } from '@tessera/shared/ui';
import { C2cTopUp } from './methods/C2cTopUp';
import { BankCardTopUp } from './methods/BankCardTopUp';
import { CryptoTopUp } from './methods/CryptoTopUp';
import { ManualTopUp } from './methods/ManualTopUp';
import type { MethodProps } from './methods/MethodProps';
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

/** Of each way that has one. */
const steps = {
  crypto: (props: MethodProps) => <CryptoTopUp {...props} />,
  bank_card: (props: MethodProps) => <BankCardTopUp {...props} />,
  manual: (props: MethodProps) => <ManualTopUp {...props} />,
  c2c: (props: MethodProps) => <C2cTopUp {...props} />,
} satisfies Partial<Record<TopUpMethod, (props: MethodProps) => ReactNode>>;
const hasSteps = (method: TopUpMethod): method is keyof typeof steps => method in steps;

function Steps({ terms: { methods } }: { readonly terms: TopUpTerms }) {
  const { t } = useTranslation('topup');
  const [query] = useSearchParams();
  const [chosenMethod, setMethod] = useState<TopUpMethod>();
  const [chosenAsset, setAsset] = useState(query.get('asset') ?? 'USDT');
  const shown = methods.filter((one) => hasSteps(one.method));
  const method = shown.find((one) => one.method === chosenMethod) ?? shown[0];
  const own = method?.assets.find(({ asset }) => asset === chosenAsset) ?? method?.assets[0];
  if (method === undefined || own === undefined || !hasSteps(method.method)) return <EmptyState title={t('nothingOpen')} />;
  return (
    <Stack gap={4}>
      {shown.length > 1 && (
        <Segmented
          label={t('method.label')}
          value={method.method}
          onChange={setMethod}
          options={shown.map((one) => ({ value: one.method, label: t(`method.${one.method}`) }))}
        />
      )}
      <SelectField
        label={t('asset')}
        value={own.asset}
        onChange={setAsset}
        options={method.assets.map(({ asset }) => ({ value: asset, label: asset }))}
      />
      <Fragment key={`${method.method} ${own.asset}`}>{steps[method.method]({ terms: own })}</Fragment>
    </Stack>
  );
}
