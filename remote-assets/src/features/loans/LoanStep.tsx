/** A form on a loan's sheet that sends one thing: what it asks for, what came of it, and its two buttons. */
import type { ReactNode } from 'react';
import type { AppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Notice, Stack } from '@tessera/shared/ui';
import { ActionBar } from '../../components/ActionBar';
import { OnlineButton } from '../../components/OnlineButton';
import { MoneyActionNotice, type MoneyActionNoticeProps } from '../../components/MoneyActionNotice';

interface LoanStepProps extends Pick<MoneyActionNoticeProps, 'action'> {
  readonly children: ReactNode;
  /** Why there is no quote of what is asked for. */
  readonly noQuote: AppError | undefined;
  readonly isUnderWay: boolean;
  /** Nothing is sent before its quote is shown. */
  readonly isReady: boolean;
  /** What the button says; in words what is wrong, where something is. */
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
