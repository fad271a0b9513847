import { useTranslation } from '@tessera/shared/kernel';
import { Notice, Stack } from '@tessera/shared/ui';
import { TransferButton } from './TransferButton';

interface TransferOfferProps {
  /** The account that has money. */
  readonly from: 'coin' | 'contract';
}

/** In place of buttons that cannot be pressed: the money is there, in the other account. */
export function TransferOffer({ from }: TransferOfferProps) {
  const { t } = useTranslation('trade');
  return (
    <Stack gap={2}>
      <Notice>{t(`ticket.moneyIn.${from}`)}</Notice>
      <TransferButton from={from} />
    </Stack>
  );
}
