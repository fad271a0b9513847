/**
 * "Confirm it is you": one sheet before every change of a way to sign in. The password, and with authenticator codes on the
 * code, go with the change and are kept nowhere.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, type EndpointForm } from '@tessera/shared/react';
import { Button, PasswordField, Sheet, Stack } from '@tessera/shared/ui';
import { OneTimeCodeField } from './OneTimeCodeField';

interface StepUpSheetProps {
  readonly form: Pick<EndpointForm<'bindEmail' | 'updatePassword' | 'totp', object>, 'proof' | 'isBusy' | 'refusedWith'>;
  /** What is confirmed, in the person's words: "Bind anna@example.com". */
  readonly what: string;
}

export function StepUpSheet(props: StepUpSheetProps) {
  return props.form.proof.isOpen ? <OpenStepUp {...props} /> : null;
}

function OpenStepUp({ form: { proof, isBusy, refusedWith }, what }: StepUpSheetProps) {
  const { t } = useTranslation('account');
  const { data: user, refetch } = useEndpoint('userInfo', {});
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const asksCode = user?.isTotpOn === true;
  const isCodeWrong = refusedWith === 'AUTH_WRONG_ONE_TIME_CODE';
  const isComplete = password !== '' && (!asksCode || code !== '');
  // Codes may have been turned on elsewhere since the person's row was read.
  useEffect(() => {
    if (refusedWith === 'AUTH_STEP_UP_REQUIRED') refetch();
  }, [refusedWith, refetch]);
  return (
    <Sheet isOpen title={t('stepUp.title')} description={what} canClose={!isBusy} onClose={proof.close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !isBusy) proof.give({ stepUpPassword: password, ...(asksCode ? { stepUpCode: code.trim() } : {}) });
        }}
      >
        <Stack gap={4}>
          <PasswordField
            label={t(user?.hasPaymentPassword === true ? 'stepUp.paymentPassword' : 'settings.loginPassword')}
            value={password}
            onChange={setPassword}
            autoComplete={user?.hasPaymentPassword === true ? 'off' : 'current-password'}
            problem={isCodeWrong ? undefined : proof.problem}
          />
          {asksCode && <OneTimeCodeField value={code} onChange={setCode} problem={isCodeWrong ? proof.problem : undefined} />}
          <Button type="submit" size="lg" isBlock isBusy={isBusy} disabled={!isComplete}>
            {t('stepUp.confirm')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}
