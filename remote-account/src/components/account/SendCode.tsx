/**
 * The button that sends a verification code, and what became of it. The server enforces the pause between two codes and
 * says when the next may be asked for; the countdown runs on the server's clock. Who is not signed in solves the puzzle.
 */
import { useState } from 'react';
import type { CodePurpose } from '@tessera/shared/contract';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useCountdown } from '@tessera/shared/react';
import { Button, LiveRegion, Notice } from '@tessera/shared/ui';
import { PuzzleSheet } from '../puzzle/PuzzleSheet';
import type { AccountName } from './accountName';

interface SendCodeProps {
  readonly purpose: CodePurpose;
  /** undefined: not complete yet. */
  readonly to: AccountName | undefined;
  readonly needsPuzzle?: boolean;
}

export function SendCode({ purpose, to, needsPuzzle = false }: SendCodeProps) {
  const { t } = useTranslation('account');
  const api = useApi();
  const errorText = useErrorText();
  const [resendAtMs, setResendAtMs] = useState<number | undefined>(undefined);
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | undefined>(undefined);
  const { remainingMs } = useCountdown(resendAtMs ?? 0);
  const isWaiting = resendAtMs !== undefined && remainingMs > 0;

  async function send(name: AccountName, puzzleToken?: string) {
    setIsAsked(false);
    setIsBusy(true);
    setError(undefined);
    const request = { ...name, purpose, ...(puzzleToken === undefined ? {} : { puzzleToken }) };
    try {
      const call = name.account.includes('@')
        ? api.call('sendEmailCode', request, { toastErrors: false })
        : api.call('sendPhoneCode', request, { toastErrors: false });
      setResendAtMs((await call).resendAtMs);
    } catch (failure) {
      setError(asAppError(failure, 'PLEASE_RETRY'));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        isBlock
        isBusy={isBusy}
        disabled={to === undefined || isWaiting}
        onClick={() => {
          if (to === undefined) return;
          if (needsPuzzle) setIsAsked(true);
          else void send(to);
        }}
      >
        {isWaiting ? t('forgot.resendIn', { seconds: Math.ceil(remainingMs / 1000) }) : t('forgot.sendCode')}
      </Button>
      <LiveRegion>
        {error !== undefined ? (
          <Notice tone="danger">{errorText(error)}</Notice>
        ) : (
          resendAtMs !== undefined && <Notice tone="success">{t('forgot.codeSent')}</Notice>
        )}
      </LiveRegion>
      <PuzzleSheet
        purpose="code"
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        onSolved={(puzzleToken) => {
          if (to !== undefined) void send(to, puzzleToken);
        }}
      />
    </>
  );
}
