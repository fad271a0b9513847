import { useEffect, useState } from 'react';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText } from '@tessera/shared/i18n';
import { useDialogs, useEndpointAction, useNavigation } from '@tessera/shared/react';
import { Button, CodeField, LiveRegion, Notice, Page, PageHeader, Stack, TextField } from '@tessera/shared/ui';
import { codeProblem, isEmail } from '../../components/accountProblem';
import { useCodeSending } from '../../components/useCodeSending';
import { useProblemText } from '../../components/useProblemText';

/** A code to the new address proves that it is the person's own. Signed in, no puzzle is needed. */
export function BindEmailPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const problemText = useProblemText();
  const errorText = useErrorText();
  const sending = useCodeSending('bind_email');
  const bind = useEndpointAction('bindEmail', { toastErrors: false, refreshes: ['userInfo'] });
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [sendError, setSendError] = useState<AppError | undefined>(undefined);
  const title = t('email.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const problem = email === '' ? 'accountMissing' : isEmail(email) ? codeProblem(code) : 'emailInvalid';
  const error = sendError ?? bind.error;

  async function sendCode() {
    setSendError(undefined);
    try {
      await sending.send({ account: email });
    } catch (failure) {
      setSendError(asAppError(failure, 'PLEASE_RETRY'));
    }
  }

  async function submit() {
    const answer = await bind.run({ email: email.trim(), code });
    if (answer === undefined) return;
    dialogs.toast(t('email.done'), { tone: 'success' });
    navigation.back();
  }

  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === undefined && !bind.isBusy) void submit();
        }}
      >
        <Stack gap={4}>
          <TextField
            label={t('email.address')}
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="email"
            inputMode="email"
          />
          <Button variant="secondary" isBlock disabled={!isEmail(email) || sending.isWaiting} onClick={() => void sendCode()}>
            {sending.isWaiting ? t('forgot.resendIn', { seconds: sending.waitSeconds }) : t('forgot.sendCode')}
          </Button>
          <CodeField label={t('forgot.code')} value={code} onChange={setCode} />
          <LiveRegion isUrgent>{error !== undefined && <Notice tone="danger">{errorText(error)}</Notice>}</LiveRegion>
          <Button type="submit" size="lg" isBlock isBusy={bind.isBusy} disabled={problem !== undefined}>
            {problem !== undefined && email !== '' ? problemText(problem) : t('email.submit')}
          </Button>
        </Stack>
      </form>
    </Page>
  );
}
