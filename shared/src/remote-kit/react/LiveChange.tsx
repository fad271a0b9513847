import { useCallback, useEffect, useState } from 'react';
import { distinctUntilChanged, filter, map, startWith } from '@tessera/shared/kernel';
import type { Quote } from '../../domain/contract';
import { ChangePill, ChangeText } from '../../design/ui/figures/AmountText';
import { useQuoteStream } from './useLive';

export interface LiveChangeProps {
  readonly symbol: string;
  readonly variant?: 'text' | 'pill' | undefined;
  /** An answer over HTTP, shown until the stream brings its first quote. */
  readonly snapshot?: Quote | undefined;
}

/** The 24-hour change of a symbol, live. It renders only when the shown figure can have changed. */
export function LiveChange({ symbol, variant = 'text', snapshot }: LiveChangeProps) {
  const quotes = useQuoteStream();
  const rateNow = useCallback(() => quotes.peek(symbol)?.changeRate ?? undefined, [quotes, symbol]);
  const [rate, setRate] = useState(rateNow);
  useEffect(() => {
    const subscription = quotes
      .watch([symbol])
      .pipe(
        filter((changed) => changed.some((quote) => quote.symbol === symbol)),
        startWith(undefined),
        map(rateNow),
        distinctUntilChanged(),
      )
      .subscribe(setRate);
    return () => subscription.unsubscribe();
  }, [quotes, symbol, rateNow]);
  const shown = rate ?? snapshot?.changeRate;
  return variant === 'pill' ? <ChangePill rate={shown} /> : <ChangeText rate={shown} />;
}
