/**
 * "Confirm it is you": one sheet before every change of a way to sign in. The password, or of who has none the signature of his
 * wallet, and with authenticator codes on the code, go with the change and are kept nowhere.
 */
import { useEffect, useState } from 'react';
import type { WalletPurpose } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, type EndpointForm } from '@tessera/shared/react';
import { Button, PasswordField, Sheet, Stack } from '@tessera/shared/ui';
import { FormProblem } from '../FormProblem';
import { LazyWalletSigning } from '../wallet/LazyWalletSigning';
import type { WalletProof } from '../wallet/useWalletSignature';
import { OneTimeCodeField } from './OneTimeCodeField';

interface StepUpSheetProps {
  readonly form: Pick<
    EndpointForm<'bindEmail' | 'bindPhone' | 'updatePassword' | 'totp' | 'setLimit' | 'takeBreak', object>,
    'proof' | 'isBusy' | 'refusedWith'
  >;
  /** What is confirmed, in the person's words: "Bind anna@example.com". */
  readonly what: string;
  /** What a wallet is asked to confirm. */
  readonly purpose: Exclude<WalletPurpose, 'sign_in'>;
  /**
   * Which password. strongest: the payment password where there is one, else the login password. payment: where there is one, else
   * none. none: the form carries it. In place of a login password that is not set the wallet signs.
   */
  readonly password?: 'strongest' | 'payment' | 'login' | 'none';
}

export function StepUpSheet(props: StepUpSheetProps) {
  return props.form.proof.isOpen ? <OpenStepUp {...props} /> : null;
}

function OpenStepUp({ form: { proof, isBusy, refusedWith }, what, purpose, password: asked = 'strongest' }: StepUpSheetProps) {
  const { t } = useTranslation('account');
  const { data: user, refetch } = useEndpoint('userInfo', {});
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const asksCode = user?.isTotpOn === true;
  const isPayment = user?.hasPaymentPassword === true && (asked === 'strongest' || asked === 'payment');
  const isLogin = !isPayment && (asked === 'strongest' || asked === 'login');
  const isWallet = user?.isWithoutPassword === true && (isLogin || asked === 'payment');
  const asksPassword = isPayment || (isLogin && !isWallet);
  const isCodeWrong = refusedWith === 'AUTH_WRONG_ONE_TIME_CODE';
  const isComplete = (!asksPassword || password !== '') && (!asksCode || code !== '');
  // Codes may have been turned on elsewhere since the person's row was read.
  useEffect(() => {
    if (refusedWith === 'AUTH_STEP_UP_REQUIRED') refetch();
  }, [refusedWith, refetch]);
  const give = (signed?: WalletProof) =>
    proof.give({
      ...(asksPassword ? { stepUpPassword: password } : {}),
      ...(asksCode ? { stepUpCode: code.trim() } : {}),
      ...(signed === undefined ? {} : { stepUpNonce: signed.nonce, stepUpSignature: signed.signature }),
    });
  return (
    <Sheet isOpen title={t('stepUp.title')} description={what} canClose={!isBusy} onClose={proof.close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isComplete || isBusy || isWallet) return;
          give();
        }}
      >
        <Stack gap={4}>
          {asksPassword && (
            <PasswordField
              label={t(isPayment ? 'stepUp.paymentPassword' : 'settings.loginPassword')}
              value={password}
              onChange={setPassword}
              autoComplete={isPayment ? 'off' : 'current-password'}
              problem={isCodeWrong ? undefined : proof.problem}
            />
          )}
          {asksCode && <OneTimeCodeField value={code} onChange={setCode} problem={isCodeWrong ? proof.problem : undefined} />}
          {isWallet ? (
            <>
              <LazyWalletSigning purpose={purpose} onSigned={give} isBusy={isBusy} canSign={isComplete} />
              <FormProblem text={isCodeWrong || asksPassword ? undefined : proof.problem} />
            </>
          ) : (
            <Button type="submit" size="lg" isBlock isBusy={isBusy} disabled={!isComplete}>
              {t('stepUp.confirm')}
            </Button>
          )}
        </Stack>
      </form>
    </Sheet>
  );
}
