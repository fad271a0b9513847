import type { EndpointRequest } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useBackWhenDone, useDialogs, useEndpoint, useEndpointForm } from '@tessera/shared/react';
import { FormProblem, ownWay, SendCode, StepUpSheet } from '@tessera/shared/step-up';
import { Button, CodeField, KeyValueList, LoadablePanel, Notice, SkeletonRows, Stack, type KeyValue } from '@tessera/shared/ui';

interface PayeeConfirmationProps {
  /** Checked by the exchange. */
  readonly details: EndpointRequest<'payeeCheck'>;
  /** What is confirmed, in few words. */
  readonly what: string;
  readonly rows: readonly KeyValue[];
  readonly onChange: () => void;
}

/** What was typed, as the exchange read it; a code to what the person has on file, and the step-up, bind it. */
export function PayeeConfirmation(props: PayeeConfirmationProps) {
  const { loadable, refetch } = useEndpoint('userInfo', {});
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={4} />}>
      {(user) => <Confirmation {...props} account={ownWay(user)} />}
    </LoadablePanel>
  );
}

function Confirmation({
  details,
  what,
  rows,
  onChange,
  account,
}: PayeeConfirmationProps & { readonly account: string | undefined }) {
  const { t } = useTranslation(['payees', 'stepUp']);
  const dialogs = useDialogs();
  const format = useFormat();
  const back = useBackWhenDone();
  const form = useEndpointForm('payeeSave', {
    initial: { code: '' },
    problemsOf: ({ code }) => ({ code: account === undefined || /^\d{6}$/.test(code) ? undefined : ('code' as const) }),
    problemText: () => t('problem.code'),
    toRequest: ({ code }) => ({ ...details, ...(account === undefined ? {} : { code }) }),
    proof: 'stepUp',
    fieldOf: { AUTH_WRONG_CODE: 'code' },
    refreshes: ['payeeList'],
    onDone({ usableFromMs }) {
      dialogs.toast(t('added', { at: format.dateTime(usableFromMs) }), { tone: 'success' });
      back();
    },
  });
  return (
    <>
      <form {...form.props}>
        <Stack gap={4}>
          <Notice tone="warning" title={t('check')}>
            {t(details.kind === 'wallet' ? 'checkWallet' : 'checkCard')}
          </Notice>
          <KeyValueList items={rows} />
          {account !== undefined && (
            <>
              <KeyValueList items={[{ key: 'to', label: t('stepUp:send.to'), value: account }]} />
              <SendCode purpose="payee" to={{ account }} />
              <CodeField label={t('stepUp:send.digits')} {...form.bind('code')} />
            </>
          )}
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy && !form.proof.isOpen}>
            {t('save')}
          </Button>
          <Button variant="quiet" isBlock disabled={form.isBusy} onClick={onChange}>
            {t('change')}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={form} what={what} purpose="payee" />
    </>
  );
}
