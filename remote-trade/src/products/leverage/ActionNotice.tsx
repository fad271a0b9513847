import type { MoneyAction } from '@tessera/shared/actions';
import { useTranslation } from '@tessera/shared/kernel';
import { LiveRegion, Notice } from '@tessera/shared/ui';
import { RefusalNotice } from '../../orders/placement/RefusalNotice';

/** What stands between a change and its being known: the reason of a refusal, or that nobody knows yet. */
export function ActionNotice({ action }: { readonly action: MoneyAction<unknown, unknown, unknown> }) {
  const { t } = useTranslation('trade');
  return (
    <>
      <LiveRegion isUrgent>{action.state === 'unknown' && <Notice tone="warning">{t('positions.unknown')}</Notice>}</LiveRegion>
      <RefusalNotice action={action} neverArrived={t('positions.neverArrived')} />
    </>
  );
}
