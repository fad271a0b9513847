import { useEffect, useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm, useNavigation, useSession } from '@tessera/shared/react';
import { Button, PasswordField, Row, Stack, Wallet } from '@tessera/shared/ui';
import { FormProblem, OneTimeCodeField, useWallets } from '@tessera/shared/step-up';
import { AuthPage } from '../../components/AuthPage';
import { AccountFields } from '../../components/account/AccountFields';
import { accountName } from '../../components/account/accountName';
import { accountNameProblems } from '../../components/account/accountProblem';
import { ownCountry } from '../../components/account/phoneCountry';
import { PuzzleSheet } from '../../components/puzzle/PuzzleSheet';
import { useProblemText } from '../../components/useProblemText';
import { LazyWalletSheet } from '../../components/wallet/LazyWalletSheet';

const initial = { account: '', phoneCountry: ownCountry(), password: '', oneTimeCode: '' };

/**
 * Account and password, then the puzzle, then the call; or the signature of a wallet, where one is in the browser. Who has authenticator codes on is asked for one after that; the puzzle
 * need not be solved again then. After signing in the host returns to the page that asked.
 */
export function LoginPage() {
  const { t } = useTranslation('account');
  const session = useSession();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const problemText = useProblemText();
  const [asksCode, setAsksCode] = useState(false);
  const [solved, setSolved] = useState<string>();
  const hasWallet = useWallets().length > 0;
  const [isByWallet, setIsByWallet] = useState(false);
  const form = useEndpointForm('login', {
    initial,
    problemsOf: ({ account, phoneCountry, password, oneTimeCode }) => ({
      ...accountNameProblems(account, phoneCountry),
      password: password === '' ? 'passwordMissing' : undefined,
      oneTimeCode: asksCode && oneTimeCode.trim() === '' ? 'oneTimeCodeMissing' : undefined,
    }),
    problemText,
    toRequest: ({ account, phoneCountry, password, oneTimeCode }) => ({
      ...accountName(account, phoneCountry),
      password,
      ...(asksCode ? { oneTimeCode: oneTimeCode.trim() } : {}),
      ...(solved === undefined ? {} : { puzzleToken: solved }),
    }),
    proof: asksCode && solved !== undefined ? undefined : 'puzzle',
    fieldOf: {
      AUTH_ONE_TIME_CODE_REQUIRED: 'oneTimeCode',
      AUTH_WRONG_CODE: 'oneTimeCode',
      // Codes of the app cannot be judged now; the field says that a recovery code works too.
      ...(asksCode ? { FEATURE_UNAVAILABLE: 'oneTimeCode' as const } : {}),
    },
    async onDone({ token }) {
      await session.signIn(token);
      dialogs.toast(t('login.done'), { tone: 'success' });
    },
  });
  const { refusedWith } = form;
  useEffect(() => {
    if (refusedWith === 'AUTH_ONE_TIME_CODE_REQUIRED') setAsksCode(true);
    // The puzzle that was solved is good for asking on while only the code is missing or wrong.
    else if (refusedWith !== undefined && refusedWith !== 'AUTH_WRONG_CODE') setSolved(undefined);
  }, [refusedWith]);
  return (
    <AuthPage title={t('login.title')} heading={t('login.heading')}>
      <form {...form.props}>
        <Stack gap={4}>
          <AccountFields account={form.bind('account')} phoneCountry={form.bind('phoneCountry')} />
          <PasswordField label={t('login.password')} {...form.bind('password')} autoComplete="current-password" />
          {asksCode && <OneTimeCodeField {...form.bind('oneTimeCode')} autoFocus />}
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
            {form.isBusy ? t('login.sending') : t('login.submit')}
          </Button>
          {hasWallet && (
            <Button variant="secondary" size="lg" isBlock icon={Wallet} onClick={() => setIsByWallet(true)}>
              {t('login.withWallet')}
            </Button>
          )}
          <Row align="between" isWrapping>
            <Button variant="quiet" onClick={() => navigation.navigate('/pages/forgot/index')}>
              {t('login.forgot')}
            </Button>
            <Button variant="quiet" onClick={() => navigation.navigate('/pages/register/index')}>
              {t('login.register')}
            </Button>
          </Row>
        </Stack>
      </form>
      {isByWallet && <LazyWalletSheet title={t('login.withWallet')} onClose={() => setIsByWallet(false)} />}
      <PuzzleSheet
        purpose="login"
        isOpen={form.proof.isOpen && !form.isBusy}
        onClose={form.proof.close}
        onSolved={(puzzleToken) => {
          setSolved(puzzleToken);
          form.proof.give({ puzzleToken });
        }}
      />
    </AuthPage>
  );
}
