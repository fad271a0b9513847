/**
 * A withdrawal as a money action. The payment password (and a code) is the step in between. Asking what became of it is sending the same
 * again under the same key and without a proof: what was accepted is answered, what never came is asked for its proof.
 */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { EndpointRequest, Withdrawal } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';
import type { StepUpProof } from '@tessera/shared/step-up';

export type AskedWithdrawal = Pick<EndpointRequest<'withdraw'>, 'asset' | 'amount' | 'payeeId'>;

/** Asked again for the proof alone: it was missing or wrong. */
const aboutTheProof: ReadonlySet<string> = new Set([
  'AUTH_STEP_UP_REQUIRED',
  'AUTH_WRONG_PAYMENT_PASSWORD',
  'AUTH_WRONG_ONE_TIME_CODE',
]);

export function useWithdrawalAdapter(): MoneyActionAdapter<AskedWithdrawal, undefined, Withdrawal> {
  const { t } = useTranslation('withdrawal');
  const errorText = useErrorText();
  const api = useApi();
  const send = (request: EndpointRequest<'withdraw'>, idempotencyKey: string) =>
    api.call('withdraw', request, { toastErrors: false, idempotencyKey });
  return {
    kind: 'withdrawal',
    submit: (request, _terms, { id, proof }) =>
      send({ ...request, ...(proof === undefined ? {} : (JSON.parse(proof) as StepUpProof)) }, id),
    async find({ id }, request) {
      if (request === undefined) return undefined;
      return send(request, id).catch((failure: unknown) => {
        const error = asAppError(failure, 'PLEASE_RETRY');
        return error.code === 'AUTH_STEP_UP_REQUIRED' ? undefined : error;
      });
    },
    afterRefusal: ({ code }) => (aboutTheProof.has(code) ? 'challenge' : undefined),
    texts: { accepted: () => t('confirm.done'), refused: errorText, neverArrived: t('confirm.unknown') },
    // Asking again needs what was asked.
    keepsDraft: true,
  };
}
