/** What a socket asks to see: quotes of some symbols, one chart, one order book. Names of symbols choose rooms; nothing else does. */
import { maxSubscriptions } from '@tessera/shared/contract';
import type { Catalog } from '../catalog/Catalog';
import { bookTermsOf } from '../market/OrderBookCache';
import { bookRoom, type OrderBookStream } from './orderBookStream';
import type { OurSocket } from './OurSocket';
import { chartRoom, listRoom, type QuoteStream } from './quoteStream';

export interface SubscriptionsDeps {
  readonly catalog: Catalog;
  readonly quotes: Pick<QuoteStream, 'snapshot'>;
  readonly orderBooks: Pick<OrderBookStream, 'firstFrame'>;
}

/** Answers what makes a new socket heard. */
export function createSubscriptions({ catalog, quotes, orderBooks }: SubscriptionsDeps): (socket: OurSocket) => void {
  function watch(socket: OurSocket, symbols: Set<string>): void {
    const { data } = socket;
    if (data.symbols.size > 0) void socket.leave(listRoom(data.symbols));
    data.symbols = symbols;
    if (symbols.size > 0) void socket.join(listRoom(symbols));
  }

  const knownSymbols = (given: unknown): string[] =>
    Array.isArray(given)
      ? given
          .slice(0, maxSubscriptions)
          .filter((symbol): symbol is string => typeof symbol === 'string' && catalog.symbol(symbol) !== undefined)
      : [];

  /** One book at a time, and only of a symbol that has one; anything else closes it. */
  function watchBook(socket: OurSocket, given: unknown): void {
    const { data } = socket;
    if (data.book !== undefined) void socket.leave(bookRoom(data.book));
    data.book = knownSymbols([given]).find((symbol) => bookTermsOf(catalog, symbol) !== undefined);
    if (data.book === undefined) return;
    void socket.join(bookRoom(data.book));
    const first = orderBooks.firstFrame(data.book);
    if (first !== undefined) socket.emit('book', first);
  }

  return (socket) => {
    const { data } = socket;
    socket.on('quotes.subscribe', (given, answer) => {
      const asked = knownSymbols(given);
      watch(socket, new Set([...data.symbols, ...asked].slice(0, maxSubscriptions)));
      if (typeof answer === 'function') answer(quotes.snapshot(asked.filter((symbol) => data.symbols.has(symbol))));
    });
    socket.on('quotes.unsubscribe', (given) => {
      const gone = new Set(knownSymbols(given));
      watch(socket, new Set([...data.symbols].filter((symbol) => !gone.has(symbol))));
    });
    socket.on('chart.watch', (given) => {
      if (data.chart !== undefined) void socket.leave(chartRoom(data.chart));
      data.chart = knownSymbols([given])[0];
      if (data.chart !== undefined) void socket.join(chartRoom(data.chart));
    });
    socket.on('book.watch', (given) => watchBook(socket, given));
  };
}
