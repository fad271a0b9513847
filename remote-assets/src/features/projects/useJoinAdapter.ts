/** A participation as a money action. It has the client's id, so its outcome is found by that id. */
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
      // Places, project or balance have changed since they were shown.
      refresh('projects', 'walletList', 'walletDetail');
      return undefined;
    },
    texts: { accepted: () => t('join.done'), refused: errorText, neverArrived: t('join.unknown') },
  };
}
