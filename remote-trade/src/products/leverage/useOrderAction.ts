/** One change of an order (close, cancel, new stops) as a money action: found by asking the order itself whether it shows it. */
import { useMoneyAction } from '@tessera/shared/actions';
import type { LeverageDeal, LeverageOrder } from '@tessera/shared/contract';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';

interface Change {
  /** What is sent, as data: a repeat of the same is the same change. */
  readonly asked: unknown;
  readonly send: (idempotencyKey: string) => Promise<LeverageOrder>;
  /** Does the order, as read, show that the change arrived? */
  readonly isDone: (order: LeverageOrder) => boolean;
}

interface Changed {
  readonly order: LeverageOrder;
  readonly deals: readonly LeverageDeal[];
}

export function useOrderAction(
  orderId: string,
  guard: string,
  onDone: (order: LeverageOrder, deals: readonly LeverageDeal[]) => void,
) {
  const { t } = useTranslation('trade');
  const api = useApi();
  const errorText = useErrorText();
  const handle = useMoneyAction<Change, undefined, Changed>(
    {
      kind: `leverage-change ${orderId}`,
      isKept: false,
      submit: async ({ send }, _terms, { id }) => ({ order: await send(id), deals: [] }),
      async find(_sent, change) {
        const { order, deals } = await api.call('leverageDetail', { id: orderId }, { toastErrors: false });
        return change?.isDone(order) === true ? { order, deals: deals.slice(-1) } : undefined;
      },
      texts: { accepted: () => undefined, refused: errorText, neverArrived: t('positions.neverArrived') },
    },
    {
      guard,
      onAccepted({ order, deals }) {
        handle.close();
        onDone(order, deals);
      },
    },
  );
  return {
    action: handle.action,
    isBusy: handle.isUnderWay,
    run: (change: Change) => handle.askAndConfirm(change, { terms: undefined }),
  };
}
