/** Closes all positions or cancels all waiting orders, after a question that names how many. */
import { useRef, useState } from 'react';
import { asAppError } from '@tessera/shared/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useDialogs } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';
import type { LeverageOrders } from './useOrders';

interface AllButtonProps {
  readonly action: 'close' | 'cancel';
  readonly count: number;
  readonly orders: LeverageOrders;
}

export function AllButton({ action, count, orders }: AllButtonProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const api = useApi();
  const dialogs = useDialogs();
  const [isBusy, setIsBusy] = useState(false);
  /** Kept while nobody knows whether the request arrived: the next try is the same request. */
  const key = useRef<string | undefined>(undefined);
  const run = async () => {
    setIsBusy(true);
    try {
      const isWanted = await dialogs.confirm({
        title: t(`positions.all.${action}Title`),
        body: t(`positions.all.${action}Body`, { count }),
        confirmLabel: t(`positions.all.${action}`),
        cancelLabel: tCommon('action.back'),
        isDangerous: true,
      });
      if (!isWanted) return;
      key.current ??= crypto.randomUUID();
      const { count: done } = await api.call('leverageCloseAll', { action }, { toastErrors: false, idempotencyKey: key.current });
      key.current = undefined;
      dialogs.toast(t(`positions.all.${action}Done`, { count: done }), { tone: 'success' });
    } catch (failure) {
      const error = asAppError(failure, 'PLEASE_RETRY');
      if (!error.isOutcomeUnknown) key.current = undefined;
      dialogs.toastError(error);
    } finally {
      setIsBusy(false);
      orders.refetch();
    }
  };
  return (
    <Button variant="secondary" isBlock isBusy={isBusy} onClick={() => void run()}>
      {t(`positions.all.${action}`)}
    </Button>
  );
}
