import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm, useSession } from '@tessera/shared/react';
import { Button, Stack } from '@tessera/shared/ui';
import { FormProblem } from '@tessera/shared/step-up';
import { NewPasswordFields } from '../../components/NewPasswordFields';
import { accountName } from '../../components/account/accountName';
import { PuzzleSheet } from '../../components/puzzle/PuzzleSheet';
import { useProblemText } from '../../components/useProblemText';
import { RegisterName } from './RegisterName';
import { RegisterTerms } from './RegisterTerms';
import { emptyRegisterForm, registerProblems, termsRequest, type PasswordKind, type RegisterForm } from './registerProblems';

interface RegisterByPasswordProps {
  readonly kind: PasswordKind;
  readonly isRestricted: (country: string) => boolean;
  /** Of the link that led here; empty: none. */
  readonly invitationCode: string;
}

const toRequest = (kind: PasswordKind, { email, phone, phoneCountry, password, passwordAgain, ...terms }: RegisterForm) => ({
  ...(kind === 'email' ? { account: email.trim() } : accountName(phone, phoneCountry)),
  ...termsRequest(terms),
  password,
  passwordAgain,
});

export function RegisterByPassword({ kind, isRestricted, invitationCode }: RegisterByPasswordProps) {
  const { t } = useTranslation('account');
  const session = useSession();
  const dialogs = useDialogs();
  const problemText = useProblemText();
  const form = useEndpointForm('register', {
    initial: { ...emptyRegisterForm, invitationCode },
    problemsOf: (values) => registerProblems(kind, values, isRestricted),
    problemText,
    toRequest: (values) => toRequest(kind, values),
    proof: 'puzzle',
    fieldOf: {
      AUTH_INVITATION_INVALID: 'invitationCode',
      AUTH_INVITER_NOT_FOUND: 'invitationCode',
      AUTH_PASSWORD_TOO_COMMON: 'password',
      AUTH_PASSWORD_LENGTH: 'password',
      AUTH_PASSWORDS_DIFFER: 'passwordAgain',
    },
    async onDone({ token }) {
      await session.signIn(token);
      dialogs.toast(t('register.done'), { tone: 'success' });
    },
  });
  return (
    <>
      <form {...form.props}>
        <Stack gap={4}>
          <RegisterName kind={kind} bind={form.bind} />
          <NewPasswordFields
            labels={{ first: t('register.password'), again: t('register.passwordAgain') }}
            password={form.bind('password')}
            passwordAgain={form.bind('passwordAgain')}
          />
          <RegisterTerms bind={form.bind} />
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
            {t('register.submit')}
          </Button>
        </Stack>
      </form>
      <PuzzleSheet
        purpose="register"
        isOpen={form.proof.isOpen && !form.isBusy}
        onClose={form.proof.close}
        onSolved={(puzzleToken) => form.proof.give({ puzzleToken })}
      />
    </>
  );
}
