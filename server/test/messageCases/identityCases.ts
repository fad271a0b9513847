/** What is answered about who a person is. */
import { randomUUID } from 'node:crypto';
import type { Answer, Person, TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;
let numbers = 0;
const said = (more: Fields = {}) => ({
  step: 'primary',
  country: 'CH',
  firstName: 'Anna',
  lastName: 'Muster',
  idType: 'passport',
  idNumber: `M ${(numbers += 1)} 4567`,
  ...more,
});
/** On the real account, and nobody has looked at his papers. */
const aStranger = (exchange: TradingExchange) => exchange.aPerson({ mode: 'real', isCertified: false });

/** The operators' side: finds what waits of this person and says so. */
async function decide(exchange: TradingExchange, { userId }: Person, verdict: Fields): Promise<Answer> {
  const listed = await exchange.operate('reviewsList', { userId: String(userId) });
  const id = (listed.message as { items: readonly { id: string }[] }).items[0]?.id;
  const { termsHash } = (await exchange.operate('reviewsGet', { id })).message as { termsHash: string };
  return exchange.operate('reviewsDecide', { id, termsHash, ...verdict });
}
async function applied(exchange: TradingExchange, more: Fields = {}): Promise<Person> {
  const person = await aStranger(exchange);
  await person.get('realName', said(more));
  return person;
}
async function trade(exchange: TradingExchange, person: Person): Promise<Answer> {
  await exchange.tick('BTC-USDT', '98000');
  return person.ask('spotSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'BTC-USDT',
    side: 'buy',
    entrustment: 'limit',
    price: '97000',
    quantity: '0.01',
  });
}

export const identityCases: readonly MessageCase[] = [
  {
    situation: 'an application that now waits',
    code: 'ok',
    act: async (exchange) => (await aStranger(exchange)).ask('realName', said()),
  },
  {
    situation: 'a second application while the first waits',
    code: 'IDENTITY_ALREADY_APPLIED',
    act: async (exchange) => (await applied(exchange)).ask('realName', said()),
  },
  {
    situation: 'the second step before the first',
    code: 'IDENTITY_REQUIRED',
    act: async (exchange) =>
      (await aStranger(exchange)).ask('realName', { step: 'advanced', frontUploadId: 'front', backUploadId: 'back' }),
  },
  {
    situation: 'an order with real money by somebody who has not applied',
    code: 'IDENTITY_REQUIRED',
    act: async (exchange) => trade(exchange, await aStranger(exchange)),
  },
  {
    situation: 'an order with real money while the application waits',
    code: 'IDENTITY_ALREADY_APPLIED',
    act: async (exchange) => trade(exchange, await applied(exchange)),
  },
  {
    situation: 'an order with real money after the application was refused',
    code: 'IDENTITY_REJECTED',
    async act(exchange) {
      const person = await applied(exchange);
      await decide(exchange, person, { verdict: 'rejected', reason: 'Not readable.', fields: ['idNumber'] });
      return trade(exchange, person);
    },
  },
  {
    situation: 'an order with real money by somebody who is certified',
    code: 'ok',
    async act(exchange) {
      const person = await applied(exchange);
      await decide(exchange, person, { verdict: 'approved' });
      return trade(exchange, person);
    },
  },
  {
    situation: 'the number of a document that is certified already',
    code: 'IDENTITY_NUMBER_TAKEN',
    async act(exchange) {
      const idNumber = 'TAKEN 12345';
      await decide(exchange, await applied(exchange, { idNumber }), { verdict: 'approved' });
      return (await aStranger(exchange)).ask('realName', said({ idNumber: 'taken-12345' }));
    },
  },
  {
    situation: 'a second person with that number, at the operator’s approval',
    code: 'IDENTITY_NUMBER_TAKEN',
    async act(exchange) {
      const idNumber = 'TWICE 12345';
      const [first, second] = [await applied(exchange, { idNumber }), await applied(exchange, { idNumber })];
      await decide(exchange, first, { verdict: 'approved' });
      return decide(exchange, second, { verdict: 'approved' });
    },
  },
];
