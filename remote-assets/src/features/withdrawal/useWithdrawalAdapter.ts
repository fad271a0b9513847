/**
 * A withdrawal as a money action. The payment password (and a code) is the step in between. Asking what became of it is sending the same
 * again under the same key and without a proof: what was accepted is answered, what never came is asked for its proof.
 */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { EndpointRequest, Withdrawal } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useRefresh } from '@tessera/shared/react';
import type { StepUpProof } from '@tessera/shared/step-up';
import { aboutTheProof } from '../../components/aboutTheProof';

export type AskedWithdrawal = Pick<EndpointRequest<'withdraw'>, 'asset' | 'amount' | 'payeeId'>;
export interface SeenTerms {
  readonly fee: string;
}

export function useWithdrawalAdapter(): MoneyActionAdapter<AskedWithdrawal, SeenTerms, Withdrawal> {
  const { t } = useTranslation('withdrawal');
  const errorText = useErrorText();
  const api = useApi();
  const refresh = useRefresh();
  const send = (request: EndpointRequest<'withdraw'>, idempotencyKey: string) =>
    api.call('withdraw', request, { toastErrors: false, idempotencyKey });
  return {
    kind: 'withdrawal',
    submit: (request, { fee }, { id, proof }) =>
      send({ ...request, seenFee: fee, ...(proof === undefined ? {} : (JSON.parse(proof) as StepUpProof)) }, id),
    async find({ id }, request) {
      if (request === undefined) return undefined;
      return send(request, id).catch((failure: unknown) => {
        const error = asAppError(failure, 'PLEASE_RETRY');
        return error.code === 'AUTH_STEP_UP_REQUIRED' ? undefined : error;
      });
    },
    afterRefusal({ code, params }) {
      const fee = params['new'];
      if (aboutTheProof.has(code)) return 'challenge';
      // The page below says what holds now.
      refresh('withdrawalCheck');
      if (code !== 'WITHDRAWAL_TERMS_CHANGED' || fee === undefined) return undefined;
      return { terms: { fee: String(fee) } };
    },
    texts: { accepted: () => t('confirm.done'), refused: errorText, neverArrived: t('confirm.unknown') },
    // Asking again needs what was asked.
    keepsDraft: true,
  };
}
