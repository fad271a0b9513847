/** What seconds contracts answer: every rule of acceptance, on crypto and on forex and metals. */
import { randomUUID } from 'node:crypto';
import { closedMs, closingMs, unopenedSymbol, type Answer, type Person, type TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;
const symbol = 'BTC-USDT';
const usual = { symbol, direction: 'long', seconds: 30, stake: '25', asset: 'USDT' };

/** A fresh price, a person, terms, and the order with `changed` fields. */
async function order(exchange: TradingExchange, changed: Fields = {}, coin = '1000'): Promise<Answer> {
  await exchange.tick(symbol, '98000');
  const person = await exchange.aPerson({ coin });
  return submit(person, changed, await quoteId(person));
}

const quoteId = async (person: Person, asked: Fields = {}): Promise<string> =>
  (await person.get<{ quoteId: string }>('secondsTerms', { symbol, seconds: 30, ...asked })).quoteId;

const submit = (person: Person, changed: Fields, quote: string, key?: string): Promise<Answer> =>
  person.ask('secondsSubmit', { clientOrderId: randomUUID(), quoteId: quote, ...usual, ...changed }, key);

/** Terms only: the rules about what and when come before the price. */
const quoteOf = async (exchange: TradingExchange, asked: Fields): Promise<Answer> =>
  (await exchange.aPerson()).ask('secondsTerms', { symbol, seconds: 30, ...asked });

/** Every way to ask for a symbol that is closing or closed, as forex and as metal. */
const atHours = (asked: string, code: 'ORDER_MARKET_CLOSING' | 'ORDER_MARKET_CLOSED', atMs: number): MessageCase => ({
  situation: `${asked}: ${code === 'ORDER_MARKET_CLOSED' ? 'the market is closed' : 'the last minutes before the close'}`,
  code,
  atMs,
  act: (exchange) => quoteOf(exchange, { symbol: asked }),
});

export const secondsCases: readonly MessageCase[] = [
  { situation: 'an order as it should be', code: 'ok', act: (exchange) => order(exchange) },
  {
    situation: 'a pair that is not in the catalogue',
    code: 'ORDER_SYMBOL_NOT_FOUND',
    act: (exchange) => order(exchange, { symbol: 'MOON-USDT' }),
  },
  {
    situation: 'terms for a pair that is not in the catalogue',
    code: 'ORDER_SYMBOL_NOT_FOUND',
    act: (exchange) => quoteOf(exchange, { symbol: 'MOON-USDT' }),
  },
  {
    situation: 'durations of a pair that is not in the catalogue',
    code: 'ORDER_SYMBOL_NOT_FOUND',
    act: (exchange) => exchange.ask('durations', { symbol: 'MOON-USDT' }),
  },
  {
    situation: 'forex through the call for crypto',
    code: 'ORDER_SYMBOL_NOT_FOUND',
    act: (exchange) => order(exchange, { symbol: 'EUR-USD' }),
  },
  {
    situation: 'crypto through the call for forex and metals',
    code: 'ORDER_SYMBOL_NOT_FOUND',
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      const person = await exchange.aPerson();
      return person.ask('secondsWhSubmit', { clientOrderId: randomUUID(), quoteId: await quoteId(person), ...usual });
    },
  },
  {
    situation: 'a pair without seconds contracts',
    code: 'ORDER_SYMBOL_NOT_TRADABLE',
    act: (exchange) => quoteOf(exchange, { symbol: unopenedSymbol }),
  },
  {
    situation: 'trading in the pair is suspended by a published incident',
    code: 'ORDER_SYMBOL_NOT_TRADABLE',
    async act(exchange) {
      await exchange.suspend('ADA-USDT');
      await exchange.tick('ADA-USDT', '0.68');
      return quoteOf(exchange, { symbol: 'ADA-USDT' });
    },
  },
  atHours('EUR-USD', 'ORDER_MARKET_CLOSING', closingMs),
  atHours('XAU-USD', 'ORDER_MARKET_CLOSING', closingMs),
  atHours('EUR-USD', 'ORDER_MARKET_CLOSED', closedMs),
  atHours('XAG-USD', 'ORDER_MARKET_CLOSED', closedMs),
  {
    situation: 'neither long nor short',
    code: 'ORDER_DIRECTION_WRONG',
    act: (exchange) => order(exchange, { direction: 'sideways' }),
  },
  {
    situation: 'no direction',
    code: 'PARAMETER_MISSING',
    params: { field: 'direction' },
    act: (exchange) => order(exchange, { direction: undefined }),
  },
  {
    situation: 'a duration that is not offered',
    code: 'ORDER_DURATION_NOT_FOUND',
    act: (exchange) => quoteOf(exchange, { seconds: 31 }),
  },
  {
    situation: 'no stake',
    code: 'PARAMETER_MISSING',
    params: { field: 'stake' },
    act: (exchange) => order(exchange, { stake: undefined }),
  },
  {
    situation: 'a negative stake',
    code: 'PARAMETER_WRONG',
    params: { field: 'stake' },
    act: (exchange) => order(exchange, { stake: '-25' }),
  },
  {
    situation: 'a stake of zero',
    code: 'ORDER_STAKE_BELOW_MIN',
    params: { min: '10', asset: 'USDT' },
    act: (exchange) => order(exchange, { stake: '0' }),
  },
  {
    situation: 'a stake just below the minimum',
    code: 'ORDER_STAKE_BELOW_MIN',
    params: { min: '10', asset: 'USDT' },
    act: (exchange) => order(exchange, { stake: '9.999999' }),
  },
  { situation: 'the minimum itself', code: 'ok', act: (exchange) => order(exchange, { stake: '10' }) },
  {
    situation: 'a stake just above the maximum',
    code: 'ORDER_STAKE_ABOVE_MAX',
    params: { max: '10000', asset: 'USDT' },
    act: (exchange) => order(exchange, { stake: '10000.000001' }, '90000'),
  },
  {
    situation: 'a stake finer than the asset',
    code: 'PARAMETER_WRONG',
    params: { field: 'stake' },
    act: (exchange) => order(exchange, { stake: '25.0000001' }),
  },
  {
    situation: 'stake and fee above what is there',
    code: 'WALLET_BALANCE_INSUFFICIENT',
    params: { available: '25.4', asset: 'USDT' },
    act: (exchange) => order(exchange, {}, '25.4'),
  },
  {
    situation: 'an asset that seconds contracts are not paid in',
    code: 'WALLET_ASSET_WRONG',
    act: (exchange) => order(exchange, { asset: 'BTC' }),
  },
  { situation: 'no price yet', code: 'ORDER_PRICE_STALE', act: (exchange) => quoteOf(exchange, { symbol: 'TRX-USDT' }) },
  {
    situation: 'the last price is older than the symbol allows',
    code: 'ORDER_PRICE_STALE',
    async act(exchange) {
      await exchange.tick('LTC-USDT', '103');
      exchange.clock.advance(3001);
      return quoteOf(exchange, { symbol: 'LTC-USDT' });
    },
  },
  {
    situation: 'the last price was filled in afterwards',
    code: 'ORDER_PRICE_STALE',
    async act(exchange) {
      await exchange.tick('LINK-USDT', '17', { isFilled: true });
      return quoteOf(exchange, { symbol: 'LINK-USDT' });
    },
  },
  {
    situation: 'terms that are over',
    code: 'ORDER_QUOTE_EXPIRED',
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      const person = await exchange.aPerson();
      const quote = await quoteId(person);
      exchange.clock.advance(10_000);
      await exchange.tick(symbol, '98000');
      return submit(person, {}, quote);
    },
  },
  {
    situation: 'terms of another person',
    code: 'REQUEST_ILLEGAL',
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      return submit(await exchange.aPerson(), {}, await quoteId(await exchange.aPerson()));
    },
  },
  {
    situation: 'the price moved since the terms',
    code: 'ORDER_PRICE_MOVED',
    params: { old: '98000', new: '98098.01' },
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      const person = await exchange.aPerson();
      const quote = await quoteId(person);
      await exchange.tick(symbol, '98098.01');
      return submit(person, {}, quote);
    },
  },
  {
    situation: 'the price moved by just as much as is tolerated',
    code: 'ok',
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      const person = await exchange.aPerson();
      const quote = await quoteId(person);
      await exchange.tick(symbol, '98098');
      return submit(person, {}, quote);
    },
  },
  {
    situation: 'one key for two different orders',
    code: 'REQUEST_ILLEGAL',
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      const person = await exchange.aPerson();
      const [quote, key] = [await quoteId(person), randomUUID()];
      await submit(person, {}, quote, key);
      return submit(person, { stake: '30' }, quote, key);
    },
  },
  {
    situation: 'the proof of an order that does not exist',
    code: 'ORDER_NOT_FOUND',
    act: async (exchange) => (await exchange.aPerson()).ask('secondsProve', { orderId: '987654' }),
  },
  {
    situation: 'the proof of another person’s order',
    code: 'ORDER_NOT_FOUND',
    async act(exchange) {
      const { message } = await order(exchange);
      return (await exchange.aPerson()).ask('secondsProve', { orderId: (message as { id: string }).id });
    },
  },
  {
    situation: 'a visitor',
    code: 'AUTH_LOGIN_REQUIRED',
    act: (exchange) => exchange.ask('secondsSubmit', { clientOrderId: randomUUID(), quoteId: 'q', ...usual }),
  },
];
