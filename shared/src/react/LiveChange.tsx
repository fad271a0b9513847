import { useEffect, useState } from 'react';
import { distinctUntilChanged, filter, map, startWith } from '@tessera/shared/kernel';
import { ChangePill, ChangeText } from '../ui/figures/AmountText';
import { useQuoteStream } from './useLive';

/** The 24-hour change of a symbol, live. It renders only when the shown figure can have changed. */
export function LiveChange({ symbol, variant = 'text' }: { readonly symbol: string; readonly variant?: 'text' | 'pill' | undefined }) {
  const quotes = useQuoteStream();
  const rateNow = () => quotes.peek(symbol)?.changeRate ?? undefined;
  const [rate, setRate] = useState(rateNow);
  useEffect(() => {
    const subscription = quotes
      .watch([symbol])
      .pipe(filter((changed) => changed.some((quote) => quote.symbol === symbol)), startWith(undefined), map(rateNow), distinctUntilChanged())
      .subscribe(setRate);
    return () => subscription.unsubscribe();
  }, [quotes, symbol]);
  return variant === 'pill' ? <ChangePill rate={rate} /> : <ChangeText rate={rate} />;
}
