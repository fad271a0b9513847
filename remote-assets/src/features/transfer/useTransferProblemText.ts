/** What stands in the way, in the person's language. `unit`: the asset as this mode calls it. */
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import type { TransferProblem } from './transferProblem';

export function useTransferProblemText(unit: string): (problem: TransferProblem) => string {
  const { t } = useTranslation('assets');
  const format = useFormat();
  return (problem) => {
    switch (problem.code) {
      case 'tooMuch':
        return t('transfer.problem.tooMuch', { amount: format.figure(problem.available), asset: unit });
      default:
        return t(`transfer.problem.${problem.code}`);
    }
  };
}
