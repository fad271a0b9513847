import type { SymbolInfo } from '@tessera/shared/contract';
import { useBook } from '@tessera/shared/react';
import { OrderBook, TradesList } from '@tessera/shared/ui';

/** Both parts come with the same frames; only one of them is on the screen. */
export function BookTab({ info, part }: { readonly info: SymbolInfo; readonly part: 'book' | 'trades' }) {
  const { book, retry } = useBook(info.symbol);
  const { symbol, base, quote, digits } = info;
  return part === 'book' ? (
    <OrderBook variant="full" book={book} symbol={symbol} base={base} quote={quote} digits={digits} onRetry={retry} />
  ) : (
    <TradesList book={book} symbol={symbol} base={base} quote={quote} digits={digits} onRetry={retry} />
  );
}
