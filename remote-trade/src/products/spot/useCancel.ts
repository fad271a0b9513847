/**
 * Cancelling an order: asked once more, sent under one key, and never "failed" without knowing. No answer is unknown: the
 * order itself is asked until it shows the request, or until the request can no longer arrive.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SpotOrder } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { firstValueFrom, timer, useTranslation } from '@tessera/shared/kernel';
import { useApi, useClock, useDialogs, useRefresh } from '@tessera/shared/react';
import { useSpotTexts } from './useTexts';

const askEveryMs = 1500;
const lostAfterMs = 30_000;

export interface SpotCancel {
  /** Ids of orders whose cancelling is under way. */
  readonly busy: ReadonlySet<string>;
  cancel(order: SpotOrder): void;
}

export function useSpotCancel(onOrder: (order: SpotOrder) => void): SpotCancel {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const texts = useSpotTexts();
  const api = useApi();
  const clock = useClock();
  const dialogs = useDialogs();
  const refresh = useRefresh();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const underWay = useRef(new Set<string>());
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const mark = useCallback((id: string, isBusy: boolean) => {
    if (isBusy) underWay.current.add(id);
    else underWay.current.delete(id);
    if (!isGone.current) setBusy(new Set(underWay.current));
  }, []);

  const askUntilKnown = useCallback(
    async ({ id, clientOrderId }: SpotOrder): Promise<void> => {
      const sinceMs = clock.now();
      while (!isGone.current && clock.now() <= sinceMs + lostAfterMs) {
        const found = await api.call('spotFind', { clientOrderId }, { toastErrors: false }).catch(() => undefined);
        if (found?.order != null && found.order.status !== 'new' && found.order.status !== 'partial') {
          onOrder(found.order);
          return;
        }
        await firstValueFrom(timer(askEveryMs));
      }
      if (!isGone.current) dialogs.toast(t('spot.cancel.neverArrived', { id }), { tone: 'error' });
    },
    [api, clock, dialogs, onOrder, t],
  );

  const send = useCallback(
    async (order: SpotOrder): Promise<void> => {
      try {
        onOrder(await api.call('spotCancel', { id: order.id }, { toastErrors: false, idempotencyKey: crypto.randomUUID() }));
      } catch (failure) {
        const error = asAppError(failure, 'PLEASE_RETRY');
        if (error.isOutcomeUnknown) {
          dialogs.toast(t('spot.cancel.unknown'));
          await askUntilKnown(order);
        } else {
          dialogs.toastError(error);
          // It may have been filled meanwhile.
          refresh('spotOrders');
        }
      }
    },
    [api, dialogs, onOrder, askUntilKnown, refresh, t],
  );

  const cancel = useCallback(
    (order: SpotOrder) => {
      if (underWay.current.has(order.id)) return;
      mark(order.id, true);
      const question = {
        title: t('spot.cancel.title'),
        body: t('spot.cancel.body', { side: texts.side(order), progress: texts.progress(order), symbol: order.symbol }),
        confirmLabel: t('spot.cancel.confirm'),
        cancelLabel: tCommon('action.back'),
        isDangerous: true,
      };
      void dialogs
        .confirm(question)
        .then((isConfirmed) => (isConfirmed ? send(order) : undefined))
        .finally(() => mark(order.id, false));
    },
    [mark, dialogs, send, t, tCommon, texts],
  );
  return { busy, cancel };
}
