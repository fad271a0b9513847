import { useTranslation } from '@tessera/shared/kernel';
import { useEndpointForm } from '@tessera/shared/react';
import { Button, PasswordField, Stack } from '@tessera/shared/ui';
import { FormProblem } from '../../components/FormProblem';
import { NewPasswordFields } from '../../components/NewPasswordFields';
import { newPasswordProblems } from '../../components/account/accountProblem';
import { StepUpSheet } from '../../components/step-up/StepUpSheet';
import { useProblemText } from '../../components/useProblemText';

const initial = { oldPassword: '', password: '', passwordAgain: '' };

/** The present payment password proves the person. */
export function ChangeByOld({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('account');
  const problemText = useProblemText();
  const form = useEndpointForm('updatePassword', {
    initial,
    problemsOf: ({ oldPassword, password, passwordAgain }) => ({
      oldPassword: oldPassword === '' ? 'oldPasswordMissing' : undefined,
      ...newPasswordProblems(password, passwordAgain),
    }),
    problemText,
    toRequest: (values) => ({ kind: 'payment' as const, ...values }),
    fieldOf: {
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
          <PasswordField label={t('paymentPassword.old')} {...form.bind('oldPassword')} autoComplete="off" />
          <NewPasswordFields
            labels={{ first: t('paymentPassword.new'), again: t('paymentPassword.again') }}
            password={form.bind('password')}
            passwordAgain={form.bind('passwordAgain')}
          />
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
            {t('paymentPassword.submit')}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={form} what={t('paymentPassword.title')} purpose="payment_password" password="none" />
    </>
  );
}
