import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import type { EndpointResponse } from '@tessera/shared/contract';
import { QrCode } from '@tessera/shared/qr';
import { useDialogs, useEndpointForm } from '@tessera/shared/react';
import { Button, Card, CodeField, Copy, IconButton, KeyValueList, Row, Stack } from '@tessera/shared/ui';
import { FormProblem, SendCode, StepUpSheet } from '@tessera/shared/step-up';
import { codeProblem } from '../../components/account/accountProblem';
import { useCopy } from '../../components/useCopy';
import { useProblemText } from '../../components/useProblemText';
import styles from './Authenticator.module.css';

interface SetUpCodesProps {
  /** Where a code goes that confirms it, masked; undefined: the person has nothing on file that counts. */
  readonly account: string | undefined;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** The key is asked for by the person, who confirms that it is he: each answer is a new one. */
export function SetUpCodes(props: SetUpCodesProps) {
  const { t } = useTranslation(['account', 'stepUp']);
  const [drawn, setDrawn] = useState<EndpointResponse<'totp'>>();
  const begin = useEndpointForm('totp', {
    initial: {},
    problemsOf: () => ({}),
    problemText: () => '',
    toRequest: () => ({ action: 'get' as const }),
    proof: 'stepUp',
    onDone: setDrawn,
  });
  if (drawn !== undefined && drawn.secret !== null && drawn.uri !== null)
    return <Confirm {...props} secret={drawn.secret} uri={drawn.uri} />;
  return (
    <>
      <form {...begin.props}>
        <Stack gap={4}>
          <FormProblem text={begin.problem} />
          <Button type="submit" size="lg" isBlock isBusy={begin.isBusy && !begin.proof.isOpen}>
            {t('oneTimeCodes.begin')}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={begin} what={t('oneTimeCodes.beginWhat')} purpose="one_time_codes" />
    </>
  );
}

/** A code of the app proves that it has the key; one to what the person has on file, that nobody else turns codes on. */
function Confirm({ account, secret, uri, onDone }: SetUpCodesProps & { readonly secret: string; readonly uri: string }) {
  const { t } = useTranslation(['account', 'stepUp']);
  const dialogs = useDialogs();
  const copy = useCopy();
  const problemText = useProblemText();
  const form = useEndpointForm('totp', {
    initial: { code: '', accountCode: '' },
    problemsOf: ({ code, accountCode }) => ({
      code: codeProblem(code),
      accountCode: account === undefined ? undefined : codeProblem(accountCode),
    }),
    problemText,
    toRequest: ({ code, accountCode }) => ({
      action: 'set' as const,
      code,
      ...(account === undefined ? {} : { accountCode }),
    }),
    refreshes: ['userInfo'],
    onDone({ recoveryCodes }) {
      dialogs.toast(t('oneTimeCodes.onDone'), { tone: 'success' });
      onDone(recoveryCodes ?? []);
    },
  });
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>{t('oneTimeCodes.scan')}</p>
        <Card>
          <Stack gap={4}>
            <QrCode value={uri} title={t('oneTimeCodes.qr')} />
            <Row align="between" gap={2}>
              <span>
                {t('oneTimeCodes.key')} <code className={styles.key}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
              </span>
              <IconButton label={t('oneTimeCodes.copyKey')} icon={Copy} onClick={() => void copy(secret)} />
            </Row>
          </Stack>
        </Card>
        <CodeField label={t('stepUp:code')} {...form.bind('code')} />
        {account !== undefined && (
          <>
            <KeyValueList items={[{ key: 'to', label: t('stepUp:send.to'), value: account }]} />
            <SendCode purpose="one_time_codes" to={{ account }} />
            <CodeField label={t('oneTimeCodes.sentCode')} {...form.bind('accountCode')} />
          </>
        )}
        <FormProblem text={form.problem} />
        <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
          {t('oneTimeCodes.turnOn')}
        </Button>
      </Stack>
    </form>
  );
}
