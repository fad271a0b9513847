/** A top-up as a money action. Asking what became of it is sending the same again under the same key: the server answers with the first. */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { EndpointRequest, TopUp } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';

type Asked = EndpointRequest<'topUp'>;

export function useTopUpAdapter(): MoneyActionAdapter<Asked, undefined, TopUp> {
  const { t } = useTranslation('topup');
  const errorText = useErrorText();
  const api = useApi();
  const send = (request: Asked, idempotencyKey: string) => api.call('topUp', request, { toastErrors: false, idempotencyKey });
  return {
    kind: 'topup',
    submit: (request, _terms, { id }) => send(request, id),
    async find({ id }, request) {
      if (request === undefined) return undefined;
      return send(request, id).catch((failure: unknown) => asAppError(failure, 'PLEASE_RETRY'));
    },
    texts: {
      accepted: ({ id, method }) => t(method === 'bank_card' ? 'card.done' : 'done', { number: id }),
      refused: errorText,
      neverArrived: t('unknown'),
    },
    keepsDraft: true,
  };
}
