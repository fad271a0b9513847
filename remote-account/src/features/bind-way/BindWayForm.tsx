import { useEffect, type ReactNode } from 'react';
import type { CodePurpose } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, type EndpointForm } from '@tessera/shared/react';
import { Button, CodeField, KeyValueList, Notice, Page, PageHeader, Stack } from '@tessera/shared/ui';
import { FormProblem, SendCode, StepUpSheet } from '@tessera/shared/step-up';
import type { AccountName } from '../../components/account/accountName';

interface BindWayFormProps {
  readonly purpose: Extract<CodePurpose, `bind_${string}`>;
  readonly form: Pick<
    EndpointForm<'bindEmail' | 'bindPhone', { readonly code: string }>,
    'props' | 'bind' | 'problem' | 'isBusy' | 'proof' | 'refusedWith'
  >;
  readonly texts: {
    readonly title: string;
    readonly replaceTitle: string;
    readonly present: string;
    readonly hold: string;
    /** In the person's words what is confirmed. */
    readonly what: string;
  };
  /** Masked; undefined: none. */
  readonly bound: string | undefined;
  /** undefined: not complete yet. */
  readonly to: AccountName | undefined;
  /** The fields of the new way. */
  readonly children: ReactNode;
}

/** Binds the first e-mail address or phone, or another one. A code proves the new way, the step-up proves the person. */
export function BindWayForm({ purpose, form, texts, bound, to, children }: BindWayFormProps) {
  const { t } = useTranslation(['account', 'stepUp']);
  const navigation = useNavigation();
  const title = bound === undefined ? texts.title : texts.replaceTitle;
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <form {...form.props}>
        <Stack gap={4}>
          {bound !== undefined && <KeyValueList items={[{ key: 'bound', label: texts.present, value: bound }]} />}
          {children}
          <SendCode purpose={purpose} to={to} />
          <CodeField label={t('stepUp:send.digits')} {...form.bind('code')} />
          <Notice>{texts.hold}</Notice>
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy && !form.proof.isOpen}>
            {title}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={form} what={texts.what} purpose={purpose === 'bind_email' ? 'email' : 'phone'} />
    </Page>
  );
}
