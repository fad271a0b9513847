/**
 * An exchange as a money action. The quote is the draft: its id is what is sent, and sending it again under the same key asks what
 * became of it without exchanging twice.
 */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { FlashOrder, FlashQuote } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useRemoteContext } from '@tessera/shared/react';

export function useFlashAdapter(): MoneyActionAdapter<FlashQuote, FlashQuote, FlashOrder> {
  const { t } = useTranslation('flash');
  const errorText = useErrorText();
  const api = useApi();
  const { evidence } = useRemoteContext();
  async function send({ quoteId }: FlashQuote, idempotencyKey: string): Promise<FlashOrder> {
    const done = await api.call('flash', { quoteId }, { toastErrors: false, idempotencyKey });
    if (done.receipt !== undefined) void evidence.keepReceipt(done.receipt);
    return done;
  }
  return {
    kind: 'flash',
    submit: (quote, _terms, { id }) => send(quote, id),
    async find({ id }, quote) {
      if (quote === undefined) return undefined;
      return send(quote, id).catch((failure: unknown) => asAppError(failure, 'PLEASE_RETRY'));
    },
    texts: { accepted: () => t('done.title'), refused: errorText, neverArrived: t('review.unknown') },
    // Asking again needs what was agreed to.
    keepsDraft: true,
  };
}
