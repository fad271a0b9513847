import type { ReactNode } from 'react';
import type { MoneyAction } from '@tessera/shared/actions';
import { useErrorText } from '@tessera/shared/i18n';
import type { AppError } from '@tessera/shared/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Download, LiveRegion, Notice, saveJson } from '@tessera/shared/ui';
import { VerifyButton } from './VerifyButton';

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
        <Notice tone="danger" action={helpAgainst(reason, funds)}>
          {errorText(reason)}
        </Notice>
      )}
    </LiveRegion>
  );
}

function helpAgainst(reason: AppError, funds: ReactNode): ReactNode {
  if (reason.code === 'WALLET_BALANCE_INSUFFICIENT') return funds;
  if (reason.code === 'IDENTITY_REQUIRED' || reason.code === 'IDENTITY_REJECTED') return <VerifyButton isUnderReview={false} />;
  if (reason.code === 'IDENTITY_ALREADY_APPLIED') return <VerifyButton isUnderReview />;
  return reason.code === 'ORDER_RECEIPT_WRONG' ? <SaveDoubt doubt={reason.cause} /> : undefined;
}

/** What was sent, what came back, and what is wrong with it. */
function SaveDoubt({ doubt }: { readonly doubt: unknown }) {
  const { t } = useTranslation('trade');
  return (
    <Button variant="secondary" icon={Download} onClick={() => saveJson('tessera-receipt', doubt)}>
      {t('proof.export')}
    </Button>
  );
}
