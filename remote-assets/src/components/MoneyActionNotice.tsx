import type { ReactNode } from 'react';
import type { MoneyAction } from '@tessera/shared/actions';
import { useErrorText } from '@tessera/shared/i18n';
import { LiveRegion, Notice } from '@tessera/shared/ui';

export interface MoneyActionNoticeProps {
  readonly action: MoneyAction<unknown, unknown, unknown>;
  /** Said where nobody knows yet whether what was sent counts. */
  readonly unknown: string;
  /** What else stands there, below. */
  readonly children?: ReactNode;
}

/** What became of the last try, above the button of the next. */
export function MoneyActionNotice({ action, unknown, children }: MoneyActionNoticeProps) {
  const errorText = useErrorText();
  const reason = action.state === 'refused' ? action.reason : undefined;
  return (
    <LiveRegion isUrgent>
      {(action.state === 'unknown' || reason === 'neverArrived') && <Notice tone="warning">{unknown}</Notice>}
      {reason !== undefined && reason !== 'neverArrived' && <Notice tone="danger">{errorText(reason)}</Notice>}
      {children}
    </LiveRegion>
  );
}
