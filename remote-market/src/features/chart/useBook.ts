import { useEffect, useState } from 'react';
import type { BookFrame } from '@tessera/shared/contract';
import { useConnection, useQuoteStream } from '@tessera/shared/react';
import type { Loadable } from '@tessera/shared/ui';

/** The book of a symbol with its latest trades; old while the connection is away. */
export function useBook(symbol: string): Loadable<BookFrame> {
  const quotes = useQuoteStream();
  const connection = useConnection();
  const [frame, setFrame] = useState<BookFrame>();
  useEffect(() => {
    const subscription = quotes.watchBook(symbol).subscribe(setFrame);
    return () => subscription.unsubscribe();
  }, [quotes, symbol]);
  if (frame?.symbol !== symbol) return { state: 'loading' };
  return connection === 'live' ? { state: 'ready', data: frame } : { state: 'stale', data: frame, sinceMs: frame.atMs };
}
