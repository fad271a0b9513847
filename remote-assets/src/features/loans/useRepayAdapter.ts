/** A repayment as a money action. Without an answer the same request is sent again with the same key; it repays only once. */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import { shownAsset, type EndpointRequest, type EndpointResponse } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useSessionState } from '@tessera/shared/react';

type Repayment = EndpointRequest<'loanRepay'>;
export type Repaid = EndpointResponse<'loanRepay'>;

export function useRepayAdapter(): MoneyActionAdapter<Repayment, undefined, Repaid> {
  const { t } = useTranslation('loans');
  const errorText = useErrorText();
  const format = useFormat();
  const api = useApi();
  const { mode } = useSessionState();
  const send = (request: Repayment, idempotencyKey: string) =>
    api.call('loanRepay', request, { toastErrors: false, idempotencyKey });
  return {
    kind: 'loanRepay',
    submit: (request, _terms, { id }) => send(request, id),
    async find({ id }, request) {
      if (request === undefined) return undefined;
      return send(request, id).catch((failure: unknown) => asAppError(failure, 'PLEASE_RETRY'));
    },
    texts: {
      accepted: ({ taken, loan: { asset } }) => t('repay.done', { amount: format.figure(taken), asset: shownAsset(asset, mode) }),
      refused: errorText,
      neverArrived: t('review.unknown'),
    },
    // A repeated request needs the original input.
    keepsDraft: true,
  };
}
