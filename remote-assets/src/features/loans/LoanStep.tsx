/** A form on a loan's sheet: its fields, the outcome, and two buttons. */
import type { ReactNode } from 'react';
import type { AppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { OnlineButton } from '@tessera/shared/react';
import { Button, Notice, Stack } from '@tessera/shared/ui';
import { ActionBar } from '../../components/ActionBar';
import { MoneyActionNotice, type MoneyActionNoticeProps } from '../../components/MoneyActionNotice';

interface LoanStepProps extends Pick<MoneyActionNoticeProps, 'action'> {
  readonly children: ReactNode;
  /** The reason why there is no quote. */
  readonly noQuote: AppError | undefined;
  readonly isUnderWay: boolean;
  /** Nothing can be sent before its quote is shown. */
  readonly isReady: boolean;
  /** The label of the button; if the input has a problem, that problem in words. */
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly onBack: () => void;
}

export function LoanStep({ children, action, noQuote, isUnderWay, isReady, submit, onSubmit, onBack }: LoanStepProps) {
  const { t } = useTranslation('loans');
  const errorText = useErrorText();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isUnderWay) onSubmit();
      }}
    >
      <Stack gap={4}>
        {children}
        <ActionBar isOnSheet>
          <MoneyActionNotice action={action} unknown={t('review.unknown')}>
            {noQuote !== undefined && <Notice tone="warning">{errorText(noQuote)}</Notice>}
          </MoneyActionNotice>
          <OnlineButton type="submit" size="lg" isBlock isBusy={isUnderWay} disabled={!isReady}>
            {submit}
          </OnlineButton>
        </ActionBar>
        <Button type="button" variant="secondary" isBlock onClick={onBack}>
          {t('repay.back')}
        </Button>
      </Stack>
    </form>
  );
}
