/**
 * A new loan as a money action. The person agrees to the server's quote, a step-up may be required, and the outcome is found by the
 * client's id.
 */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import { shownAsset, type EndpointRequest, type Loan } from '@tessera/shared/contract';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useSessionState } from '@tessera/shared/react';
import type { StepUpProof } from '@tessera/shared/step-up';
import { aboutTheProof } from '../../components/aboutTheProof';
import type { LoanQuote } from './useLoanQuote';

export type AskedLoan = Pick<EndpointRequest<'loanSubmit'>, 'termId' | 'amount' | 'collateral' | 'catalogVersion'>;

export function useLoanAdapter(): MoneyActionAdapter<AskedLoan, LoanQuote, Loan> {
  const { t } = useTranslation('loans');
  const errorText = useErrorText();
  const format = useFormat();
  const api = useApi();
  const { mode } = useSessionState();
  return {
    kind: 'loan',
    submit: (asked, _quote, { id, proof }) =>
      api.call(
        'loanSubmit',
        { ...asked, clientOrderId: id, ...(proof === undefined ? {} : (JSON.parse(proof) as StepUpProof)) },
        { toastErrors: false, idempotencyKey: id },
      ),
    find: async ({ id }) => (await api.call('loanOrders', { clientOrderId: id }, { toastErrors: false })).items[0],
    afterRefusal: ({ code }) => (aboutTheProof.has(code) ? 'challenge' : undefined),
    texts: {
      accepted: ({ status, principal, asset }) =>
        status === 'pending_review'
          ? t('review.pending')
          : t('review.done', { amount: format.figure(principal), asset: shownAsset(asset, mode) }),
      refused: errorText,
      neverArrived: t('review.unknown'),
    },
  };
}
