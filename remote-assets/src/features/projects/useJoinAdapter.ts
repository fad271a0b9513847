/** A participation as a money action: the person's id is the participation's, so asking what became of it is asking for that one. */
import type { MoneyActionAdapter } from '@tessera/shared/actions';
import type { EndpointRequest, ProjectOrder } from '@tessera/shared/contract';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useRefresh } from '@tessera/shared/react';
import type { StepUpProof } from '@tessera/shared/step-up';
import { aboutTheProof } from '../../components/aboutTheProof';

export type AskedParticipation = Pick<EndpointRequest<'projectOrder'>, 'projectId' | 'amount' | 'termsSeq'>;

export function useJoinAdapter(): MoneyActionAdapter<AskedParticipation, undefined, ProjectOrder> {
  const { t } = useTranslation('projects');
  const errorText = useErrorText();
  const api = useApi();
  const refresh = useRefresh();
  return {
    kind: 'project',
    async submit(asked, _terms, { id, proof }) {
      const given = proof === undefined ? {} : (JSON.parse(proof) as StepUpProof);
      return api.call('projectOrder', { ...asked, clientOrderId: id, ...given }, { toastErrors: false, idempotencyKey: id });
    },
    async find({ id }) {
      const { items } = await api.call('projectOrders', { clientOrderId: id }, { toastErrors: false });
      return items[0];
    },
    afterRefusal({ code }) {
      if (aboutTheProof.has(code)) return 'challenge';
      // The places, the project or the balance are no longer what was shown.
      refresh('projects', 'walletList', 'walletDetail');
      return undefined;
    },
    texts: { accepted: () => t('join.done'), refused: errorText, neverArrived: t('join.unknown') },
  };
}
