import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm, useNavigation, useSession } from '@tessera/shared/react';
import { Button, PasswordField, Row, Stack } from '@tessera/shared/ui';
import { AuthPage } from '../../components/AuthPage';
import { FormProblem } from '../../components/FormProblem';
import { AccountFields } from '../../components/account/AccountFields';
import { accountName } from '../../components/account/accountName';
import { accountNameProblems } from '../../components/account/accountProblem';
import { ownCountry } from '../../components/account/phoneCountry';
import { PuzzleSheet } from '../../components/puzzle/PuzzleSheet';
import { useProblemText } from '../../components/useProblemText';

const initial = { account: '', phoneCountry: ownCountry(), password: '' };

/** Account and password, then the puzzle, then the call. After signing in the host returns to the page that asked. */
export function LoginPage() {
  const { t } = useTranslation('account');
  const session = useSession();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const problemText = useProblemText();
  const form = useEndpointForm('login', {
    initial,
    problemsOf: ({ account, phoneCountry, password }) => ({
      ...accountNameProblems(account, phoneCountry),
      password: password === '' ? 'passwordMissing' : undefined,
    }),
    problemText,
    toRequest: ({ account, phoneCountry, password }) => ({ ...accountName(account, phoneCountry), password }),
    proof: 'puzzle',
    async onDone({ token }) {
      await session.signIn(token);
      dialogs.toast(t('login.done'), { tone: 'success' });
    },
  });
  return (
    <AuthPage title={t('login.title')} heading={t('login.heading')}>
      <form {...form.props}>
        <Stack gap={4}>
          <AccountFields account={form.bind('account')} phoneCountry={form.bind('phoneCountry')} />
          <PasswordField label={t('login.password')} {...form.bind('password')} autoComplete="current-password" />
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
            {form.isBusy ? t('login.sending') : t('login.submit')}
          </Button>
          <Row align="between">
            <Button variant="quiet" onClick={() => navigation.navigate('/pages/forgot/index')}>
              {t('login.forgot')}
            </Button>
            <Button variant="quiet" onClick={() => navigation.navigate('/pages/register/index')}>
              {t('login.register')}
            </Button>
          </Row>
        </Stack>
      </form>
      <PuzzleSheet
        purpose="login"
        isOpen={form.proof.isOpen && !form.isBusy}
        onClose={form.proof.close}
        onSolved={(puzzleToken) => form.proof.give({ puzzleToken })}
      />
    </AuthPage>
  );
}
