import { useTranslation } from '@tessera/shared/kernel';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useEndpointForm } from '@tessera/shared/react';
import { Button, CodeField, KeyValueList, Stack } from '@tessera/shared/ui';
import { FormProblem, ownWay, SendCode, StepUpSheet } from '@tessera/shared/step-up';
import { NewPasswordFields } from '../../components/NewPasswordFields';
import { codeProblem, newPasswordProblems } from '../../components/account/accountProblem';
import { useProblemText } from '../../components/useProblemText';

const initial = { code: '', password: '', passwordAgain: '' };

interface SetByCodeProps {
  readonly user: EndpointResponse<'userInfo'>;
  readonly onDone: () => void;
}

/** The first one, or another for who forgot his: a code to what the person has on file, and the login password or the wallet. */
export function SetByCode({ user, onDone }: SetByCodeProps) {
  const { t } = useTranslation(['account', 'stepUp']);
  const problemText = useProblemText();
  const account = ownWay(user);
  const form = useEndpointForm('updatePassword', {
    initial,
    problemsOf: ({ code, password, passwordAgain }) => ({
      code: account === undefined ? undefined : codeProblem(code),
      ...newPasswordProblems(password, passwordAgain),
    }),
    problemText,
    toRequest: ({ code, ...values }) => ({ kind: 'payment' as const, ...values, ...(account === undefined ? {} : { code }) }),
    proof: 'stepUp',
    fieldOf: { AUTH_WRONG_CODE: 'code', AUTH_PASSWORD_TOO_COMMON: 'password', AUTH_PASSWORD_LENGTH: 'password' },
    refreshes: ['userInfo'],
    onDone,
  });
  return (
    <>
      <form {...form.props}>
        <Stack gap={4}>
          {account !== undefined && (
            <>
              <KeyValueList items={[{ key: 'to', label: t('stepUp:send.to'), value: account }]} />
              <SendCode purpose="payment_password" to={{ account }} />
              <CodeField label={t('stepUp:send.digits')} {...form.bind('code')} />
            </>
          )}
          <NewPasswordFields
            labels={{ first: t('paymentPassword.new'), again: t('paymentPassword.again') }}
            password={form.bind('password')}
            passwordAgain={form.bind('passwordAgain')}
          />
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy && !form.proof.isOpen}>
            {t('paymentPassword.submit')}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={form} what={t('paymentPassword.title')} purpose="payment_password" password="login" />
    </>
  );
}
