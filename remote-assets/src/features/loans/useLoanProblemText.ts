import { shownAsset, type AccountMode } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import type { LoanProblem } from './loanProblem';

export function useLoanProblemText(mode: AccountMode): (problem: LoanProblem) => string {
  const { t } = useTranslation('loans');
  const format = useFormat();
  return (problem) =>
    'bound' in problem
      ? t(`problem.${problem.code}`, { amount: format.figure(problem.bound), asset: shownAsset(problem.asset, mode) })
      : t(`problem.${problem.code}`);
}
