/**
 * The market as a page needs it: the catalogue of symbols and the last answer about their prices. The catalogue decides
 * whether there is anything to show; prices that could not be asked for make the page stale, not empty, because the
 * stream brings them too.
 */
import { useEffect, useMemo, useState } from 'react';
import type { Quote, SymbolInfo } from '@tessera/shared/contract';
import { switchMap, takeUntil, timer } from '@tessera/shared/kernel';
import { everySecond$, useEndpoint, useQuoteStream } from '@tessera/shared/react';
import { dataOf, type Loadable } from '@tessera/shared/ui';
import { newest, type Quotes } from './ranking';

export interface Market {
  readonly symbols: readonly SymbolInfo[];
  readonly bySymbol: ReadonlyMap<string, SymbolInfo>;
  /** As last answered over HTTP; rows show live prices by themselves. */
  readonly snapshot: Quotes;
}

const catalogueFreshMs = 300_000;
/** Without the socket this is where prices come from. */
const refetchEveryMs = 10_000;
/** So many symbols are looked at in turn, so often and for so long, beside those that are in sight. */
const glance = { symbols: 30, everyMs: 20_000, forMs: 2000 };

export function useMarket(): { readonly market: Loadable<Market>; readonly retry: () => void } {
  const catalogue = useEndpoint('coinList', {}, { freshMs: catalogueFreshMs });
  const prices = { refetchEveryMs, isPushed: true, keepsPrevious: true };
  const crypto = useEndpoint('quotation', {}, prices);
  const others = useEndpoint('whQuotation', {}, prices);

  const symbols = dataOf(catalogue.loadable)?.symbols;
  const [cryptoQuotes, otherQuotes] = [crypto.data?.quotes, others.data?.quotes];
  const data = useMemo<Market | undefined>(() => {
    if (symbols === undefined) return undefined;
    const snapshot = new Map<string, Quote>();
    for (const quote of [...(cryptoQuotes ?? []), ...(otherQuotes ?? [])]) {
      const later = newest(snapshot.get(quote.symbol), quote);
      if (later !== undefined) snapshot.set(quote.symbol, later);
    }
    return { symbols, bySymbol: new Map(symbols.map((info) => [info.symbol, info])), snapshot };
  }, [symbols, cryptoQuotes, otherQuotes]);

  const retry = () => {
    catalogue.refetch();
    crypto.refetch();
    others.refetch();
  };
  return { market: joined(data, [catalogue.loadable, crypto.loadable, others.loadable]), retry };
}

/** The worst state of the parts around the joined data. */
function joined(
  data: Market | undefined,
  [catalogue, ...prices]: readonly [Loadable<unknown>, ...Loadable<unknown>[]],
): Loadable<Market> {
  if (data === undefined)
    return catalogue.state === 'failed' ? { state: 'failed', error: catalogue.error } : { state: 'loading' };
  for (const part of [catalogue, ...prices]) {
    if (part.state === 'failed') return { state: 'failed', error: part.error, data, sinceMs: part.sinceMs };
    if (part.state === 'stale') return { state: 'stale', data, sinceMs: part.sinceMs };
  }
  return { state: 'ready', data };
}

/** The newest known quote of every symbol, at most once a second: what a list is ordered by, and its quieter figures. */
export function useNewestQuotes(market: Market | undefined): Quotes {
  const stream = useQuoteStream();
  useGlances(market);
  const [quotes, setQuotes] = useState<Quotes>(() => collected(market, stream.peek));
  useEffect(() => {
    const collect = () => setQuotes((before) => unlessSame(before, collected(market, stream.peek)));
    collect();
    const subscription = everySecond$.subscribe(collect);
    return () => subscription.unsubscribe();
  }, [market, stream]);
  return quotes;
}

/**
 * The order of a list depends on rows out of sight, too, which nobody watches. The socket brings them now and then, for a moment and
 * some at a time: its first answer to a subscription is the present price.
 */
function useGlances(market: Market | undefined): void {
  const stream = useQuoteStream();
  const symbols = market?.symbols;
  useEffect(() => {
    if (symbols === undefined || symbols.length === 0) return undefined;
    const turns = Math.ceil(symbols.length / glance.symbols);
    const glances = timer(glance.everyMs, glance.everyMs).pipe(
      switchMap((count) => {
        const from = (count % turns) * glance.symbols;
        const names = symbols.slice(from, from + glance.symbols).map(({ symbol }) => symbol);
        return stream.watch(names).pipe(takeUntil(timer(glance.forMs)));
      }),
    );
    const subscription = glances.subscribe();
    return () => subscription.unsubscribe();
  }, [stream, symbols]);
}

function collected(market: Market | undefined, peek: (symbol: string) => Quote | undefined): Quotes {
  const quotes = new Map<string, Quote>();
  for (const { symbol } of market?.symbols ?? []) {
    const quote = newest(market?.snapshot.get(symbol), peek(symbol));
    if (quote !== undefined) quotes.set(symbol, quote);
  }
  return quotes;
}

function unlessSame(before: Quotes, after: Quotes): Quotes {
  const isSame = before.size === after.size && [...after].every(([symbol, quote]) => before.get(symbol)?.seq === quote.seq);
  return isSame ? before : after;
}
