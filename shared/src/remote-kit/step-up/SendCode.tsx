/**
 * The button that sends a verification code, and what became of it. The server enforces the pause between two codes and
 * says when the next may be asked for; the countdown runs on the server's clock. Who is not signed in solves the puzzle.
 */
import { useState, type ReactNode } from 'react';
import type { CodePurpose } from '../../domain/contract';
import { asAppError, type AppError } from '../../domain/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useCountdown } from '@tessera/shared/react';
import { Button, LiveRegion, Notice } from '@tessera/shared/ui';

/** How a call names an account: the text as typed, and the country of a number that leaves it open. */
interface AccountName {
  readonly account: string;
  readonly phoneCountry?: string;
}

interface SendCodeProps {
  readonly purpose: CodePurpose;
  /** undefined: not complete yet. */
  readonly to: AccountName | undefined;
  /** What a stranger solves first. */
  readonly puzzle?: (sheet: {
    readonly isOpen: boolean;
    readonly onClose: () => void;
    readonly onSolved: (puzzleToken: string) => void;
  }) => ReactNode;
}

/** They go to what the person has on file: it is there. */
const isToOwn = (purpose: CodePurpose): boolean =>
  purpose === 'payment_password' || purpose === 'one_time_codes' || purpose === 'payee';

export function SendCode({ purpose, to, puzzle }: SendCodeProps) {
  const { t } = useTranslation('stepUp');
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
          if (puzzle !== undefined) setIsAsked(true);
          else void send(to);
        }}
      >
        {isWaiting ? t('send.again', { seconds: Math.ceil(remainingMs / 1000) }) : t('send.button')}
      </Button>
      <LiveRegion>
        {error !== undefined ? (
          <Notice tone="danger">{errorText(error)}</Notice>
        ) : (
          resendAtMs !== undefined && <Notice tone="success">{t(isToOwn(purpose) ? 'send.sent' : 'send.sentIfKnown')}</Notice>
        )}
      </LiveRegion>
      {puzzle?.({
        isOpen: isAsked,
        onClose: () => setIsAsked(false),
        onSolved: (puzzleToken) => {
          if (to !== undefined) void send(to, puzzleToken);
        },
      })}
    </>
  );
}
