import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm, useNavigation } from '@tessera/shared/react';
import { Button, CodeField, Notice, Stack } from '@tessera/shared/ui';
import { FormProblem, SendCode } from '@tessera/shared/step-up';
import { AuthPage } from '../../components/AuthPage';
import { NewPasswordFields } from '../../components/NewPasswordFields';
import { AccountFields } from '../../components/account/AccountFields';
import { accountName } from '../../components/account/accountName';
import { PuzzleSheet } from '../../components/puzzle/PuzzleSheet';
import { accountNameProblems, codeProblem, newPasswordProblems } from '../../components/account/accountProblem';
import { ownCountry } from '../../components/account/phoneCountry';
import { useProblemText } from '../../components/useProblemText';

const initial = { account: '', phoneCountry: ownCountry(), code: '', password: '', passwordAgain: '' };

/** A code to the registered e-mail or phone proves the account; then a new password. The answer never tells who is registered. */
export function ForgotPage() {
  const { t } = useTranslation(['account', 'stepUp']);
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const problemText = useProblemText();
  const form = useEndpointForm('forgot', {
    initial,
    problemsOf: ({ account, phoneCountry, code, password, passwordAgain }) => ({
      ...accountNameProblems(account, phoneCountry),
      code: codeProblem(code),
      ...newPasswordProblems(password, passwordAgain),
    }),
    problemText,
    toRequest: ({ account, phoneCountry, code, password, passwordAgain }) => ({
      ...accountName(account, phoneCountry),
      code,
      password,
      passwordAgain,
    }),
    fieldOf: {
      AUTH_WRONG_CODE: 'code',
      AUTH_ACCOUNT_INVALID: 'account',
      AUTH_PASSWORD_TOO_COMMON: 'password',
      AUTH_PASSWORD_LENGTH: 'password',
    },
    onDone() {
      dialogs.toast(t('forgot.done'), { tone: 'success' });
      navigation.redirect('/pages/login/index');
    },
  });
  const { account, phoneCountry } = form.values;
  const isNamed = Object.values(accountNameProblems(account, phoneCountry)).every((problem) => problem === undefined);
  return (
    <AuthPage title={t('forgot.title')} heading={t('forgot.title')}>
      <form {...form.props}>
        <Stack gap={4}>
          <Notice>{t('forgot.body')}</Notice>
          <AccountFields account={form.bind('account')} phoneCountry={form.bind('phoneCountry')} />
          <SendCode
            purpose="forgot"
            puzzle={(sheet) => <PuzzleSheet purpose="code" {...sheet} />}
            to={isNamed ? accountName(account, phoneCountry) : undefined}
          />
          <CodeField label={t('stepUp:send.digits')} {...form.bind('code')} />
          <NewPasswordFields
            labels={{ first: t('forgot.newPassword'), again: t('register.passwordAgain') }}
            password={form.bind('password')}
            passwordAgain={form.bind('passwordAgain')}
          />
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
            {t('forgot.submit')}
          </Button>
        </Stack>
      </form>
    </AuthPage>
  );
}
