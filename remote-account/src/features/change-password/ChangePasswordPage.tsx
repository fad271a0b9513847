import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm, useNavigation } from '@tessera/shared/react';
import { Button, Notice, Page, PageHeader, PasswordField, Stack } from '@tessera/shared/ui';
import { FormProblem } from '../../components/FormProblem';
import { NewPasswordFields } from '../../components/NewPasswordFields';
import { newPasswordProblems } from '../../components/account/accountProblem';
import { StepUpSheet } from '../../components/step-up/StepUpSheet';
import { useProblemText } from '../../components/useProblemText';

const initial = { oldPassword: '', password: '', passwordAgain: '' };

/** The present password proves the person; who has a payment password is asked for it as well, by the sheet. */
export function ChangePasswordPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const problemText = useProblemText();
  const title = t('password.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const form = useEndpointForm('updatePassword', {
    initial,
    problemsOf: ({ oldPassword, password, passwordAgain }) => ({
      oldPassword: oldPassword === '' ? 'oldPasswordMissing' : undefined,
      ...newPasswordProblems(password, passwordAgain),
    }),
    problemText,
    toRequest: (values) => ({ kind: 'login' as const, ...values }),
    fieldOf: {
      AUTH_WRONG_OLD_PASSWORD: 'oldPassword',
      AUTH_STEP_UP_LOCKED: 'oldPassword',
      AUTH_PASSWORD_TOO_COMMON: 'password',
      AUTH_PASSWORD_LENGTH: 'password',
    },
    refreshes: ['userInfo'],
    onDone() {
      dialogs.toast(t('password.done'), { tone: 'success' });
      navigation.back();
    },
  });
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <form {...form.props}>
        <Stack gap={4}>
          <PasswordField label={t('password.old')} {...form.bind('oldPassword')} autoComplete="current-password" />
          <NewPasswordFields
            labels={{ first: t('password.new'), again: t('password.again') }}
            password={form.bind('password')}
            passwordAgain={form.bind('passwordAgain')}
          />
          <Notice>{t('password.others')}</Notice>
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
            {t('password.submit')}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={form} what={title} password="payment" />
    </Page>
  );
}
