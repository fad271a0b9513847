import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm, useNavigation, useSession } from '@tessera/shared/react';
import { Button, Checkbox, Notice, SelectField, Stack, TextField } from '@tessera/shared/ui';
import { AuthPage } from '../../components/AuthPage';
import { FormProblem } from '../../components/FormProblem';
import { NewPasswordFields } from '../../components/NewPasswordFields';
import { accountName } from '../../components/account/accountName';
import { useCountries } from '../../components/account/useCountries';
import { PuzzleSheet } from '../../components/puzzle/PuzzleSheet';
import { useProblemText } from '../../components/useProblemText';
import { RegisterName } from './RegisterName';
import { emptyRegisterForm, registerProblems, type RegisterForm } from './registerProblems';

const toRequest = ({ kind, email, phone, phoneCountry, invitationCode, country, password, passwordAgain }: RegisterForm) => ({
  ...(kind === 'email' ? { account: email.trim() } : accountName(phone, phoneCountry)),
  ...(invitationCode.trim() === '' ? {} : { invitationCode: invitationCode.trim() }),
  country,
  password,
  passwordAgain,
  acceptsAgreement: 'true' as const,
});

export function RegisterPage() {
  const { t } = useTranslation('account');
  const session = useSession();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const countries = useCountries();
  const problemText = useProblemText();
  const isRestricted = (code: string) => countries.some(({ country, isRestricted: is }) => is && country === code);
  const form = useEndpointForm('register', {
    initial: emptyRegisterForm,
    problemsOf: (values) => registerProblems(values, isRestricted),
    problemText,
    toRequest,
    proof: 'puzzle',
    fieldOf: {
      AUTH_INVITATION_INVALID: 'invitationCode',
      AUTH_PASSWORD_TOO_COMMON: 'password',
      AUTH_PASSWORD_LENGTH: 'password',
      AUTH_PASSWORDS_DIFFER: 'passwordAgain',
    },
    async onDone({ token }) {
      await session.signIn(token);
      dialogs.toast(t('register.done'), { tone: 'success' });
    },
  });
  const { value: isAccepted, onChange: accept, problem: agreementProblem } = form.bind('acceptsAgreement');
  return (
    <AuthPage title={t('register.title')} heading={t('register.heading')}>
      <form {...form.props}>
        <Stack gap={4}>
          <RegisterName form={form} />
          <SelectField
            label={t('register.country')}
            placeholder={t('register.chooseCountry')}
            autoComplete="country"
            {...form.bind('country')}
            options={countries.map(({ country, name, isRestricted: isDisabled }) => ({
              value: country,
              label: isDisabled ? t('register.restricted', { country: name }) : name,
              isDisabled,
            }))}
          />
          <NewPasswordFields
            labels={{ first: t('register.password'), again: t('register.passwordAgain') }}
            password={form.bind('password')}
            passwordAgain={form.bind('passwordAgain')}
          />
          <TextField
            label={t('register.invitation')}
            hint={t('register.invitationHint')}
            {...form.bind('invitationCode')}
            autoComplete="off"
            autoCapitalize="characters"
          />
          <Checkbox label={t('register.agreement')} isOn={isAccepted} onChange={accept} problem={agreementProblem} />
          <Button variant="quiet" onClick={() => navigation.navigate('/pages/help/detail', { id: 'agreement' })}>
            {t('register.readAgreement')}
          </Button>
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
            {t('register.submit')}
          </Button>
          <Notice tone="demo">{t('register.demoHint')}</Notice>
          <Button variant="quiet" onClick={() => navigation.redirect('/pages/login/index')}>
            {t('register.hasAccount')} {t('register.login')}
          </Button>
        </Stack>
      </form>
      <PuzzleSheet
        purpose="register"
        isOpen={form.proof.isOpen && !form.isBusy}
        onClose={form.proof.close}
        onSolved={(puzzleToken) => form.proof.give({ puzzleToken })}
      />
    </AuthPage>
  );
}
