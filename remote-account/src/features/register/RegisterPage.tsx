import { useState } from 'react';
import { passwordLength } from '@tessera/shared/contract';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { Field, Form } from '@tessera/shared/forms';
import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText } from '@tessera/shared/i18n';
import { useApi, useDialogs, useNavigation, useSession } from '@tessera/shared/react';
import {
  Button,
  Checkbox,
  LiveRegion,
  Notice,
  PasswordField,
  Segmented,
  SelectField,
  Stack,
  TextField,
} from '@tessera/shared/ui';
import { AuthPage } from '../../components/AuthPage';
import { phoneDigits } from '../../components/accountProblem';
import { PuzzleSheet } from '../../components/puzzle/PuzzleSheet';
import { useCountries } from '../../components/useCountries';
import { useProblemText } from '../../components/useProblemText';
import { emptyRegisterForm, registerProblem, type RegisterForm } from './registerProblem';

export function RegisterPage() {
  const { t } = useTranslation('account');
  const api = useApi();
  const session = useSession();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const countries = useCountries();
  const problemText = useProblemText();
  const errorText = useErrorText();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | undefined>(undefined);
  const isRestricted = (code: string) => countries.some(({ country, isRestricted: is }) => is && country === code);

  async function register(form: RegisterForm, puzzleToken: string) {
    setIsAsked(false);
    setIsBusy(true);
    setError(undefined);
    try {
      const { token } = await api.call(
        'register',
        {
          account: form.kind === 'email' ? form.email.trim() : phoneDigits(form.phone),
          ...(form.kind === 'phone' ? { areaCode: form.areaCode } : {}),
          ...(form.invitationCode.trim() === '' ? {} : { invitationCode: form.invitationCode.trim() }),
          country: form.country,
          password: form.password,
          passwordAgain: form.passwordAgain,
          puzzleToken,
          acceptsAgreement: 'true',
        },
        { toastErrors: false },
      );
      await session.signIn(token);
      dialogs.toast(t('register.done'), { tone: 'success' });
    } catch (failure) {
      setError(asAppError(failure, 'PLEASE_RETRY'));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <AuthPage title={t('register.title')} heading={t('register.heading')}>
      <Form<RegisterForm> initialValues={emptyRegisterForm} onSubmit={() => undefined}>
        {({ values }) => {
          // final-form drops a field's value when it is emptied; the form's own shape puts it back.
          const form: RegisterForm = { ...emptyRegisterForm, ...values };
          const problem = registerProblem(form, isRestricted);
          const isTouched = JSON.stringify(form) !== JSON.stringify(emptyRegisterForm);
          return (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                if (problem === undefined && !isBusy) setIsAsked(true);
              }}
            >
              <Stack gap={4}>
                <Field<RegisterForm['kind']> name="kind">
                  {({ input }) => (
                    <Segmented
                      label={t('register.kind')}
                      value={input.value}
                      onChange={input.onChange}
                      options={[
                        { value: 'email', label: t('register.byEmail') },
                        { value: 'phone', label: t('register.byPhone') },
                      ]}
                    />
                  )}
                </Field>
                {form.kind === 'email' ? (
                  <Field<string> name="email" key="email">
                    {({ input }) => (
                      <TextField
                        label={t('register.email')}
                        type="email"
                        value={input.value}
                        onChange={input.onChange}
                        autoComplete="email"
                        autoCapitalize="none"
                        inputMode="email"
                      />
                    )}
                  </Field>
                ) : (
                  <>
                    <Field<string> name="areaCode" key="areaCode">
                      {({ input }) => (
                        <SelectField
                          label={t('register.areaCode')}
                          value={input.value}
                          onChange={input.onChange}
                          placeholder={t('register.chooseCountry')}
                          autoComplete="tel-country-code"
                          options={countries.map(({ areaCode, name, isRestricted: isDisabled }) => ({
                            value: areaCode,
                            label: `${name} +${areaCode}`,
                            isDisabled,
                          }))}
                        />
                      )}
                    </Field>
                    <Field<string> name="phone" key="phone">
                      {({ input }) => (
                        <TextField
                          label={t('register.phone')}
                          type="tel"
                          value={input.value}
                          onChange={input.onChange}
                          autoComplete="tel-national"
                          inputMode="tel"
                        />
                      )}
                    </Field>
                  </>
                )}
                <Field<string> name="country">
                  {({ input }) => (
                    <SelectField
                      label={t('register.country')}
                      value={input.value}
                      onChange={input.onChange}
                      placeholder={t('register.chooseCountry')}
                      autoComplete="country"
                      problem={isRestricted(input.value) ? problemText('countryRestricted') : undefined}
                      options={countries.map(({ country, name, isRestricted: isDisabled }) => ({
                        value: country,
                        label: isDisabled ? t('register.restricted', { country: name }) : name,
                        isDisabled,
                      }))}
                    />
                  )}
                </Field>
                <Field<string> name="password">
                  {({ input }) => (
                    <PasswordField
                      label={t('register.password')}
                      hint={t('register.passwordHint', { min: passwordLength.min, max: passwordLength.max })}
                      value={input.value}
                      onChange={input.onChange}
                      autoComplete="new-password"
                    />
                  )}
                </Field>
                <Field<string> name="passwordAgain">
                  {({ input }) => (
                    <PasswordField
                      label={t('register.passwordAgain')}
                      value={input.value}
                      onChange={input.onChange}
                      autoComplete="new-password"
                    />
                  )}
                </Field>
                <Field<string> name="invitationCode">
                  {({ input }) => (
                    <TextField
                      label={t('register.invitation')}
                      hint={t('register.invitationHint')}
                      value={input.value}
                      onChange={input.onChange}
                      autoComplete="off"
                      autoCapitalize="characters"
                    />
                  )}
                </Field>
                <Field<boolean> name="acceptsAgreement">
                  {({ input }) => (
                    <Checkbox label={t('register.agreement')} isOn={input.value === true} onChange={input.onChange} />
                  )}
                </Field>
                <Button variant="quiet" onClick={() => navigation.navigate('/pages/help/detail', { id: 'agreement' })}>
                  {t('register.readAgreement')}
                </Button>
                <LiveRegion isUrgent>{error !== undefined && <Notice tone="danger">{errorText(error)}</Notice>}</LiveRegion>
                <Button type="submit" size="lg" isBlock isBusy={isBusy} disabled={problem !== undefined}>
                  {problem !== undefined && isTouched ? problemText(problem) : t('register.submit')}
                </Button>
                <Notice tone="demo">{t('register.demoHint')}</Notice>
                <Button variant="quiet" onClick={() => navigation.redirect('/pages/login/index')}>
                  {t('register.hasAccount')} {t('register.login')}
                </Button>
              </Stack>
              <PuzzleSheet
                purpose="register"
                isOpen={isAsked}
                onClose={() => setIsAsked(false)}
                onSolved={(puzzleToken) => void register(form, puzzleToken)}
              />
            </form>
          );
        }}
      </Form>
    </AuthPage>
  );
}
