import { useTranslation } from '@tessera/shared/kernel';
import { EmptyState, Lock } from '@tessera/shared/ui';

/** Investments that are managed for several people, with an end. */
export function ProjectList() {
  const { t } = useTranslation('common');
  return <EmptyState icon={Lock} title={t('notOpen.title')} detail={t('notOpen.body')} />;
}
