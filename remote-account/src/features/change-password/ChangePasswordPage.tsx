import { useEffect, useState } from 'react';
import { passwordLength } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText } from '@tessera/shared/i18n';
import { useDialogs, useEndpointAction, useNavigation } from '@tessera/shared/react';
import { Button, LiveRegion, Notice, Page, PageHeader, PasswordField, Stack } from '@tessera/shared/ui';
import { newPasswordProblem } from '../../components/accountProblem';
import { useProblemText } from '../../components/useProblemText';

export function ChangePasswordPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const problemText = useProblemText();
  const errorText = useErrorText();
  const change = useEndpointAction('updatePassword', { toastErrors: false });
  const [oldPassword, setOldPassword] = useState('');
  const [password, setPassword] = useState('');
  const [passwordAgain, setPasswordAgain] = useState('');
  const title = t('password.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const problem = oldPassword === '' ? 'oldPasswordMissing' : newPasswordProblem(password, passwordAgain);

  async function submit() {
    const answer = await change.run({ kind: 'login', oldPassword, password, passwordAgain });
    if (answer === undefined) return;
    dialogs.toast(t('password.done'), { tone: 'success' });
    navigation.back();
  }

  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === undefined && !change.isBusy) void submit();
        }}
      >
        <Stack gap={4}>
          <PasswordField
            label={t('password.old')}
            value={oldPassword}
            onChange={setOldPassword}
            autoComplete="current-password"
          />
          <PasswordField
            label={t('password.new')}
            hint={t('register.passwordHint', { min: passwordLength.min, max: passwordLength.max })}
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
          />
          <PasswordField
            label={t('password.again')}
            value={passwordAgain}
            onChange={setPasswordAgain}
            autoComplete="new-password"
          />
          <Notice>{t('password.others')}</Notice>
          <LiveRegion isUrgent>
            {change.error !== undefined && <Notice tone="danger">{errorText(change.error)}</Notice>}
          </LiveRegion>
          <Button type="submit" size="lg" isBlock isBusy={change.isBusy} disabled={problem !== undefined}>
            {problem !== undefined && oldPassword !== '' ? problemText(problem) : t('password.submit')}
          </Button>
        </Stack>
      </form>
    </Page>
  );
}
