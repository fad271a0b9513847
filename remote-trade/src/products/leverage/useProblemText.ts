import type { SymbolInfo } from '@tessera/shared/contract';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useCountdownText } from '../../components/useCountdownText';
import type { TicketProblem } from './ticketProblem';
import { useLeverageTexts } from './useTexts';

/** The sentence of the first unmet rule; a closed market says when it opens. */
export function useProblemText({ market }: SymbolInfo): (problem: TicketProblem) => string {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const errorText = useErrorText();
  const texts = useLeverageTexts();
  const opensIn = useCountdownText(market.state === 'closed' ? market.nextChangeAtMs : null);
  return (of) => {
    switch (of.code) {
      case 'offline':
        return tCommon('state.offline');
      case 'marketClosed':
        return opensIn === undefined ? t('problem.marketClosed') : t('leverage.problem.opensIn', { time: opensIn });
      case 'marketHalted':
      case 'marketClosing':
      case 'stale':
        return t(`problem.${of.code}`);
      case 'lots':
      case 'limitPrice':
        return t(`leverage.problem.${of.code}`);
      case 'figure':
        return errorText({ code: of.problem.code, params: of.problem.params ?? {} });
      case 'insufficient':
        return t('leverage.problem.insufficient', { amount: texts.amount(of.amount) });
    }
  };
}
