/** Opens a page of this remote in a test, on a market of the given symbols whose prices differ. */
import { act } from '@testing-library/react';
import type { EndpointResponse, SymbolInfo } from '@tessera/shared/contract';
import type { RemoteHandle, SessionState } from '@tessera/shared/federation';
import { aForexSymbol, aQuote, aSymbol, at, fakeContext, visitor, type FakeContext } from '@tessera/shared/testing';
import { mount } from '../remote';

export const someSymbols = (count: number): SymbolInfo[] =>
  Array.from({ length: count }, (_, index) =>
    aSymbol({ symbol: `C${String(index).padStart(3, '0')}-USDT`, base: `C${String(index).padStart(3, '0')}` }),
  );

export const noArticles: EndpointResponse<'newsList'> = { items: [], page: 1, pageSize: 10, total: 0 };

export interface OpenedMarket {
  readonly context: FakeContext;
  readonly handle: RemoteHandle;
  goTo(path: string, search?: string): void;
  close(): void;
}

export function openMarket(
  path: string,
  {
    search = '',
    symbols = [aSymbol(), aForexSymbol()],
    session = visitor,
    prepare = () => undefined,
  }: {
    readonly search?: string;
    readonly symbols?: readonly SymbolInfo[];
    readonly session?: SessionState;
    readonly prepare?: (context: FakeContext) => void;
  } = {},
): OpenedMarket {
  const context = fakeContext({ remote: 'market', path, search, session });
  const quotes = symbols.map(({ symbol }, index) =>
    aQuote({
      symbol,
      seq: 50 + index,
      price: String(100 + index),
      changeRate: `0.00${String(index % 10)}1`,
      turnover: String(9000 - index * 10),
    }),
  );
  context.api.respond('coinList', { version: 1, symbols: [...symbols], assets: [] });
  context.api.respond('quotation', { serverMs: context.clock.now(), quotes });
  context.api.respond('whQuotation', { serverMs: context.clock.now(), quotes: [] });
  context.api.respond('newsList', noArticles);
  context.api.respond('newsBanners', { items: [] });
  context.api.respond('depth', ({ symbol }) => ({
    symbol,
    seq: 1,
    atMs: context.clock.now(),
    bids: [],
    asks: [],
    isModelled: true,
  }));
  context.api.respond('recentTrades', ({ symbol }) => ({ symbol, trades: [], isModelled: true }));
  prepare(context);
  const element = document.body.appendChild(document.createElement('div'));
  let handle: RemoteHandle | undefined;
  act(() => {
    handle = mount(element, context);
  });
  const mounted = handle as RemoteHandle | undefined;
  if (mounted === undefined) throw new Error('mount returned no handle');
  return {
    context,
    handle: mounted,
    goTo: (next, nextSearch = '') => act(() => mounted.update(at(context, next, nextSearch))),
    close: () => {
      act(() => mounted.unmount());
      document.body.replaceChildren();
    },
  };
}
