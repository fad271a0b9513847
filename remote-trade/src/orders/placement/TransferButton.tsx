import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';

interface TransferButtonProps {
  /** The account that the money comes from. */
  readonly from: 'coin' | 'contract';
  readonly size?: 'sm' | 'md';
}

export function TransferButton({ from, size = 'md' }: TransferButtonProps) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  return (
    <Button
      size={size}
      variant="secondary"
      isBlock={size === 'md'}
      onClick={() => navigation.navigate('/pages/assets/transfer', { from })}
    >
      {t('ticket.topUp')}
    </Button>
  );
}
