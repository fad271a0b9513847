/** What leveraged positions answer: every rule of opening, of stops, of closing and of cancelling, on crypto and on forex. */
import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@tessera/shared/contract';
import {
  closedMs,
  closingMs,
  unopenedSymbol,
  type Answer,
  type Money,
  type Person,
  type TradingExchange,
} from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;
const symbol = 'BTC-USDT';
/** At a price of 98,000 with a spread of 0.10 to each side. */
const marketLong = { symbol, direction: 'long', entrustment: 'market', lots: '0.01', leverage: 10, seenPrice: '98000.1' };
const marketShort = { ...marketLong, direction: 'short', seenPrice: '97999.9' };
const limitLong = { symbol, direction: 'long', entrustment: 'limit', lots: '0.01', leverage: 10, limitPrice: '97000' };
const limitShort = { ...limitLong, direction: 'short', limitPrice: '99000' };
const rich: Money = { contract: '9000000' };

const submit = (person: Person, order: Fields, key?: string): Promise<Answer> =>
  person.ask('leverageSubmit', { clientOrderId: randomUUID(), ...order }, key);

async function open(exchange: TradingExchange, order: Fields, money: Money = rich): Promise<Answer> {
  await exchange.tick(symbol, '98000');
  return submit(await exchange.aPerson(money), order);
}

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
  act: (exchange) => open(exchange, order, money),
});
const accepted = (situation: string, order: Fields, money?: Money): MessageCase =>
  refused(situation, 'ok', order, undefined, money);

/** The rules of section 5: 0 and the four wrong sides, and just beside each the price that may be set. */
const stopCases: readonly MessageCase[] = [
  refused('a take-profit of 0', 'ORDER_STOP_ZERO', { ...marketLong, takeProfit: '0' }),
  refused('a stop-loss of 0', 'ORDER_STOP_ZERO', { ...marketShort, stopLoss: '0' }),
  refused('a negative stop-loss', 'PARAMETER_WRONG', { ...marketLong, stopLoss: '-1' }, { field: 'stopLoss' }),
  refused('long, take-profit below the price', 'ORDER_TAKE_PROFIT_RULE', { ...marketLong, takeProfit: '97999' }),
  refused('long, stop-loss above the price', 'ORDER_STOP_LOSS_RULE', { ...marketLong, stopLoss: '98001' }),
  refused('short, take-profit above the price', 'ORDER_TAKE_PROFIT_RULE', { ...marketShort, takeProfit: '98001' }),
  refused('short, stop-loss below the price', 'ORDER_STOP_LOSS_RULE', { ...marketShort, stopLoss: '97999' }),
  refused('long limit, take-profit below the limit', 'ORDER_TAKE_PROFIT_RULE', { ...limitLong, takeProfit: '96999.99' }),
  refused('long limit, stop-loss above the limit', 'ORDER_STOP_LOSS_RULE', { ...limitLong, stopLoss: '97000.01' }),
  refused('short limit, take-profit above the limit', 'ORDER_TAKE_PROFIT_RULE', { ...limitShort, takeProfit: '99000.01' }),
  refused('short limit, stop-loss below the limit', 'ORDER_STOP_LOSS_RULE', { ...limitShort, stopLoss: '98999.99' }),
  refused('long limit, take-profit between limit and price', 'ORDER_TAKE_PROFIT_RULE', { ...limitLong, takeProfit: '97900' }),
  refused('short limit, take-profit between limit and price', 'ORDER_TAKE_PROFIT_RULE', { ...limitShort, takeProfit: '98100' }),
  accepted('long limit, take-profit beyond both', { ...limitLong, takeProfit: '98000' }),
  refused('a stop finer than the symbol', 'ORDER_PRICE_STEP', { ...marketLong, takeProfit: '99000.005' }, { step: '0.01' }),
  accepted('long with both stops on their sides', { ...marketLong, takeProfit: '99000', stopLoss: '97000' }),
  accepted('short with both stops on their sides', { ...marketShort, takeProfit: '97000', stopLoss: '99000' }),
];

const hours = (asked: string, code: 'ORDER_MARKET_CLOSING' | 'ORDER_MARKET_CLOSED', atMs: number): MessageCase => ({
  situation: `${asked}: ${code === 'ORDER_MARKET_CLOSED' ? 'the market is closed' : 'the last minutes before the close'}`,
  code,
  atMs,
  act: async (exchange) =>
    (await exchange.aPerson(rich)).ask('leverageWhSubmit', {
      clientOrderId: randomUUID(),
      symbol: asked,
      direction: 'long',
      entrustment: 'market',
      lots: '0.1',
      leverage: 10,
      seenPrice: '1.15',
    }),
});

interface Held {
  readonly exchange: TradingExchange;
  readonly person: Person;
  readonly id: string;
  readonly ask: (call: EndpointName, request?: Fields) => Promise<Answer>;
}

/** A person with an accepted order of 0.02 BTC; `opened`: its tick has come too. */
async function held(
  exchange: TradingExchange,
  state: 'pending' | 'opened',
  order: Fields = state === 'pending' ? limitLong : marketLong,
): Promise<Held> {
  await exchange.tick(symbol, '98000');
  const person = await exchange.aPerson(rich);
  const { id } = await person.get<{ id: string }>('leverageSubmit', { clientOrderId: randomUUID(), ...order, lots: '0.02' });
  if (state === 'opened') await pass(exchange);
  return { exchange, person, id, ask: (call, request = {}) => person.ask(call, { id, ...request }) };
}

/** A tick of 98,000 after now, and a look at it. */
async function pass(exchange: TradingExchange, afterMs = 500): Promise<void> {
  exchange.clock.advance(afterMs);
  await exchange.tick(symbol, '98000');
  exchange.clock.advance(100);
  await exchange.execute();
}

/** What is answered to a call about an order that is held, after `meanwhile`. */
const later = (
  situation: string,
  code: MessageCase['code'],
  state: 'pending' | 'opened',
  act: (order: Held) => Promise<Answer>,
  params?: MessageCase['params'],
): MessageCase => ({
  situation,
  code,
  ...(params === undefined ? {} : { params }),
  act: async (exchange) => act(await held(exchange, state)),
});

const closed = async (order: Held): Promise<Held> => {
  await order.ask('leverageClose');
  await pass(order.exchange);
  return order;
};

const setStopCases: readonly MessageCase[] = [
  later('setting both stops on their sides', 'ok', 'opened', ({ ask }) =>
    ask('leverageSetStop', { takeProfit: '99000', stopLoss: '97000' }),
  ),
  later('taking a stop away', 'ok', 'opened', ({ ask }) => ask('leverageSetStop', { takeProfit: null })),
  later('setting a stop of 0', 'ORDER_STOP_ZERO', 'opened', ({ ask }) => ask('leverageSetStop', { stopLoss: '0' })),
  later('setting a take-profit below the open price of a long', 'ORDER_TAKE_PROFIT_RULE', 'opened', ({ ask }) =>
    ask('leverageSetStop', { takeProfit: '97999' }),
  ),
  later('setting a stop-loss above the price of a long', 'ORDER_STOP_LOSS_RULE', 'opened', ({ ask }) =>
    ask('leverageSetStop', { stopLoss: '98001' }),
  ),
  later('setting a take-profit below the limit of a pending long', 'ORDER_TAKE_PROFIT_RULE', 'pending', ({ ask }) =>
    ask('leverageSetStop', { takeProfit: '96999' }),
  ),
  later('setting a stop of a position that is closed', 'ORDER_STATUS_WRONG', 'opened', async (order) =>
    (await closed(order)).ask('leverageSetStop', { stopLoss: '97000' }),
  ),
  later('setting a stop of another person’s position', 'ORDER_NOT_FOUND', 'opened', async ({ exchange, id }) =>
    (await exchange.aPerson()).ask('leverageSetStop', { id, stopLoss: '97000' }),
  ),
];

/** A position opened at 98,000 whose price is another by now: both prices bound its stops. */
const movedStop = (situation: string, code: MessageCase['code'], order: Fields, movedTo: string, stops: Fields): MessageCase => ({
  situation,
  code,
  async act(exchange) {
    const { ask } = await held(exchange, 'opened', order);
    await exchange.tick(symbol, movedTo);
    return ask('leverageSetStop', stops);
  },
});

const movedStopCases: readonly MessageCase[] = [
  movedStop('long in profit, take-profit between open and current price', 'ORDER_TAKE_PROFIT_RULE', marketLong, '98500', {
    takeProfit: '98400',
  }),
  movedStop('long in profit, stop-loss between open and current price', 'ORDER_STOP_LOSS_RULE', marketLong, '98500', {
    stopLoss: '98400',
  }),
  movedStop('long in loss, take-profit between current and open price', 'ORDER_TAKE_PROFIT_RULE', marketLong, '97500', {
    takeProfit: '97600',
  }),
  movedStop('short in profit, take-profit between current and open price', 'ORDER_TAKE_PROFIT_RULE', marketShort, '97500', {
    takeProfit: '97600',
  }),
  movedStop('short in profit, stop-loss between current and open price', 'ORDER_STOP_LOSS_RULE', marketShort, '97500', {
    stopLoss: '97600',
  }),
  movedStop('long in profit, stops beyond both prices', 'ok', marketLong, '98500', { takeProfit: '98501', stopLoss: '97999' }),
  movedStop('short in profit, stops beyond both prices', 'ok', marketShort, '97500', { takeProfit: '97499', stopLoss: '98001' }),
];

const closeCases: readonly MessageCase[] = [
  later('closing a position', 'ok', 'opened', ({ ask }) => ask('leverageClose')),
  later('closing half of it', 'ok', 'opened', ({ ask }) => ask('leverageClose', { lots: '0.01' })),
  later('closing more than is open', 'ORDER_CLOSE_FORBIDDEN', 'opened', ({ ask }) => ask('leverageClose', { lots: '0.021' })),
  later('closing nothing', 'ORDER_QUANTITY_NOT_POSITIVE', 'opened', ({ ask }) => ask('leverageClose', { lots: '0' })),
  later('closing between two steps', 'ORDER_QUANTITY_STEP', 'opened', ({ ask }) => ask('leverageClose', { lots: '0.0105' }), {
    step: '0.001',
  }),
  later('closing what is being closed already', 'ORDER_DO_NOT_RESUBMIT', 'opened', async ({ ask }) => {
    await ask('leverageClose');
    return ask('leverageClose');
  }),
  later('closing an order that has not opened', 'ORDER_STATUS_WRONG', 'pending', ({ ask }) => ask('leverageClose')),
  later('closing a position that is closed', 'ORDER_STATUS_WRONG', 'opened', async (order) =>
    (await closed(order)).ask('leverageClose'),
  ),
  later('closing crypto through the call for forex', 'ORDER_NOT_FOUND', 'opened', ({ ask }) => ask('leverageWhClose')),
  later('closing another person’s position', 'ORDER_NOT_FOUND', 'opened', async ({ exchange, id }) =>
    (await exchange.aPerson()).ask('leverageClose', { id }),
  ),
  {
    situation: 'closing a position that does not exist',
    code: 'ORDER_NOT_FOUND',
    act: async (exchange) => (await exchange.aPerson()).ask('leverageClose', { id: '987654' }),
  },
];

const cancelCases: readonly MessageCase[] = [
  later('cancelling a pending order', 'ok', 'pending', ({ ask }) => ask('leverageCancel')),
  later('cancelling an order that is cancelled', 'ORDER_NOT_FOUND', 'pending', async ({ ask }) => {
    await ask('leverageCancel');
    return ask('leverageCancel');
  }),
  later('cancelling a position that is open', 'ORDER_NOT_CANCELLABLE', 'opened', ({ ask }) => ask('leverageCancel')),
  later('cancelling another person’s order', 'ORDER_NOT_FOUND', 'pending', async ({ exchange, id }) =>
    (await exchange.aPerson()).ask('leverageCancel', { id }),
  ),
];

/** What an open trade forbids, and what stands behind it. */
const openTradeCases: readonly MessageCase[] = [
  {
    situation: 'new demo money while a position is open',
    code: 'ORDER_OPEN_TRADE_FORBIDS',
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      const person = await exchange.aPerson({ contract: '500' });
      await person.get('leverageSubmit', { clientOrderId: randomUUID(), ...limitLong, lots: '0.01' });
      return person.ask('demoRefill', {});
    },
  },
  {
    situation: 'transferring margin away',
    code: 'WALLET_BALANCE_INSUFFICIENT',
    params: { available: '402.4665', asset: 'USDT' },
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      const person = await exchange.aPerson({ contract: '500' });
      await person.get('leverageSubmit', { clientOrderId: randomUUID(), ...limitLong, lots: '0.01' });
      return person.ask('transfer', { from: 'contract', to: 'coin', asset: 'USDT', amount: '402.47' });
    },
  },
];

/** Last of the table: its ticks are of Friday, and what was decided by then stays decided. */
const closedMarketCase: MessageCase = {
  situation: 'closing while the market is closed',
  code: 'ORDER_MARKET_CLOSED',
  atMs: closingMs - 3_600_000,
  async act(exchange) {
    await exchange.tick('GBP-USD', '1.3148');
    const person = await exchange.aPerson(rich);
    const order = {
      symbol: 'GBP-USD',
      direction: 'long',
      entrustment: 'market',
      lots: '0.1',
      leverage: 50,
      seenPrice: '1.31486',
      clientOrderId: randomUUID(),
    };
    const { id } = await person.get<{ id: string }>('leverageWhSubmit', order);
    exchange.clock.advance(500);
    await exchange.tick('GBP-USD', '1.3148');
    exchange.clock.advance(100);
    await exchange.execute();
    exchange.clock.set(closedMs);
    return person.ask('leverageWhClose', { id });
  },
};

export const leverageCases: readonly MessageCase[] = [
  accepted('a market long', marketLong),
  accepted('a market short', marketShort),
  accepted('a limit long', limitLong),
  accepted('a limit short', limitShort),

  refused('a pair that is not in the catalogue', 'ORDER_SYMBOL_NOT_FOUND', { ...marketLong, symbol: 'MOON-USDT' }),
  refused('forex through the call for crypto', 'ORDER_SYMBOL_NOT_FOUND', { ...marketLong, symbol: 'EUR-USD' }),
  {
    situation: 'crypto through the call for forex and metals',
    code: 'ORDER_SYMBOL_NOT_FOUND',
    async act(exchange) {
      await exchange.tick(symbol, '98000');
      return (await exchange.aPerson(rich)).ask('leverageWhSubmit', { clientOrderId: randomUUID(), ...marketLong });
    },
  },
  refused('a pair without leverage', 'ORDER_SYMBOL_NOT_TRADABLE', { ...marketLong, symbol: unopenedSymbol }),
  {
    situation: 'terms of a pair that is not in the catalogue',
    code: 'ORDER_SYMBOL_NOT_FOUND',
    act: async (exchange) => (await exchange.aPerson()).ask('leverageTerms', { symbol: 'MOON-USDT' }),
  },
  {
    situation: 'trading in the pair is suspended by a published incident',
    code: 'ORDER_SYMBOL_NOT_TRADABLE',
    async act(exchange) {
      await exchange.suspend('SOL-USDT');
      await exchange.tick('SOL-USDT', '187');
      return open(exchange, { ...marketLong, symbol: 'SOL-USDT', lots: '1', seenPrice: '187' });
    },
  },
  hours('EUR-USD', 'ORDER_MARKET_CLOSING', closingMs),
  hours('EUR-USD', 'ORDER_MARKET_CLOSED', closedMs),
  hours('XAU-USD', 'ORDER_MARKET_CLOSED', closedMs),
  refused('neither long nor short', 'ORDER_DIRECTION_WRONG', { ...marketLong, direction: 'up' }),

  refused('no lots', 'PARAMETER_MISSING', { ...marketLong, lots: undefined }, { field: 'lots' }),
  refused('zero lots', 'ORDER_QUANTITY_NOT_POSITIVE', { ...marketLong, lots: '0' }),
  refused('negative lots', 'PARAMETER_WRONG', { ...marketLong, lots: '-0.01' }, { field: 'lots' }),
  refused('fewer lots than the minimum', 'ORDER_QUANTITY_BELOW_MIN', { ...marketLong, lots: '0.0009' }, { min: '0.001' }),
  refused('more lots than the maximum', 'ORDER_QUANTITY_ABOVE_MAX', { ...marketLong, lots: '100.001' }, { max: '100' }),
  refused('lots between two steps', 'ORDER_QUANTITY_STEP', { ...marketLong, lots: '0.0105' }, { step: '0.001' }),
  accepted('the fewest lots', { ...marketLong, lots: '0.001' }),
  refused('a leverage that is not offered', 'ORDER_LEVERAGE_NOT_OFFERED', { ...marketLong, leverage: 30 }),

  refused(
    'a limit short below the current price',
    'ORDER_LIMIT_SELL_BELOW_PRICE',
    { ...limitShort, limitPrice: '97999.99' },
    { price: '98000' },
  ),
  accepted('a limit short at the current price', { ...limitShort, limitPrice: '98000' }),
  refused('a limit without a price', 'PARAMETER_MISSING', { ...limitLong, limitPrice: undefined }, { field: 'limitPrice' }),
  refused('a limit of zero', 'ORDER_PRICE_NOT_POSITIVE', { ...limitLong, limitPrice: '0' }),
  refused('a limit finer than the symbol', 'ORDER_PRICE_STEP', { ...limitLong, limitPrice: '97000.005' }, { step: '0.01' }),
  ...stopCases,

  refused(
    'margin and fee above what is there',
    'WALLET_BALANCE_INSUFFICIENT',
    marketLong,
    { available: '98', asset: 'USDT' },
    { contract: '98' },
  ),
  refused(
    'money in the coin account only',
    'WALLET_BALANCE_INSUFFICIENT',
    marketLong,
    { available: '0', asset: 'USDT' },
    { coin: '5000' },
  ),
  refused(
    'a market order without the price that was seen',
    'PARAMETER_MISSING',
    { ...marketLong, seenPrice: undefined },
    { field: 'seenPrice' },
  ),
  refused(
    'the price moved since it was seen',
    'ORDER_PRICE_MOVED',
    { ...marketLong, seenPrice: '97900' },
    { old: '97900', new: '98000.1' },
  ),
  {
    situation: 'the last price is older than the symbol allows',
    code: 'ORDER_PRICE_STALE',
    async act(exchange) {
      await exchange.tick('BNB-USDT', '912');
      exchange.clock.advance(3001);
      return open(exchange, { ...marketLong, symbol: 'BNB-USDT', lots: '1', seenPrice: '912' });
    },
  },
  ...setStopCases,
  ...movedStopCases,
  ...closeCases,
  ...cancelCases,
  ...openTradeCases,
  {
    situation: 'a visitor',
    code: 'AUTH_LOGIN_REQUIRED',
    act: (exchange) => exchange.ask('leverageSubmit', { clientOrderId: randomUUID(), ...marketLong }),
  },
  closedMarketCase,
];
