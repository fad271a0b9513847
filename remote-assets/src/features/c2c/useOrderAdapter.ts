/** An order of a merchant as a money action. Asking what became of it is sending the same again under the same key. */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { C2cOrder, EndpointRequest } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';

type Asked = EndpointRequest<'c2cOrder'>;

export function useOrderAdapter(): MoneyActionAdapter<Asked, undefined, C2cOrder> {
  const { t } = useTranslation('c2c');
  const errorText = useErrorText();
  const api = useApi();
  const send = (request: Asked, idempotencyKey: string) => api.call('c2cOrder', request, { toastErrors: false, idempotencyKey });
  return {
    kind: 'c2c',
    submit: (request, _terms, { id }) => send(request, id),
    async find({ id }, request) {
      if (request === undefined) return undefined;
      return send(request, id).catch((failure: unknown) => asAppError(failure, 'PLEASE_RETRY'));
    },
    texts: { accepted: ({ id }) => t('placed', { number: id }), refused: errorText, neverArrived: t('unknown') },
    keepsDraft: true,
  };
}
