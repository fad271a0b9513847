import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpoint, useEndpointForm, useNavigation } from '@tessera/shared/react';
import { Button, CodeField, KeyValueList, Notice, Page, PageHeader, Stack, TextField } from '@tessera/shared/ui';
import { FormProblem } from '../../components/FormProblem';
import { codeProblem, emailProblem } from '../../components/account/accountProblem';
import { SendCode } from '../../components/account/SendCode';
import { StepUpSheet } from '../../components/step-up/StepUpSheet';
import { useProblemText } from '../../components/useProblemText';

const initial = { email: '', code: '' };

/** Binds the first address or another one. A code proves the new address, the password proves the person. */
export function BindEmailPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const problemText = useProblemText();
  const { data: user } = useEndpoint('userInfo', {});
  const bound = user?.email ?? undefined;
  const title = t(bound === undefined ? 'email.title' : 'email.replaceTitle');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
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
      navigation.back();
    },
  });
  const { email } = form.values;
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <form {...form.props}>
        <Stack gap={4}>
          {bound !== undefined && <KeyValueList items={[{ key: 'bound', label: t('email.present'), value: bound }]} />}
          <TextField label={t('email.address')} type="email" {...form.bind('email')} autoComplete="email" inputMode="email" />
          <SendCode purpose="bind_email" to={emailProblem(email) === undefined ? { account: email.trim() } : undefined} />
          <CodeField label={t('forgot.code')} {...form.bind('code')} />
          <Notice>{t('email.hold')}</Notice>
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy && !form.proof.isOpen}>
            {t(bound === undefined ? 'email.submit' : 'email.replace')}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={form} what={t('email.what', { email: email.trim() })} />
    </Page>
  );
}
