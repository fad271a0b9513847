/** Early redemption as a money action. The draft has the figures that were shown; if they have changed, the server refuses and nothing happens. */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { EndpointResponse } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isZero } from '@tessera/shared/money';
import { useApi, useRefresh } from '@tessera/shared/react';
import type { StepUpProof } from '@tessera/shared/step-up';
import { aboutTheProof } from '../../components/aboutTheProof';

export type Redemption = EndpointResponse<'treasureRedemption'>;
type Redeemed = EndpointResponse<'treasureCancel'>;

export function useRedemptionAdapter(): MoneyActionAdapter<Redemption, undefined, Redeemed> {
  const { t } = useTranslation('treasure');
  const errorText = useErrorText();
  const api = useApi();
  const refresh = useRefresh();
  const send = ({ orderId, amount: part, remaining, returned }: Redemption, idempotencyKey: string, proof: StepUpProof = {}) =>
    api.call(
      'treasureCancel',
      { orderId, returned, ...(isZero(amount(remaining)) ? {} : { amount: part }), ...proof },
      { toastErrors: false, idempotencyKey },
    );
  return {
    kind: 'treasureRedemption',
    submit: (shown, _terms, { id, proof }) => send(shown, id, proof === undefined ? {} : (JSON.parse(proof) as StepUpProof)),
    async find({ id }, shown) {
      if (shown === undefined) return undefined;
      return send(shown, id).catch((failure: unknown) => {
        const error = asAppError(failure, 'PLEASE_RETRY');
        return error.code === 'AUTH_STEP_UP_REQUIRED' ? undefined : error;
      });
    },
    afterRefusal({ code }) {
      if (aboutTheProof.has(code)) return 'challenge';
      refresh('treasureOrders', 'treasureRedemption');
      return undefined;
    },
    texts: {
      accepted: ({ order: { end } }) => t(end === 'cancelled' ? 'redeem.cancelled' : 'redeem.done'),
      refused: errorText,
      neverArrived: t('redeem.unknown'),
    },
    // A repeated request needs the figures that were agreed to.
    keepsDraft: true,
  };
}
