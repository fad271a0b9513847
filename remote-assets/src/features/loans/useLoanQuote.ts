/** The server's quote for a form: requested after a pause in typing, and again as prices move. */
import { useEffect, useRef, useState } from 'react';
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { timer } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';

export type AskedLoanQuote = EndpointRequest<'loanQuote'>;
export type LoanQuote = EndpointResponse<'loanQuote'>;

const pauseMs = 400;
const againAfterMs = 10_000;

interface LoanQuoteState {
  /** The quote of the present input, never of an earlier one. */
  readonly quote: LoanQuote | undefined;
  readonly problem: AppError | undefined;
  readonly isAsking: boolean;
}
const nothing: LoanQuoteState = { quote: undefined, problem: undefined, isAsking: false };

/** `asked`: undefined if there is nothing to quote. */
export function useLoanQuote(asked: AskedLoanQuote | undefined): LoanQuoteState {
  const api = useApi();
  const [state, setState] = useState(nothing);
  /** Only the answer to the latest request is used. */
  const latest = useRef(0);
  const question = asked === undefined ? undefined : JSON.stringify(asked);
  useEffect(() => {
    latest.current += 1;
    setState(question === undefined ? nothing : { ...nothing, isAsking: true });
    if (question === undefined) return undefined;
    const ask = async (): Promise<void> => {
      const number = (latest.current += 1);
      const next = await api.call('loanQuote', JSON.parse(question) as AskedLoanQuote, { toastErrors: false }).then(
        (quote) => ({ ...nothing, quote }),
        (failure: unknown) => ({ ...nothing, problem: asAppError(failure, 'PLEASE_RETRY') }),
      );
      if (number === latest.current) setState(next);
    };
    const asking = timer(pauseMs, againAfterMs).subscribe(() => void ask());
    return () => {
      asking.unsubscribe();
      latest.current += 1;
    };
  }, [api, question]);
  return state;
}
