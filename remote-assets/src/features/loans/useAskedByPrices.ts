import type { Loan } from '@tessera/shared/contract';
import { useQuotes } from '@tessera/shared/react';
import { useEffect, useRef } from 'react';

/** Least time between two reloads. */
const askedEveryMs = 5000;
/** For reads that depend on prices: polled only while the socket is not connected. Otherwise useAskedByPrices reloads them. */
export const movedByPrices = { freshMs: 0, refetchEveryMs: askedEveryMs, isPushed: true } as const;

/** The markets of the loans' collateral. */
export const marketsOf = (loans: readonly Loan[]): readonly string[] =>
  loans.flatMap(({ asset, collateral }) => collateral.flatMap((one) => (one.asset === asset ? [] : [`${one.asset}-${asset}`])));

/** Calls `ask` when one of these markets has ticked, at most every five seconds. */
export function useAskedByPrices(markets: readonly string[], ask: () => void): void {
  const symbols = [...new Set(markets)].sort();
  const quotes = useQuotes(symbols, askedEveryMs);
  const ticks = symbols.flatMap((symbol) => quotes.get(symbol)?.seq ?? []).join();
  const latest = useRef({ ask, ticks });
  useEffect(() => {
    latest.current.ask = ask;
  });
  useEffect(() => {
    const before = latest.current.ticks;
    latest.current.ticks = ticks;
    // The first known ticks are no change.
    if (before !== '' && before !== ticks) latest.current.ask();
  }, [ticks]);
}
