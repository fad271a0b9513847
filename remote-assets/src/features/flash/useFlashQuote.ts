/** The quote of what is typed: asked for after a pause in typing, and only once until something changes or the person asks again. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlashQuote } from '@tessera/shared/contract';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { timer } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';

const pauseMs = 400;

export interface AskedFlash {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}
interface FlashQuoteState {
  readonly quote: FlashQuote | undefined;
  readonly problem: AppError | undefined;
  readonly isAsking: boolean;
}
const nothing: FlashQuoteState = { quote: undefined, problem: undefined, isAsking: false };

/** `asked`: undefined where there is nothing to quote. `refresh` answers the new quote, or undefined when there is none. */
export function useFlashQuote(asked: AskedFlash | undefined): FlashQuoteState & { refresh(): Promise<FlashQuote | undefined> } {
  const api = useApi();
  const [state, setState] = useState(nothing);
  /** Only the latest question is answered. */
  const latest = useRef(0);
  const { from, to, amount } = asked ?? {};
  const ask = useCallback(async (): Promise<FlashQuote | undefined> => {
    if (from === undefined || to === undefined || amount === undefined) return undefined;
    const number = (latest.current += 1);
    setState((before) => ({ ...before, isAsking: true }));
    const next = await api.call('flashList', { from, to, amount }, { toastErrors: false }).then(
      ({ quote }) => ({ ...nothing, quote: quote ?? undefined }),
      (failure: unknown) => ({ ...nothing, problem: asAppError(failure, 'PLEASE_RETRY') }),
    );
    if (number !== latest.current) return undefined;
    setState(next);
    return next.quote;
  }, [api, from, to, amount]);
  useEffect(() => {
    latest.current += 1;
    setState(amount === undefined ? nothing : { ...nothing, isAsking: true });
    if (amount === undefined) return undefined;
    const pause = timer(pauseMs).subscribe(() => void ask());
    return () => {
      pause.unsubscribe();
      latest.current += 1;
    };
  }, [ask, amount]);
  return { ...state, refresh: ask };
}
