import { useState } from 'react';
import { passwordLength } from '@tessera/shared/contract';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText } from '@tessera/shared/i18n';
import { useApi, useDialogs, useNavigation } from '@tessera/shared/react';
import { Button, CodeField, LiveRegion, Notice, PasswordField, SelectField, Stack, TextField } from '@tessera/shared/ui';
import { AuthPage } from '../../components/AuthPage';
import { accountNameProblem, codeProblem, isEmail, newPasswordProblem, phoneDigits } from '../../components/accountProblem';
import { PuzzleSheet } from '../../components/puzzle/PuzzleSheet';
import { useCodeSending } from '../../components/useCodeSending';
import { useCountries } from '../../components/useCountries';
import { useProblemText } from '../../components/useProblemText';

/** A code to the registered e-mail or phone proves the account; then a new password. The answer never tells who is registered. */
export function ForgotPage() {
  const { t } = useTranslation('account');
  const api = useApi();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const problemText = useProblemText();
  const errorText = useErrorText();
  const countries = useCountries();
  const sending = useCodeSending('forgot');
  const [account, setAccount] = useState('');
  const [areaCode, setAreaCode] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [passwordAgain, setPasswordAgain] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | undefined>(undefined);

  const isPhone = account.trim() !== '' && !account.includes('@');
  const nameProblem = accountNameProblem(account) ?? (isPhone && areaCode === '' ? 'areaCodeMissing' : undefined);
  const problem = nameProblem ?? codeProblem(code) ?? newPasswordProblem(password, passwordAgain);

  async function attempt(act: () => Promise<void>) {
    setIsBusy(true);
    setError(undefined);
    try {
      await act();
    } catch (failure) {
      setError(asAppError(failure, 'PLEASE_RETRY'));
    } finally {
      setIsBusy(false);
    }
  }

  const submit = () =>
    attempt(async () => {
      const name = isEmail(account) ? account.trim() : phoneDigits(account);
      await api.call(
        'forgot',
        { account: name, code, password, passwordAgain, ...(isPhone ? { areaCode } : {}) },
        { toastErrors: false },
      );
      dialogs.toast(t('forgot.done'), { tone: 'success' });
      navigation.redirect('/pages/login/index');
    });

  return (
    <AuthPage title={t('forgot.title')} heading={t('forgot.title')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === undefined && !isBusy) void submit();
        }}
      >
        <Stack gap={4}>
          <Notice>{t('forgot.body')}</Notice>
          <TextField
            label={t('login.account')}
            value={account}
            onChange={setAccount}
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
          />
          {isPhone && (
            <SelectField
              label={t('register.areaCode')}
              value={areaCode}
              onChange={setAreaCode}
              placeholder={t('register.chooseCountry')}
              options={countries.map(({ areaCode: value, name }) => ({ value, label: `${name} +${value}` }))}
            />
          )}
          <Button
            variant="secondary"
            isBlock
            disabled={nameProblem !== undefined || sending.isWaiting || isBusy}
            onClick={() => setIsAsked(true)}
          >
            {sending.isWaiting ? t('forgot.resendIn', { seconds: sending.waitSeconds }) : t('forgot.sendCode')}
          </Button>
          <LiveRegion>{sending.wasSent && <Notice tone="success">{t('forgot.codeSent')}</Notice>}</LiveRegion>
          <CodeField label={t('forgot.code')} value={code} onChange={setCode} />
          <PasswordField
            label={t('forgot.newPassword')}
            hint={t('register.passwordHint', { min: passwordLength.min, max: passwordLength.max })}
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
          />
          <PasswordField
            label={t('register.passwordAgain')}
            value={passwordAgain}
            onChange={setPasswordAgain}
            autoComplete="new-password"
          />
          <LiveRegion isUrgent>{error !== undefined && <Notice tone="danger">{errorText(error)}</Notice>}</LiveRegion>
          <Button type="submit" size="lg" isBlock isBusy={isBusy} disabled={problem !== undefined}>
            {problem !== undefined && account !== '' ? problemText(problem) : t('forgot.submit')}
          </Button>
        </Stack>
      </form>
      <PuzzleSheet
        purpose="code"
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        onSolved={(puzzleToken) => {
          setIsAsked(false);
          void attempt(() => sending.send({ account, areaCode, puzzleToken }));
        }}
      />
    </AuthPage>
  );
}
