import type { SymbolInfo } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useCountdownText } from '../../components/useCountdownText';
import { stakeScale } from './StakeFields';
import type { TicketProblem } from './ticketProblem';

/** The sentence of the first unmet rule; a closed market says when it opens. */
export function useProblemText({ market }: SymbolInfo, unit: string): (problem: TicketProblem) => string {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const opensIn = useCountdownText(market.state === 'closed' ? market.nextChangeAtMs : null);
  return (problem) => {
    if (problem.code === 'offline') return tCommon('state.offline');
    if (problem.code === 'marketClosed' && opensIn !== undefined) return t('leverage.problem.opensIn', { time: opensIn });
    return 'amount' in problem
      ? t(`problem.${problem.code}`, { amount: format.figure(problem.amount, { scale: stakeScale }), asset: unit })
      : t(`problem.${problem.code}`);
  };
}
