import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useDialogs, useEndpointAction, useEndpointForm } from '@tessera/shared/react';
import { Button, Card, CodeField, Copy, IconButton, Row, Stack } from '@tessera/shared/ui';
import { QRCodeSVG } from 'qrcode.react';
import { FormProblem } from '../../components/FormProblem';
import { codeProblem } from '../../components/account/accountProblem';
import { StepUpSheet } from '../../components/step-up/StepUpSheet';
import { useCopy } from '../../components/useCopy';
import { useProblemText } from '../../components/useProblemText';
import styles from './Authenticator.module.css';

interface SetUpCodesProps {
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** The key is asked for by the person, not by opening the page: each answer is a new one. */
export function SetUpCodes({ onDone }: SetUpCodesProps) {
  const { t } = useTranslation('account');
  const begin = useEndpointAction('totp');
  const [drawn, setDrawn] = useState<EndpointResponse<'totp'>>();
  if (drawn !== undefined && drawn.secret !== null && drawn.uri !== null)
    return <Confirm secret={drawn.secret} uri={drawn.uri} onDone={onDone} />;
  return (
    <Button size="lg" isBlock isBusy={begin.isBusy} onClick={() => void begin.run({ action: 'get' }).then(setDrawn)}>
      {t('oneTimeCodes.begin')}
    </Button>
  );
}

function Confirm({ secret, uri, onDone }: SetUpCodesProps & { readonly secret: string; readonly uri: string }) {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const copy = useCopy();
  const problemText = useProblemText();
  const form = useEndpointForm('totp', {
    initial: { code: '' },
    problemsOf: ({ code }) => ({ code: codeProblem(code) }),
    problemText,
    toRequest: ({ code }) => ({ action: 'set' as const, code }),
    proof: 'stepUp',
    fieldOf: { AUTH_WRONG_CODE: 'code' },
    refreshes: ['userInfo'],
    onDone({ recoveryCodes }) {
      dialogs.toast(t('oneTimeCodes.onDone'), { tone: 'success' });
      onDone(recoveryCodes ?? []);
    },
  });
  return (
    <>
      <form {...form.props}>
        <Stack gap={4}>
          <p>{t('oneTimeCodes.scan')}</p>
          <Card>
            <Stack gap={4}>
              {/* Dark on white in both themes: cameras read it so. */}
              <div className={styles.qr}>
                <QRCodeSVG value={uri} size={192} title={t('oneTimeCodes.qr')} />
              </div>
              <Row align="between" gap={2}>
                <span>
                  {t('oneTimeCodes.key')} <code className={styles.key}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
                </span>
                <IconButton label={t('oneTimeCodes.copyKey')} icon={Copy} onClick={() => void copy(secret)} />
              </Row>
            </Stack>
          </Card>
          <CodeField label={t('stepUp.code')} {...form.bind('code')} />
          <FormProblem text={form.problem} />
          <Button type="submit" size="lg" isBlock isBusy={form.isBusy && !form.proof.isOpen}>
            {t('oneTimeCodes.turnOn')}
          </Button>
        </Stack>
      </form>
      <StepUpSheet form={form} what={t('oneTimeCodes.title')} />
    </>
  );
}
