/** The way to a signature: an account is shown, the exchange writes a text for it, the person reads that and signs. */
import { useRef, useState } from 'react';
import type { EndpointResponse, WalletPurpose } from '../../domain/contract';
import { AppError } from '../../domain/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useClock } from '@tessera/shared/react';
import { askAccount, askSignature, WalletFailure } from './askWallet';
import type { InjectedWallet } from './InjectedWallet';

export interface WalletProof {
  readonly nonce: string;
  readonly signature: string;
}

type Asked = EndpointResponse<'addressText'> & { readonly wallet: InjectedWallet };

export interface WalletSignature {
  readonly stage: 'idle' | 'connecting' | 'reading' | 'signing';
  /** What is to be signed, as soon as it is written. */
  readonly asked: Asked | undefined;
  /** A sentence. */
  readonly problem: string | undefined;
  connect(wallet: InjectedWallet): void;
  sign(): void;
}

export function useWalletSignature(purpose: WalletPurpose, onSigned: (proof: WalletProof) => void): WalletSignature {
  const { t } = useTranslation('stepUp');
  const api = useApi();
  const clock = useClock();
  const errorText = useErrorText();
  const [stage, setStage] = useState<WalletSignature['stage']>('idle');
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<string>();
  // A second tap comes before the first one's render.
  const isAsking = useRef(false);

  async function during(next: 'connecting' | 'signing', work: () => Promise<void>, otherwise: 'idle' | 'reading') {
    if (isAsking.current) return;
    isAsking.current = true;
    setStage(next);
    setProblem(undefined);
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof WalletFailure) && !(failure instanceof AppError)) throw failure;
      setProblem(
        failure instanceof AppError
          ? errorText(failure)
          : t(`wallet.problem.${failure.problem}`, { address: asked?.address ?? '' }),
      );
      setStage(otherwise);
    } finally {
      isAsking.current = false;
    }
  }

  const connect = (wallet: InjectedWallet) =>
    during(
      'connecting',
      async () => {
        const address = await askAccount(wallet.provider);
        const request = purpose === 'sign_in' ? { purpose, address } : { purpose };
        setAsked({ ...(await api.call('addressText', request, { toastErrors: false })), wallet });
        setStage('reading');
      },
      'idle',
    );

  async function sign({ wallet, ...text }: Asked) {
    await during(
      'signing',
      async () => {
        const leftMs = text.expiresAtMs - clock.now();
        const signature = await askSignature(wallet.provider, { ...text, leftMs });
        // Used up by the call that it is for: the next one needs another.
        setAsked(undefined);
        setStage('idle');
        onSigned({ nonce: text.nonce, signature });
      },
      'reading',
    );
  }

  return {
    stage,
    asked,
    problem,
    connect: (wallet) => void connect(wallet),
    sign: () => {
      if (asked !== undefined) void sign(asked);
    },
  };
}
