import type { StatementAccount } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';

export function useAccountName(): (account: StatementAccount) => string {
  const { t } = useTranslation('statement');
  const { t: tCommon } = useTranslation('common');
  return (account) => (account === 'coin' || account === 'contract' ? tCommon(`account.${account}`) : t(`accountOf.${account}`));
}
