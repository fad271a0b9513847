import { useState, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useRemoteContext, useSessionState } from '@tessera/shared/react';
import { Button, Sheet, Stack } from '@tessera/shared/ui';

type Product = 'seconds' | 'leverage' | 'spot';
const acceptedKey = (product: Product) => `${product}-risk-accepted`;

export interface RiskGate {
  /** Goes on at once, or after the risk was read. */
  pass(goOn: () => void): void;
  readonly isOpen: boolean;
  readonly sheet: ReactNode;
}

/** The risk text comes once, before the first order with real money; demo needs none. It can be read again on the info page. */
export function useRiskGate(product: Product, body: string): RiskGate {
  const { t } = useTranslation('trade');
  const { storage } = useRemoteContext();
  const { mode } = useSessionState();
  const [isRead, setIsRead] = useState(() => storage.read(acceptedKey(product)) === 'yes');
  const [goOn, setGoOn] = useState<() => void>();
  const close = () => setGoOn(undefined);
  return {
    pass(next) {
      if (mode === 'demo' || isRead) next();
      else setGoOn(() => next);
    },
    isOpen: goOn !== undefined,
    sheet: goOn !== undefined && (
      <Sheet
        isOpen
        title={t('risk.title')}
        onClose={close}
        footer={
          <Stack gap={2}>
            <Button
              isBlock
              size="lg"
              onClick={() => {
                storage.write(acceptedKey(product), 'yes');
                setIsRead(true);
                close();
                goOn();
              }}
            >
              {t('risk.accept')}
            </Button>
            <Button isBlock variant="quiet" onClick={close}>
              {t('risk.decline')}
            </Button>
          </Stack>
        }
      >
        <p>{body}</p>
      </Sheet>
    ),
  };
}
