import { useState } from 'react';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { Field, Form } from '@tessera/shared/forms';
import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText } from '@tessera/shared/i18n';
import { useApi, useDialogs, useNavigation, useSession } from '@tessera/shared/react';
import { Button, LiveRegion, Notice, PasswordField, Row, Stack, TextField } from '@tessera/shared/ui';
import { AuthPage } from '../../components/AuthPage';
import { accountNameProblem, isEmail, phoneDigits, type AccountProblem } from '../../components/accountProblem';
import { PuzzleSheet } from '../../components/puzzle/PuzzleSheet';
import { useProblemText } from '../../components/useProblemText';

interface LoginForm {
  readonly account: string;
  readonly password: string;
}

const loginProblem = ({ account, password }: LoginForm): AccountProblem | undefined =>
  accountNameProblem(account) ?? (password === '' ? 'passwordMissing' : undefined);

/** Account and password, then the puzzle, then the call. After signing in the host returns to the page that asked. */
export function LoginPage() {
  const { t } = useTranslation('account');
  const api = useApi();
  const session = useSession();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const problemText = useProblemText();
  const errorText = useErrorText();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | undefined>(undefined);

  async function logIn({ account, password }: LoginForm, puzzleToken: string) {
    setIsAsked(false);
    setIsBusy(true);
    setError(undefined);
    try {
      const name = isEmail(account) ? account.trim() : phoneDigits(account);
      const { token } = await api.call('login', { account: name, password, puzzleToken }, { toastErrors: false });
      await session.signIn(token);
      dialogs.toast(t('login.done'), { tone: 'success' });
    } catch (failure) {
      setError(asAppError(failure, 'PLEASE_RETRY'));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <AuthPage title={t('login.title')} heading={t('login.heading')}>
      <Form<LoginForm> initialValues={{ account: '', password: '' }} onSubmit={() => undefined}>
        {({ values }) => {
          const form = { account: values.account ?? '', password: values.password ?? '' };
          const problem = loginProblem(form);
          return (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                if (problem === undefined && !isBusy) setIsAsked(true);
              }}
            >
              <Stack gap={4}>
                <Field<string> name="account">
                  {({ input }) => (
                    <TextField
                      label={t('login.account')}
                      value={input.value}
                      onChange={input.onChange}
                      autoComplete="username"
                      autoCapitalize="none"
                      spellCheck={false}
                      inputMode="email"
                    />
                  )}
                </Field>
                <Field<string> name="password">
                  {({ input }) => (
                    <PasswordField
                      label={t('login.password')}
                      value={input.value}
                      onChange={input.onChange}
                      autoComplete="current-password"
                    />
                  )}
                </Field>
                <LiveRegion isUrgent>{error !== undefined && <Notice tone="danger">{errorText(error)}</Notice>}</LiveRegion>
                <Button type="submit" size="lg" isBlock isBusy={isBusy} disabled={problem !== undefined}>
                  {problem !== undefined && form.account !== ''
                    ? problemText(problem)
                    : isBusy
                      ? t('login.sending')
                      : t('login.submit')}
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
              <PuzzleSheet
                purpose="login"
                isOpen={isAsked}
                onClose={() => setIsAsked(false)}
                onSolved={(puzzleToken) => void logIn(form, puzzleToken)}
              />
            </form>
          );
        }}
      </Form>
    </AuthPage>
  );
}
