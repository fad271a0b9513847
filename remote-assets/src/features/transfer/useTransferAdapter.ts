/**
 * A transfer as a money action. It has no terms to ask for and no call that finds it: asking what became of it is sending the
 * same again under the same key, which cannot move the money twice.
 */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';

type Transfer = EndpointRequest<'transfer'>;
type Transferred = EndpointResponse<'transfer'>;

export function useTransferAdapter(done: (answer: Transferred) => string): MoneyActionAdapter<Transfer, undefined, Transferred> {
  const { t } = useTranslation('assets');
  const errorText = useErrorText();
  const api = useApi();
  const send = (request: Transfer, idempotencyKey: string) =>
    api.call('transfer', request, { toastErrors: false, idempotencyKey });
  return {
    kind: 'transfer',
    submit: (request, _terms, { id }) => send(request, id),
    async find({ id }, request) {
      if (request === undefined) return undefined;
      return send(request, id).catch((failure: unknown) => asAppError(failure, 'PLEASE_RETRY'));
    },
    texts: { accepted: done, refused: errorText, neverArrived: t('transfer.unknown') },
    // Asking again needs what was asked.
    keepsDraft: true,
  };
}
