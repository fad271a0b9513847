/** What the person confirms with: a password, or of who has none the signature of his wallet, and with authenticator codes on the code. */
import { useEffect, useState } from 'react';
import { PasswordField, Stack } from '@tessera/shared/ui';
import type { WalletPurpose } from '../../domain/contract';
import type { ErrorCode } from '../../domain/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { OnlineButton, useEndpoint } from '@tessera/shared/react';
import { FormProblem } from './FormProblem';
import { LazyWalletSigning } from './LazyWalletSigning';
import { OneTimeCodeField } from './OneTimeCodeField';
import type { WalletProof } from './useWalletSignature';

/** Fields of the call that is confirmed. */
export interface StepUpProof {
  readonly stepUpPassword?: string;
  readonly stepUpCode?: string;
  readonly stepUpNonce?: string;
  readonly stepUpSignature?: string;
}

interface StepUpFormProps {
  /** What a wallet is asked to confirm. */
  readonly purpose: Exclude<WalletPurpose, 'sign_in'>;
  /**
   * Which password. strongest: the payment password where there is one, else the login password. payment: where there is one, else
   * none. none: the form carries it. In place of a login password that is not set the wallet signs.
   */
  readonly password?: 'strongest' | 'payment' | 'login' | 'none';
  readonly isBusy: boolean;
  /** A sentence: why the last proof was refused. */
  readonly problem: string | undefined;
  readonly refusedWith: ErrorCode | undefined;
  readonly onGive: (proof: StepUpProof) => void;
}

export function StepUpForm({ purpose, password: asked = 'strongest', isBusy, problem, refusedWith, onGive }: StepUpFormProps) {
  const { t } = useTranslation('stepUp');
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
    onGive({
      ...(asksPassword ? { stepUpPassword: password } : {}),
      ...(asksCode ? { stepUpCode: code.trim() } : {}),
      ...(signed === undefined ? {} : { stepUpNonce: signed.nonce, stepUpSignature: signed.signature }),
    });
  return (
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
            label={t(isPayment ? 'paymentPassword' : 'loginPassword')}
            value={password}
            onChange={setPassword}
            autoComplete={isPayment ? 'off' : 'current-password'}
            problem={isCodeWrong ? undefined : problem}
          />
        )}
        {asksCode && <OneTimeCodeField value={code} onChange={setCode} problem={isCodeWrong ? problem : undefined} />}
        {isWallet ? (
          <>
            <LazyWalletSigning purpose={purpose} onSigned={give} isBusy={isBusy} canSign={isComplete} />
            <FormProblem text={isCodeWrong || asksPassword ? undefined : problem} />
          </>
        ) : (
          <OnlineButton type="submit" size="lg" isBlock isBusy={isBusy} disabled={!isComplete}>
            {t('confirm')}
          </OnlineButton>
        )}
      </Stack>
    </form>
  );
}
