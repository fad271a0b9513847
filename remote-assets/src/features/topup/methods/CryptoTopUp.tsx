import { useState } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Notice, SelectField } from '@tessera/shared/ui';
import { AddressCard } from '../AddressCard';
import { TopUpForm } from '../TopUpForm';
import type { MethodProps } from './MethodProps';

/** By a chain: the network, the person's address there, then what was paid. Mount it anew for another coin. */
export function CryptoTopUp({ terms }: MethodProps) {
  const { t } = useTranslation('topup');
  const [chosen, setChosen] = useState('');
  const [isShown, setIsShown] = useState(false);
  const network = terms.networks.find((one) => one.network === chosen);
  return (
    <>
      <SelectField
        label={t('network')}
        hint={t('networkHint')}
        placeholder={t('networkChoose')}
        value={network?.network ?? ''}
        onChange={setChosen}
        options={terms.networks.map((one) => ({ value: one.network, label: one.name }))}
      />
      {network !== undefined && (
        <AddressCard key={network.network} asset={terms.asset} network={network.network} onShown={setIsShown} />
      )}
      {network?.isWatched === true && isShown && <FoundByItself asset={terms.asset} network={network} />}
      {network !== undefined && network.isWatched !== true && isShown && (
        <TopUpForm key={`form ${network.network}`} method="crypto" terms={terms} network={network} />
      )}
    </>
  );
}

/** What is paid there needs no request: it shows among the top-ups. */
function FoundByItself({
  asset,
  network,
}: {
  readonly asset: string;
  readonly network: MethodProps['terms']['networks'][number];
}) {
  const { t } = useTranslation('topup');
  const format = useFormat();
  const navigation = useNavigation();
  return (
    <>
      <Notice>{t('found', { confirmations: format.figure(String(network.confirmations)) })}</Notice>
      <Notice>{t('passedOn', { asset })}</Notice>
      <Button size="lg" isBlock onClick={() => navigation.navigate('/pages/assets/topupOrder')}>
        {t('toRecords')}
      </Button>
    </>
  );
}
