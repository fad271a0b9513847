import { useState } from 'react';
import type { AccountMode } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useRemoteContext } from '@tessera/shared/react';
import { Button, Sheet, Stack } from '@tessera/shared/ui';

type Product = 'seconds' | 'leverage' | 'spot';
const acceptedKey = (product: Product) => `${product}-risk-accepted`;

/** The risk text comes once, before the first order with real money; demo needs none. It can be read again on the info page. */
export function useRiskAcceptance(product: Product, mode: AccountMode) {
  const { storage } = useRemoteContext();
  const [isRead, setIsRead] = useState(() => storage.read(acceptedKey(product)) === 'yes');
  return {
    isAccepted: mode === 'demo' || isRead,
    accept() {
      storage.write(acceptedKey(product), 'yes');
      setIsRead(true);
    },
  };
}

interface RiskSheetProps {
  readonly body: string;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

export function RiskSheet({ body, onAccept, onDecline }: RiskSheetProps) {
  const { t } = useTranslation('trade');
  return (
    <Sheet
      isOpen
      title={t('risk.title')}
      onClose={onDecline}
      footer={
        <Stack gap={2}>
          <Button isBlock size="lg" onClick={onAccept}>
            {t('risk.accept')}
          </Button>
          <Button isBlock variant="quiet" onClick={onDecline}>
            {t('risk.decline')}
          </Button>
        </Stack>
      }
    >
      <p>{body}</p>
    </Sheet>
  );
}
