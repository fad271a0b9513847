import { passwordLength } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import type { AccountProblem } from './account/accountProblem';

export function useProblemText(): (problem: AccountProblem) => string {
  const { t } = useTranslation('account');
  return (problem) => t(`problem.${problem}`, { min: passwordLength.min, max: passwordLength.max });
}
