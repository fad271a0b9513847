/** One change of an order (close, cancel, new stops) as a money action: found by asking the order itself whether it shows it. */
import { useMoneyAction } from '@tessera/shared/actions';
import type { LeverageDeal, LeverageOrder, ReceiptTerms } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';
import { useAcceptance, type SentRequest } from '../../orders/acceptance/useAcceptance';

interface Change {
  /** What is sent, as data: a repeat of the same is the same change. */
  readonly asked: unknown;
  readonly send: (idempotencyKey: string) => Promise<LeverageOrder>;
  /** What its receipt has to name. */
  readonly request: SentRequest['request'];
  readonly terms: ReceiptTerms;
  /** Does the order, as read, show that the change arrived? */
  readonly isDone: (order: LeverageOrder) => boolean;
}

interface Changed {
  readonly order: LeverageOrder;
  readonly deals: readonly LeverageDeal[];
}

export function useOrderAction(
  { id: orderId, symbol }: Pick<LeverageOrder, 'id' | 'symbol'>,
  guard: string,
  onDone: (order: LeverageOrder, deals: readonly LeverageDeal[]) => void,
) {
  const { t } = useTranslation('trade');
  const api = useApi();
  const acceptance = useAcceptance();
  const errorText = useErrorText();
  const handle = useMoneyAction<Change, undefined, Changed>(
    {
      kind: `leverage-change ${orderId}`,
      isKept: false,
      async submit({ send, request, terms }, _terms, sent) {
        const sending = acceptance.sending(symbol);
        const order = await send(sent.id);
        return {
          order: await acceptance.believeRequest(order, { product: 'leverage', request, sent, sending, terms }),
          deals: [],
        };
      },
      async find(sent, change) {
        const { order, deals } = await api.call('leverageDetail', { id: orderId }, { toastErrors: false });
        if (change?.isDone(order) !== true) return undefined;
        const { request, terms } = change;
        return acceptance.believeRequest(order, { product: 'leverage', request, sent, terms }).then(
          () => ({ order, deals: deals.slice(-1) }),
          (error: unknown) => asAppError(error, 'ORDER_RECEIPT_WRONG'),
        );
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
