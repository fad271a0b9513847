import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText } from '@tessera/shared/i18n';
import { LiveRegion, Notice } from '@tessera/shared/ui';
import type { ActionState } from './useOrderAction';

/** What stands between a change and its being known: the reason of a refusal, or that nobody knows yet. */
export function ActionNotice({ action }: { readonly action: ActionState }) {
  const { t } = useTranslation('trade');
  const errorText = useErrorText();
  return (
    <LiveRegion isUrgent>
      {action.state === 'unknown' && <Notice tone="warning">{t('positions.unknown')}</Notice>}
      {action.state === 'idle' && action.refusal !== undefined && <Notice tone="danger">{errorText(action.refusal)}</Notice>}
      {action.state === 'idle' && action.neverArrived === true && <Notice tone="warning">{t('positions.neverArrived')}</Notice>}
    </LiveRegion>
  );
}
