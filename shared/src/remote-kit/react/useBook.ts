import { useCallback, useEffect, useState } from 'react';
import type { BookFrame } from '../../domain/contract';
import type { Loadable } from '../../design/ui/state/Loadable';
import { bookStates } from './bookStates';
import { useApi, useClock, useQuoteStream } from './useLive';

export interface BookResult {
  readonly book: Loadable<BookFrame>;
  /** Begins again: for the retry of a failed panel. */
  retry(): void;
}

const idle: Loadable<BookFrame> = { state: 'idle' };
const loading: Loadable<BookFrame> = { state: 'loading' };

/**
 * The order book and the latest trades of one symbol, live; undefined: idle, and the wire is given back (a closed tab). What
 * is returned is always of this symbol: in the very render in which the symbol changes, the book of before is gone.
 */
export function useBook(symbol: string | undefined): BookResult {
  const [quotes, api, clock] = [useQuoteStream(), useApi(), useClock()];
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<{ readonly symbol: string; readonly book: Loadable<BookFrame> }>();
  useEffect(() => {
    if (symbol === undefined) return undefined;
    const subscription = bookStates(symbol, { quotes, api, clock }).subscribe((book) => setKnown({ symbol, book }));
    return () => {
      subscription.unsubscribe();
      // Who comes back to the symbol begins with what the stream says then.
      setKnown(undefined);
    };
  }, [quotes, api, clock, symbol, attempt]);
  return {
    book: symbol === undefined ? idle : known?.symbol === symbol ? known.book : loading,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  };
}
