import { useTranslation } from '@tessera/shared/kernel';
import { useConnection } from '@tessera/shared/react';
import { Button, type ButtonProps } from '@tessera/shared/ui';

/** Of what the exchange alone can do: off as soon as there is no connection, and says so. */
export function OnlineButton({ disabled, children, ...button }: ButtonProps) {
  const { t } = useTranslation('actions');
  const isOffline = useConnection() === 'offline';
  return (
    <Button {...button} disabled={disabled === true || isOffline}>
      {isOffline ? t('offline') : children}
    </Button>
  );
}
