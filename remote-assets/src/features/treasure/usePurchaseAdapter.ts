/** A purchase as a money action. The order has the client's id, so its outcome is found by that id. */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { EndpointRequest, TreasureOrder } from '@tessera/shared/contract';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useRefresh } from '@tessera/shared/react';
import type { StepUpProof } from '@tessera/shared/step-up';
import { aboutTheProof } from '../../components/aboutTheProof';

export type AskedPurchase = Pick<EndpointRequest<'treasureDeposit'>, 'productId' | 'amount' | 'catalogVersion'>;

export function usePurchaseAdapter(): MoneyActionAdapter<AskedPurchase, undefined, TreasureOrder> {
  const { t } = useTranslation('treasure');
  const errorText = useErrorText();
  const api = useApi();
  const refresh = useRefresh();
  return {
    kind: 'treasure',
    async submit(asked, _terms, { id, proof }) {
      const given = proof === undefined ? {} : (JSON.parse(proof) as StepUpProof);
      return api.call('treasureDeposit', { ...asked, clientOrderId: id, ...given }, { toastErrors: false, idempotencyKey: id });
    },
    async find({ id }) {
      const { items } = await api.call('treasureOrders', { clientOrderId: id }, { toastErrors: false });
      return items[0];
    },
    afterRefusal({ code }) {
      if (aboutTheProof.has(code)) return 'challenge';
      // Terms, capacity or balance have changed since they were shown.
      refresh('treasureProducts', 'walletList', 'walletDetail');
      return undefined;
    },
    texts: {
      accepted: ({ status }) => t(status === 'pending_review' ? 'buy.pending' : 'buy.accepted'),
      refused: errorText,
      neverArrived: t('buy.unknown'),
    },
  };
}
