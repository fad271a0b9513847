import { useTranslation } from '@tessera/shared/kernel';
import type { TypedAmountProblem } from '../../../remote-kit/i18n/typedAmount';
import { useFormat } from '../../../remote-kit/i18n/useFormat';

/** The sentence for a typed amount that could not be read. */
export function useTypedAmountText(): (problem: TypedAmountProblem) => string {
  const { t } = useTranslation('common');
  const format = useFormat();
  return (problem) => {
    switch (problem.kind) {
      case 'ambiguous':
        return t('amount.problem.ambiguous', { small: format.forInput(problem.small), large: problem.large });
      case 'too-precise':
        return problem.scale === 0
          ? t('amount.problem.too-precise-whole')
          : t('amount.problem.too-precise', { count: problem.scale });
      default:
        return t(`amount.problem.${problem.kind}`);
    }
  };
}
