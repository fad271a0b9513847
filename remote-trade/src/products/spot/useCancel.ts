/**
 * Cancelling an order: asked once more, sent under one key, and never "failed" without knowing. The order itself is asked until
 * it shows the request, or until the request can no longer arrive. It goes on when the person looks at something else.
 */
import { useCallback, useState } from 'react';
import { isUnderWay, useMoneyActions, type MoneyActionAdapter, type Sent } from '@tessera/shared/actions';
import type { SpotOrder } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useDialogs } from '@tessera/shared/react';
import { useAcceptance, type Sending } from '../../orders/acceptance/useAcceptance';
import type { SpotOrders } from './useOrders';
import { useSpotTexts } from './useTexts';

type ShownOrders = Pick<SpotOrders, 'add' | 'refetch'>;

export interface SpotCancel {
  /** Ids of orders whose cancelling is under way. */
  readonly busy: ReadonlySet<string>;
  cancel(order: SpotOrder): void;
}

export function useSpotCancel(orders: ShownOrders): SpotCancel {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const texts = useSpotTexts();
  const dialogs = useDialogs();
  const actions = useMoneyActions();
  const adapterOf = useCancelAdapter(orders);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const mark = useCallback(
    (id: string, isBusy: boolean) =>
      setBusy((before) => new Set(isBusy ? [...before, id] : [...before].filter((other) => other !== id))),
    [],
  );

  async function cancel(order: SpotOrder): Promise<void> {
    const runner = actions.runnerOf(adapterOf(order));
    if (busy.has(order.id) || isUnderWay(runner.action)) return;
    mark(order.id, true);
    const isWanted = await dialogs.confirm({
      title: t('spot.cancel.title'),
      body: t('spot.cancel.body', { side: texts.side(order), progress: texts.progress(order), symbol: order.symbol }),
      confirmLabel: t('spot.cancel.confirm'),
      cancelLabel: tCommon('action.back'),
      isDangerous: true,
    });
    if (!isWanted) return mark(order.id, false);
    runner.adapter = adapterOf(order);
    runner.askAndConfirm(order, { terms: undefined });
    const subscription = runner.state$.subscribe((action) => {
      if (action.state === 'unknown') dialogs.toast(t('spot.cancel.unknown'));
      if (isUnderWay(action)) return;
      mark(order.id, false);
      // The first value comes while the subscription is made.
      queueMicrotask(() => subscription.unsubscribe());
    });
    return undefined;
  }
  return { busy, cancel: (order) => void cancel(order) };
}

function useCancelAdapter({
  add,
  refetch,
}: ShownOrders): (order: SpotOrder) => MoneyActionAdapter<SpotOrder, undefined, SpotOrder> {
  const { t } = useTranslation('trade');
  const errorText = useErrorText();
  const api = useApi();
  const acceptance = useAcceptance();
  const shown = (order: SpotOrder): SpotOrder => {
    add(order);
    return order;
  };
  const cancelOf = (sent: Sent, sending?: Sending) => ({ product: 'spot', request: 'cancel', sent, sending, terms: {} }) as const;
  return ({ id: orderId, clientOrderId, symbol }) => ({
    kind: `spot-cancel ${orderId}`,
    isKept: false,
    async submit(_order, _terms, sent) {
      try {
        const sending = acceptance.sending(symbol);
        const order = await api.call('spotCancel', { id: orderId }, { toastErrors: false, idempotencyKey: sent.id });
        return await acceptance.believeRequest(shown(order), cancelOf(sent, sending));
      } catch (failure) {
        // It may have been filled meanwhile.
        if (!asAppError(failure, 'PLEASE_RETRY').isOutcomeUnknown) refetch();
        throw failure;
      }
    },
    async find(sent) {
      const { order } = await api.call('spotFind', { clientOrderId }, { toastErrors: false });
      if (order === null || order.status === 'new' || order.status === 'partial') return undefined;
      return acceptance
        .believeRequest(shown(order), cancelOf(sent))
        .catch((error: unknown) => asAppError(error, 'ORDER_RECEIPT_WRONG'));
    },
    texts: {
      accepted: () => undefined,
      refused: errorText,
      neverArrived: t('spot.cancel.neverArrived', { id: orderId }),
    },
  });
}
