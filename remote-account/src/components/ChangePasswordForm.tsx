import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpointForm } from '@tessera/shared/react';
import { Button, PasswordField, Stack } from '@tessera/shared/ui';
import { FormProblem, StepUpSheet } from '@tessera/shared/step-up';
import { newPasswordProblems } from './account/accountProblem';
import { NewPasswordFields } from './NewPasswordFields';
import { useProblemText } from './useProblemText';

const initial = { oldPassword: '', password: '', passwordAgain: '' };

/** What the two passwords of a person are called, and what the sheet asks for beside the present one. */
const kinds = {
  login: {
    labels: { old: 'password.old', first: 'password.new', again: 'password.again', submit: 'password.submit' },
    purpose: 'login_password',
    asked: 'payment',
    autoComplete: 'current-password',
  },
  payment: {
    labels: {
      old: 'paymentPassword.old',
      first: 'paymentPassword.new',
      again: 'paymentPassword.again',
      submit: 'paymentPassword.submit',
    },
    purpose: 'payment_password',
    asked: 'none',
    autoComplete: 'off',
  },
} as const;

interface ChangePasswordFormProps {
  readonly kind: keyof typeof kinds;
  /** The first login password of an account that was made with a wallet: that confirms it, and there is no present one. */
  readonly isFirst?: boolean;
  /** What is changed, in the person's words. */
  readonly what: string;
  /** Said before it is sent. */
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

/** The present password proves the person. */
export function ChangePasswordForm({ kind, isFirst = false, what, children, onDone }: ChangePasswordFormProps) {
  const { t } = useTranslation('account');
  const problemText = useProblemText();
  const { labels, purpose, asked, autoComplete } = kinds[kind];
  const form = useEndpointForm('updatePassword', {
    initial,
    problemsOf: ({ oldPassword, password, passwordAgain }) => ({
      oldPassword: oldPassword === '' && !isFirst ? 'oldPasswordMissing' : undefined,
      ...newPasswordProblems(password, passwordAgain),
    }),
    problemText,
    toRequest: ({ oldPassword, ...values }) => ({ kind, ...values, ...(isFirst ? {} : { oldPassword }) }),
    proof: isFirst ? 'stepUp' : undefined,
    fieldOf: {
      AUTH_WRONG_OLD_PASSWORD: 'oldPassword',
      AUTH_WRONG_PAYMENT_PASSWORD: 'oldPassword',
      AUTH_STEP_UP_LOCKED: 'oldPassword',
      AUTH_PASSWORD_TOO_COMMON: 'password',
      AUTH_PASSWORD_LENGTH: 'password',
    },
    refreshes: ['userInfo'],
    onDone,
  });
  return (
    <>
      <form {...form.props}>
        <Stack gap={4}>
          {isFirst ? (
            <p>{t('password.setHint')}</p>
          ) : (
            <PasswordField label={t(labels.old)} {...form.bind('oldPassword')} autoComplete={autoComplete} />
          )}
          <NewPasswordFields
            labels={{ first: t(labels.first), again: t(labels.again) }}
            password={form.bind('password')}
            passwordAgain={form.bind('passwordAgain')}
          />
          {children}
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
            {isFirst ? t('forgot.submit') : t(labels.submit)}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={form} what={what} purpose={purpose} password={asked} />
    </>
  );
}
