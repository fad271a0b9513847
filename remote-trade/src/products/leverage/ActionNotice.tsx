import { useTranslation } from '@tessera/shared/kernel';
import { LiveRegion, Notice } from '@tessera/shared/ui';
import { RefusalNotice } from '../../orders/placement/RefusalNotice';
import type { OrderAction } from './useOrderAction';

/** What stands between a change and its being known: the reason of a refusal, or that nobody knows yet. */
export function ActionNotice({ action }: Pick<OrderAction, 'action'>) {
  const { t } = useTranslation('trade');
  return (
    <>
      <LiveRegion isUrgent>{action.state === 'unknown' && <Notice tone="warning">{t('positions.unknown')}</Notice>}</LiveRegion>
      <RefusalNotice action={action} neverArrived={t('positions.neverArrived')} />
    </>
  );
}
