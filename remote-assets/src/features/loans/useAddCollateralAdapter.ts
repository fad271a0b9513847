/** Additional collateral as a money action. Without an answer the same request is sent again with the same key; it locks only once. */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { EndpointRequest, Loan } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';

type Addition = EndpointRequest<'loanAddCollateral'>;

export function useAddCollateralAdapter(): MoneyActionAdapter<Addition, undefined, Loan> {
  const { t } = useTranslation('loans');
  const errorText = useErrorText();
  const api = useApi();
  const send = (request: Addition, idempotencyKey: string) =>
    api.call('loanAddCollateral', request, { toastErrors: false, idempotencyKey });
  return {
    kind: 'loanAddCollateral',
    submit: (request, _terms, { id }) => send(request, id),
    async find({ id }, request) {
      if (request === undefined) return undefined;
      return send(request, id).catch((failure: unknown) => asAppError(failure, 'PLEASE_RETRY'));
    },
    texts: { accepted: () => t('add.done'), refused: errorText, neverArrived: t('review.unknown') },
    // A repeated request needs the original input.
    keepsDraft: true,
  };
}
