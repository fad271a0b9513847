import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpoint, useEndpointForm, useNavigation } from '@tessera/shared/react';
import { Button, Notice, Page, PageHeader, PasswordField, Stack } from '@tessera/shared/ui';
import { FormProblem } from '../../components/FormProblem';
import { NewPasswordFields } from '../../components/NewPasswordFields';
import { newPasswordProblems } from '../../components/account/accountProblem';
import { StepUpSheet } from '../../components/step-up/StepUpSheet';
import { useProblemText } from '../../components/useProblemText';

const initial = { oldPassword: '', password: '', passwordAgain: '' };

/** The present password proves the person; who has a payment password is asked for it as well, by the sheet. The first one of an account that was made with a wallet is confirmed by that. */
export function ChangePasswordPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const problemText = useProblemText();
  const { data: user } = useEndpoint('userInfo', {});
  const isFirst = user?.isWithoutPassword === true;
  const title = t(isFirst ? 'password.setTitle' : 'password.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const form = useEndpointForm('updatePassword', {
    initial,
    problemsOf: ({ oldPassword, password, passwordAgain }) => ({
      oldPassword: oldPassword === '' && !isFirst ? 'oldPasswordMissing' : undefined,
      ...newPasswordProblems(password, passwordAgain),
    }),
    problemText,
    toRequest: ({ oldPassword, ...values }) => ({ kind: 'login' as const, ...values, ...(isFirst ? {} : { oldPassword }) }),
    proof: isFirst ? 'stepUp' : undefined,
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
          {isFirst ? (
            <p>{t('password.setHint')}</p>
          ) : (
            <PasswordField label={t('password.old')} {...form.bind('oldPassword')} autoComplete="current-password" />
          )}
          <NewPasswordFields
            labels={{ first: t('password.new'), again: t('password.again') }}
            password={form.bind('password')}
            passwordAgain={form.bind('passwordAgain')}
          />
          <Notice>{t('password.others')}</Notice>
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
            {t(isFirst ? 'forgot.submit' : 'password.submit')}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={form} what={title} purpose="login_password" password="payment" />
    </Page>
  );
}
