import { useTranslation } from '@tessera/shared/kernel';
import { useBackWhenDone, useDialogs, useEndpoint, useEndpointForm } from '@tessera/shared/react';
import { TextField } from '@tessera/shared/ui';
import { codeProblem, emailProblem } from '../../components/account/accountProblem';
import { useProblemText } from '../../components/useProblemText';
import { BindWayForm } from './BindWayForm';

const initial = { email: '', code: '' };

export function BindEmailPage() {
  const { t } = useTranslation('account');
  const back = useBackWhenDone();
  const dialogs = useDialogs();
  const problemText = useProblemText();
  const { data: user } = useEndpoint('userInfo', {});
  const form = useEndpointForm('bindEmail', {
    initial,
    problemsOf: ({ email, code }) => ({ email: emailProblem(email), code: codeProblem(code) }),
    problemText,
    toRequest: ({ email, code }) => ({ email: email.trim(), code }),
    proof: 'stepUp',
    fieldOf: { AUTH_WRONG_CODE: 'code', AUTH_ACCOUNT_TAKEN: 'email', AUTH_ACCOUNT_INVALID: 'email' },
    refreshes: ['userInfo'],
    onDone() {
      dialogs.toast(t('email.done'), { tone: 'success' });
      back();
    },
  });
  const { email } = form.values;
  return (
    <BindWayForm
      purpose="bind_email"
      form={form}
      texts={{
        title: t('email.title'),
        replaceTitle: t('email.replaceTitle'),
        present: t('email.present'),
        hold: t('email.hold'),
        what: t('email.what', { email: email.trim() }),
      }}
      bound={user?.email ?? undefined}
      to={emailProblem(email) === undefined ? { account: email.trim() } : undefined}
    >
      <TextField label={t('email.address')} type="email" {...form.bind('email')} autoComplete="email" inputMode="email" />
    </BindWayForm>
  );
}
