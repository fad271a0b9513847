import type { StatementEntry } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { causeOf } from './causeOf';

export function useCauseText(): (entry: Pick<StatementEntry, 'kind' | 'ref'>) => string | undefined {
  const { t } = useTranslation('statement');
  const { t: tCommon } = useTranslation('common');
  return (entry) => {
    const cause = causeOf(entry);
    if (cause === undefined) return undefined;
    return cause.is === 'transfer'
      ? t('cause.transfer', { from: tCommon(`account.${cause.from}`), to: tCommon(`account.${cause.to}`) })
      : t(`cause.${cause.is}`, { id: cause.id });
  };
}
