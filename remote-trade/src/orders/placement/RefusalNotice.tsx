import type { ReactNode } from 'react';
import type { MoneyAction } from '@tessera/shared/actions';
import { useErrorText } from '@tessera/shared/i18n';
import { LiveRegion, Notice } from '@tessera/shared/ui';

interface RefusalNoticeProps {
  readonly action: MoneyAction<unknown, unknown, unknown>;
  /** Said when what was sent can no longer arrive. */
  readonly neverArrived: string;
  /** What helps against having too little. */
  readonly funds?: ReactNode;
}

/** Why the last try came to nothing, above the buttons of the next. */
export function RefusalNotice({ action, neverArrived, funds }: RefusalNoticeProps) {
  const errorText = useErrorText();
  const reason = action.state === 'refused' ? action.reason : undefined;
  return (
    <LiveRegion isUrgent>
      {reason === 'neverArrived' && <Notice tone="warning">{neverArrived}</Notice>}
      {reason !== undefined && reason !== 'neverArrived' && (
        <Notice tone="danger" action={reason.code === 'WALLET_BALANCE_INSUFFICIENT' ? funds : undefined}>
          {errorText(reason)}
        </Notice>
      )}
    </LiveRegion>
  );
}
