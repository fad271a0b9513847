/** What spot orders answer: every rule of acceptance and of cancelling. */
import { randomUUID } from 'node:crypto';
import { unopenedSymbol, type Answer, type Money, type TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;
const symbol = 'BTC-USDT';
const limitBuy = { symbol, side: 'buy', entrustment: 'limit', price: '97000', quantity: '0.01' };
const limitSell = { ...limitBuy, side: 'sell', price: '98500' };
const marketBuy = { symbol, side: 'buy', entrustment: 'market', total: '500', seenPrice: '98000' };
const marketSell = { symbol, side: 'sell', entrustment: 'market', quantity: '0.01', seenPrice: '98000' };
const rich: Money = { coin: '9000000', coins: { BTC: '80' } };

/** A fresh price of 98,000, a person with money, and the order. */
async function place(exchange: TradingExchange, order: Fields, money: Money = rich): Promise<Answer> {
  await exchange.tick(symbol, '98000');
  return (await exchange.aPerson(money)).ask('spotSubmit', { clientOrderId: randomUUID(), ...order });
}

/** The order with other fields: what is refused, and just what is not. */
const refused = (
  situation: string,
  code: MessageCase['code'],
  order: Fields,
  params?: MessageCase['params'],
  money?: Money,
): MessageCase => ({
  situation,
  code,
  ...(params === undefined ? {} : { params }),
  act: (exchange) => place(exchange, order, money),
});
const accepted = (situation: string, order: Fields, money?: Money): MessageCase =>
  refused(situation, 'ok', order, undefined, money);

export const spotCases: readonly MessageCase[] = [
  accepted('a limit purchase', limitBuy),
  accepted('a limit sale', limitSell),
  accepted('a market purchase by total', marketBuy),
  accepted('a market sale', marketSell),

  refused('a pair that is not in the catalogue', 'ORDER_SYMBOL_NOT_FOUND', { ...limitBuy, symbol: 'MOON-USDT' }),
  refused('forex, which has no spot trading', 'ORDER_SYMBOL_NOT_FOUND', { ...limitBuy, symbol: 'EUR-USD' }),
  refused('a pair without spot trading', 'ORDER_SYMBOL_NOT_TRADABLE', { ...limitBuy, symbol: unopenedSymbol }),
  {
    situation: 'terms of a pair without spot trading',
    code: 'ORDER_SYMBOL_NOT_TRADABLE',
    act: (exchange) => exchange.ask('spotTerms', { symbol: unopenedSymbol }),
  },
  {
    situation: 'trading in the pair is suspended by a published incident',
    code: 'ORDER_SYMBOL_NOT_TRADABLE',
    async act(exchange) {
      await exchange.suspend('DOGE-USDT');
      await exchange.tick('DOGE-USDT', '0.19');
      return place(exchange, { ...limitBuy, symbol: 'DOGE-USDT', price: '0.19', quantity: '100' });
    },
  },
  refused('neither purchase nor sale', 'ORDER_DIRECTION_WRONG', { ...limitBuy, side: 'hold' }),
  refused('neither limit nor market', 'PARAMETER_WRONG', { ...limitBuy, entrustment: 'iceberg' }, { field: 'entrustment' }),

  refused(
    'a limit sale below the current price',
    'ORDER_LIMIT_SELL_BELOW_PRICE',
    { ...limitSell, price: '97999.99' },
    { price: '98000' },
  ),
  accepted('a limit sale at the current price', { ...limitSell, price: '98000' }),
  refused('a limit without a price', 'PARAMETER_MISSING', { ...limitBuy, price: undefined }, { field: 'price' }),
  refused('a limit of zero', 'ORDER_PRICE_NOT_POSITIVE', { ...limitBuy, price: '0' }),
  refused('a negative limit', 'PARAMETER_WRONG', { ...limitBuy, price: '-97000' }, { field: 'price' }),
  refused('a limit finer than the symbol', 'ORDER_PRICE_STEP', { ...limitBuy, price: '97000.005' }, { step: '0.01' }),
  refused(
    'a limit far below the market',
    'ORDER_PRICE_BAND',
    { ...limitBuy, price: '78399.99' },
    { min: '78400', max: '117600' },
  ),
  refused(
    'a limit far above the market',
    'ORDER_PRICE_BAND',
    { ...limitSell, price: '117600.01' },
    { min: '78400', max: '117600' },
  ),
  accepted('the lowest limit there is', { ...limitBuy, price: '78400' }),

  refused('no quantity', 'PARAMETER_MISSING', { ...limitBuy, quantity: undefined }, { field: 'quantity' }),
  refused('a market purchase of nothing', 'PARAMETER_MISSING', { ...marketBuy, total: undefined }, { field: 'quantity' }),
  refused('a quantity of zero', 'ORDER_QUANTITY_NOT_POSITIVE', { ...limitBuy, quantity: '0' }),
  refused('a negative quantity', 'PARAMETER_WRONG', { ...limitBuy, quantity: '-0.01' }, { field: 'quantity' }),
  refused(
    'a quantity just below the minimum',
    'ORDER_QUANTITY_BELOW_MIN',
    { ...limitBuy, quantity: '0.00001' },
    { min: '0.00002' },
  ),
  refused('a quantity just above the maximum', 'ORDER_QUANTITY_ABOVE_MAX', { ...limitBuy, quantity: '50.00001' }, { max: '50' }),
  accepted('the maximum itself', { ...limitBuy, quantity: '50' }),
  refused('a quantity between two steps', 'ORDER_QUANTITY_STEP', { ...limitBuy, quantity: '0.010005' }, { step: '0.00001' }),
  refused(
    'worth less than the minimum',
    'ORDER_TOTAL_BELOW_MIN',
    { ...limitBuy, quantity: '0.0001' },
    { min: '10', asset: 'USDT' },
  ),
  refused(
    'a purchase for less than the minimum',
    'ORDER_TOTAL_BELOW_MIN',
    { ...marketBuy, total: '9.99' },
    { min: '10', asset: 'USDT' },
  ),
  refused('a purchase for nothing', 'ORDER_TOTAL_BELOW_MIN', { ...marketBuy, total: '0' }, { min: '10', asset: 'USDT' }),

  refused(
    'a purchase above what is there',
    'WALLET_BALANCE_INSUFFICIENT',
    limitBuy,
    { available: '970.9', asset: 'USDT' },
    { coin: '970.9' },
  ),
  accepted('a purchase of just what is there, fee included', limitBuy, { coin: '970.97' }),
  refused(
    'a sale of more than there is',
    'WALLET_BALANCE_INSUFFICIENT',
    limitSell,
    { available: '0.0099', asset: 'BTC' },
    { coins: { BTC: '0.0099' } },
  ),

  refused(
    'a market order without the price that was seen',
    'PARAMETER_MISSING',
    { ...marketSell, seenPrice: undefined },
    { field: 'seenPrice' },
  ),
  refused(
    'the price moved since it was seen',
    'ORDER_PRICE_MOVED',
    { ...marketBuy, seenPrice: '97900' },
    { old: '97900', new: '98000' },
  ),
  accepted('the price moved by no more than is tolerated', { ...marketBuy, seenPrice: '97903' }),
  {
    situation: 'the last price is older than the symbol allows',
    code: 'ORDER_PRICE_STALE',
    async act(exchange) {
      await exchange.tick('AVAX-USDT', '24');
      exchange.clock.advance(3001);
      return place(exchange, { ...limitBuy, symbol: 'AVAX-USDT', price: '23', quantity: '10' });
    },
  },

  {
    situation: 'cancelling an order that does not exist',
    code: 'ORDER_NOT_FOUND',
    act: async (exchange) => (await exchange.aPerson()).ask('spotCancel', { id: '987654' }),
  },
  {
    situation: 'cancelling another person’s order',
    code: 'ORDER_NOT_FOUND',
    async act(exchange) {
      const { message } = await place(exchange, limitBuy);
      return (await exchange.aPerson()).ask('spotCancel', { id: (message as { id: string }).id });
    },
  },
  {
    situation: 'cancelling an order that waits',
    code: 'ok',
    act: (exchange) => cancelAfter(exchange, limitBuy, async () => undefined),
  },
  {
    situation: 'cancelling an order that was filled',
    code: 'ORDER_NOT_CANCELLABLE',
    act: (exchange) => cancelAfter(exchange, marketSell, () => nextTick(exchange)),
  },
  {
    situation: 'cancelling an order that was cancelled',
    code: 'ORDER_NOT_CANCELLABLE',
    act: (exchange) =>
      cancelAfter(exchange, limitBuy, async (cancel) => {
        await cancel();
        await nextTick(exchange);
      }),
  },
  {
    situation: 'one key for two different orders',
    code: 'REQUEST_ILLEGAL',
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      const [person, key] = [await exchange.aPerson(rich), randomUUID()];
      await person.get('spotSubmit', { clientOrderId: randomUUID(), ...limitBuy }, key);
      return person.ask('spotSubmit', { clientOrderId: randomUUID(), ...limitBuy, quantity: '0.02' }, key);
    },
  },
  {
    situation: 'a visitor',
    code: 'AUTH_LOGIN_REQUIRED',
    act: (exchange) => exchange.ask('spotSubmit', { clientOrderId: randomUUID(), ...limitBuy }),
  },
];

async function cancelAfter(
  exchange: TradingExchange,
  order: Fields,
  meanwhile: (cancel: () => Promise<Answer>) => Promise<void>,
): Promise<Answer> {
  await exchange.tick(symbol, '98000');
  const person = await exchange.aPerson(rich);
  const { id } = await person.get<{ id: string }>('spotSubmit', { clientOrderId: randomUUID(), ...order });
  const cancel = () => person.ask('spotCancel', { id });
  await meanwhile(cancel);
  return cancel();
}

/** A tick after the acceptance, and a look at it. */
async function nextTick(exchange: TradingExchange): Promise<void> {
  exchange.clock.advance(500);
  await exchange.tick(symbol, '98000');
  exchange.clock.advance(6000);
  await exchange.execute();
}
