import { useTranslation } from '@tessera/shared/kernel';
import { EmptyState, Lock } from '@tessera/shared/ui';

export function TreasureHome() {
  const { t } = useTranslation('common');
  return <EmptyState icon={Lock} title={t('notOpen.title')} detail={t('notOpen.body')} />;
}
