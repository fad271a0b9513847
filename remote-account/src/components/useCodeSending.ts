/**
 * Sending a verification code: the server enforces the pause between two codes and says when the next may be asked for;
 * the countdown runs on the server's clock.
 */
import { useState } from 'react';
import type { CodePurpose } from '@tessera/shared/contract';
import { useApi, useCountdown } from '@tessera/shared/react';
import { isEmail, phoneDigits } from './accountProblem';

interface Receiver {
  /** E-mail address, or phone number with its area code apart. */
  readonly account: string;
  readonly areaCode?: string | undefined;
  readonly puzzleToken?: string | undefined;
}

export function useCodeSending(purpose: CodePurpose) {
  const api = useApi();
  const [resendAtMs, setResendAtMs] = useState<number | undefined>(undefined);
  const { remainingMs } = useCountdown(resendAtMs ?? 0);
  const isWaiting = resendAtMs !== undefined && remainingMs > 0;
  return {
    isWaiting,
    waitSeconds: Math.ceil(remainingMs / 1000),
    wasSent: resendAtMs !== undefined,
    async send({ account, areaCode, puzzleToken }: Receiver): Promise<void> {
      const token = puzzleToken === undefined ? {} : { puzzleToken };
      const answer = isEmail(account)
        ? await api.call('sendEmailCode', { account: account.trim(), purpose, ...token })
        : await api.call('sendPhoneCode', { account: phoneDigits(account), areaCode: areaCode ?? '', purpose, ...token });
      setResendAtMs(answer.resendAtMs);
    },
  };
}
