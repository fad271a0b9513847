/** The order book and the latest trades of a spot symbol over HTTP; the socket's book stream has the same (realtime/orderBookStream). */
import { AppError } from '@tessera/shared/errors';
import type { Catalog } from '../catalog/Catalog';
import { requireSymbol } from '../catalog/requireSymbol';
import type { Handlers } from '../http/handler';
import { bookTermsOf, type OrderBookCache } from './OrderBookCache';

const defaultTrades = 30;

export function orderBookHandlers(catalog: Catalog, orderBooks: OrderBookCache): Pick<Handlers, 'depth' | 'recentTrades'> {
  function demandSpot(symbol: string): void {
    requireSymbol(catalog, symbol);
    if (bookTermsOf(catalog, symbol) === undefined) throw new AppError('FEATURE_NOT_OPEN');
  }
  return {
    depth: async ({ request: { symbol }, nowMs }) => {
      demandSpot(symbol);
      // Numbers of ticks begin at 1: before the first there is an empty book.
      return orderBooks.book(symbol) ?? { symbol, seq: 0, atMs: nowMs, bids: [], asks: [], isModelled: true };
    },
    recentTrades: async ({ request: { symbol, limit } }) => {
      demandSpot(symbol);
      return { symbol, trades: orderBooks.trades(symbol, limit ?? defaultTrades), isModelled: true };
    },
  };
}
