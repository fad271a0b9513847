import { useState } from 'react';
import { payeeLimits, type EndpointResponse } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpoint, useEndpointForm } from '@tessera/shared/react';
import { FormProblem } from '@tessera/shared/step-up';
import { Button, EmptyState, LoadablePanel, SelectField, SkeletonRows, Stack, TextField, Wallet } from '@tessera/shared/ui';
import { GroupedText } from '../../components/GroupedText';
import { PayeeConfirmation } from './PayeeConfirmation';
import { PayeesFrame } from './PayeesFrame';

type Network = EndpointResponse<'payeeList'>['networks'][number];

/** A wallet's address: the currency, its network, the address; then the code. */
export function AddWalletPage() {
  const { t } = useTranslation('payees');
  return (
    <PayeesFrame title={t('addWallet')}>
      <AddWallet />
    </PayeesFrame>
  );
}

function AddWallet() {
  const { t } = useTranslation('payees');
  const { loadable, refetch } = useEndpoint('payeeList', {});
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={refetch}
      skeleton={<SkeletonRows count={4} />}
      isEmpty={({ networks }) => networks.length === 0}
      empty={<EmptyState icon={Wallet} title={t('noNetworks')} />}
    >
      {({ networks }) => <WalletForm networks={networks} />}
    </LoadablePanel>
  );
}

const initial = { asset: '', network: '', address: '', label: '' };
const labelOf = (label: string) => (label.trim() === '' ? {} : { label: label.trim() });

function WalletForm({ networks }: { readonly networks: readonly Network[] }) {
  const { t } = useTranslation('payees');
  const dialogs = useDialogs();
  /** The address as the exchange read it. */
  const [read, setRead] = useState<string>();
  const form = useEndpointForm('payeeCheck', {
    initial,
    problemsOf: ({ asset, network, address }) => ({
      asset: asset === '' ? ('asset' as const) : undefined,
      network: network === '' ? ('network' as const) : undefined,
      address: address.trim() === '' ? ('address' as const) : undefined,
    }),
    problemText: (problem: 'asset' | 'network' | 'address') => t(`problem.${problem}`),
    toRequest: ({ label, address, ...rest }) => ({
      kind: 'wallet' as const,
      ...rest,
      address: address.trim(),
      ...labelOf(label),
    }),
    fieldOf: { WITHDRAWAL_ADDRESS_WRONG: 'address', WITHDRAWAL_ADDRESS_OURS: 'address', WITHDRAWAL_ADDRESS_EXISTS: 'address' },
    onDone: (answer) => setRead(answer.read),
  });
  const { asset, network, address, label } = form.values;
  const onAsset = networks.filter((one) => one.asset === asset);
  if (read !== undefined)
    return (
      <PayeeConfirmation
        details={{ kind: 'wallet', asset, network, address: read, ...labelOf(label) }}
        what={t('what', { payee: `${read.slice(0, 6)}…${read.slice(-6)}` })}
        rows={[
          { key: 'asset', label: t('asset'), value: asset },
          { key: 'network', label: t('network'), value: onAsset.find((one) => one.network === network)?.name ?? network },
          { key: 'address', label: t('address'), value: <GroupedText text={read} /> },
          ...(label.trim() === '' ? [] : [{ key: 'label', label: t('label'), value: label.trim() }]),
        ]}
        onChange={() => setRead(undefined)}
      />
    );
  async function paste() {
    try {
      form.change({ address: (await navigator.clipboard.readText()).trim() });
    } catch {
      // The browser or the person keeps the clipboard from the page.
      dialogs.toast(t('pasteRefused'), { tone: 'error' });
    }
  }
  function chooseAsset(chosen: string) {
    const [only, another] = networks.filter((one) => one.asset === chosen);
    form.change({ asset: chosen, network: only !== undefined && another === undefined ? only.network : '' });
  }
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <SelectField
          label={t('asset')}
          placeholder={t('choose')}
          options={[...new Set(networks.map((one) => one.asset))].map((value) => ({ value, label: value }))}
          {...form.bind('asset')}
          onChange={chooseAsset}
        />
        <SelectField
          label={t('network')}
          hint={t('networkHint')}
          placeholder={t('choose')}
          disabled={asset === ''}
          options={onAsset.map((one) => ({ value: one.network, label: one.name }))}
          {...form.bind('network')}
        />
        <TextField
          label={t('address')}
          corner={
            <Button variant="quiet" size="sm" onClick={() => void paste()}>
              {t('paste')}
            </Button>
          }
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={120}
          {...form.bind('address')}
        />
        {address.trim() !== '' && <GroupedText text={address.trim()} />}
        <TextField
          label={t('label')}
          hint={t('labelHint')}
          autoComplete="off"
          maxLength={payeeLimits.label}
          {...form.bind('label')}
        />
        <FormProblem text={form.problem} />
        <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
          {t('continue')}
        </Button>
      </Stack>
    </form>
  );
}
