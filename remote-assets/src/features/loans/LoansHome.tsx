import { useTranslation } from '@tessera/shared/kernel';
import { EmptyState, Lock } from '@tessera/shared/ui';

/** Borrowing against what one holds. */
export function LoansHome() {
  const { t } = useTranslation('common');
  return <EmptyState icon={Lock} title={t('notOpen.title')} detail={t('notOpen.body')} />;
}
