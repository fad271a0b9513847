/**
 * Values open positions by the live quotes: the screen's own market with each frame, the others twice a second. A quote that is missing or older than its symbol allows values
 * nothing: a dash is shown, never a guess.
 */
import { useEffect, useMemo, useState } from 'react';
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import type { LiveQuote } from '@tessera/shared/federation';
import { price, type Price } from '@tessera/shared/money';
import { everySecond$, isQuoteOld, useClock, useQuotes } from '@tessera/shared/react';
import { divisorSymbolOf, noDivisor } from '@tessera/shared/trading';
import { positionFigures, type PositionFigures } from './positionFigures';

const everyMs = 500;

export interface Valuing {
  /** The symbol's live price, while it is not old. */
  tickPriceOf(info: SymbolInfo | undefined): Price | undefined;
  /** Quote units per USDT, while it is known. */
  divisorOf(info: SymbolInfo | undefined): Price | undefined;
  figuresOf(order: LeverageOrder): PositionFigures | undefined;
}

interface Catalogue {
  readonly find: (symbol: string) => SymbolInfo | undefined;
  readonly scale: number;
}

export function useValuing(
  orders: readonly LeverageOrder[],
  { find, scale }: Catalogue,
  /** The quote that the screen shows: its market is valued by it and by no other. */
  live?: LiveQuote | undefined,
): Valuing {
  const clock = useClock();
  const liveSymbol = live?.symbol;
  const symbols = useMemo(() => {
    const wanted = [...new Set([...orders.map(({ symbol }) => symbol), ...(liveSymbol === undefined ? [] : [liveSymbol])])];
    const divisors = wanted.flatMap((symbol) => {
      const info = find(symbol);
      return (info === undefined ? undefined : divisorSymbolOf(info)) ?? [];
    });
    return [...new Set([...wanted, ...divisors])].sort();
  }, [orders, liveSymbol, find]);
  const quotes = useQuotes(symbols, everyMs);
  // Quotes grow old without anything coming: a look every second.
  const [nowMs, setNowMs] = useState(() => clock.now());
  useEffect(() => {
    const subscription = everySecond$.subscribe(() => setNowMs(clock.now()));
    return () => subscription.unsubscribe();
  }, [clock]);

  return useMemo(() => {
    const priceOf = (symbol: string): Price | undefined => {
      const quote = live?.symbol === symbol ? live : quotes.get(symbol);
      const staleAfterMs = find(symbol)?.staleAfterMs;
      if (
        quote === undefined ||
        staleAfterMs === undefined ||
        isQuoteOld(quote, Math.max(nowMs, quote.receivedAtMs), staleAfterMs)
      )
        return undefined;
      return price(quote.price);
    };
    const divisorOf = (info: SymbolInfo | undefined): Price | undefined => {
      if (info === undefined) return undefined;
      const symbol = divisorSymbolOf(info);
      return symbol === undefined ? noDivisor : priceOf(symbol);
    };
    return {
      tickPriceOf: (info) => (info === undefined ? undefined : priceOf(info.symbol)),
      divisorOf,
      figuresOf: (order) => {
        const tickPrice = priceOf(order.symbol);
        const divisor = divisorOf(find(order.symbol));
        return tickPrice === undefined || divisor === undefined
          ? undefined
          : positionFigures(order, tickPrice, { divisor, scale });
      },
    };
  }, [quotes, live, nowMs, find, scale]);
}
