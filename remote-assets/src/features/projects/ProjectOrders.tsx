import { useTranslation } from '@tessera/shared/kernel';
import { EmptyState, Lock } from '@tessera/shared/ui';

/** The person's own projects. */
export function ProjectOrders() {
  const { t } = useTranslation('common');
  return <EmptyState icon={Lock} title={t('notOpen.title')} detail={t('notOpen.body')} />;
}
