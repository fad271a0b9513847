import type { SymbolInfo } from '@tessera/shared/contract';
import { OrderBook, TradesList } from '@tessera/shared/ui';
import { useBook } from './useBook';

/** Both parts come with the same frames; only one of them is on the screen. */
export function BookTab({ info, part }: { readonly info: SymbolInfo; readonly part: 'book' | 'trades' }) {
  const book = useBook(info.symbol);
  const { symbol, base, quote, digits } = info;
  return part === 'book' ? (
    <OrderBook variant="full" book={book} symbol={symbol} base={base} quote={quote} digits={digits} />
  ) : (
    <TradesList book={book} symbol={symbol} base={base} quote={quote} digits={digits} />
  );
}
