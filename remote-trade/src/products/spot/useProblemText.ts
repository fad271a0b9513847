import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useSpotTexts } from './useTexts';
import type { TicketProblem } from './ticketProblem';

/** A problem in few words: they are the button's text. */
export function useProblemText({ base, quote, digits }: SymbolInfo): (problem: TicketProblem) => string {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const texts = useSpotTexts();
  return (problem) => {
    if (problem.code === 'offline') return tCommon('state.offline');
    if (!('field' in problem)) {
      return problem.code === 'price' || problem.code === 'amount'
        ? t(`spot.problem.${problem.code}`)
        : t(`problem.${problem.code}`);
    }
    const { code, field, figures } = problem;
    const scale = field === 'price' && code !== 'priceStep' ? digits : undefined;
    const params = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, format.figure(figure, { scale })]));
    return t(`spot.problem.${code}`, { ...params, base: texts.asset(base), quote: texts.asset(quote) });
  };
}
