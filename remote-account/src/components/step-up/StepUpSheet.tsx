/** "Confirm it is you": one sheet before every change of a way to sign in. The password goes with the change and is kept nowhere. */
import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, type EndpointForm } from '@tessera/shared/react';
import { Button, PasswordField, Sheet, Stack } from '@tessera/shared/ui';

interface StepUpSheetProps {
  readonly proof: EndpointForm<'bindEmail' | 'updatePassword', object>['proof'];
  readonly isBusy: boolean;
  /** What is confirmed, in the person's words: "Bind anna@example.com". */
  readonly what: string;
}

export function StepUpSheet(props: StepUpSheetProps) {
  return props.proof.isOpen ? <OpenStepUp {...props} /> : null;
}

function OpenStepUp({ proof, isBusy, what }: StepUpSheetProps) {
  const { t } = useTranslation('account');
  const { data: user } = useEndpoint('userInfo', {});
  const [password, setPassword] = useState('');
  return (
    <Sheet isOpen title={t('stepUp.title')} description={what} canClose={!isBusy} onClose={proof.close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '' && !isBusy) proof.give({ stepUpPassword: password });
        }}
      >
        <Stack gap={4}>
          <PasswordField
            label={t(user?.hasPaymentPassword === true ? 'stepUp.paymentPassword' : 'settings.loginPassword')}
            value={password}
            onChange={setPassword}
            autoComplete={user?.hasPaymentPassword === true ? 'off' : 'current-password'}
            problem={proof.problem}
          />
          <Button type="submit" size="lg" isBlock isBusy={isBusy} disabled={password === ''}>
            {t('stepUp.confirm')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}
