import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { SelectField } from '@tessera/shared/ui';
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
      {network !== undefined && isShown && (
        <TopUpForm key={`form ${network.network}`} method="crypto" terms={terms} network={network} />
      )}
    </>
  );
}
