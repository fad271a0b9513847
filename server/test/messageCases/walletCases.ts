/** What is answered about the wallet: balances, transfers, money in, and where money goes. */
import type { Answer, Person, TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;

const transfer = (person: Person, changed: Fields = {}): Promise<Answer> =>
  person.ask('transfer', { from: 'coin', to: 'contract', asset: 'USDT', amount: '10', ...changed });
const real = (exchange: TradingExchange): Promise<Person> => exchange.aPerson({ mode: 'real' });
const topUp = async (exchange: TradingExchange, amount: string): Promise<Answer> =>
  (await real(exchange)).ask('topUp', { method: 'manual', asset: 'USDT', amount, uploadIds: [] });

const add = (exchange: TradingExchange, statement: string, ...values: readonly unknown[]) =>
  exchange.database.owner.query(statement, [...values]);
const bindAddress = ({ userId }: Person, exchange: TradingExchange) =>
  add(
    exchange,
    `insert into payee (public_id, user_id, kind, asset, network, address, label, masked, confirmed_at_ms, usable_from_ms)
     values ('payee-' || $1::text || '-000000', $1::bigint, 'wallet', 'USDT', 'tron', 'T', 'x', 'x', 1, 86400001)`,
    userId,
  );

/** Between two statements of the database's owner. */
async function between(exchange: TradingExchange, before: string, after: string, act: () => Promise<Answer>): Promise<Answer> {
  await add(exchange, before);
  try {
    return await act();
  } finally {
    await add(exchange, after);
  }
}

export const walletCases: readonly MessageCase[] = [
  {
    situation: 'a transfer, based on what the account holds',
    code: 'ok',
    act: async (exchange) => transfer(await exchange.aPerson({ coin: '1000' }), { seenBalance: '1000' }),
  },
  {
    situation: 'a transfer that is based on a balance of before',
    code: 'WALLET_ABNORMAL_CHANGE',
    async act(exchange) {
      const person = await exchange.aPerson({ coin: '1000' });
      await transfer(person, { seenBalance: '1000' });
      return transfer(person, { seenBalance: '1000' });
    },
  },
  {
    situation: 'the same out of the contract account',
    code: 'WALLET_ABNORMAL_CHANGE',
    act: async (exchange) =>
      transfer(await exchange.aPerson({ contract: '50' }), { from: 'contract', to: 'coin', seenBalance: '49.99' }),
  },
  {
    situation: 'more than the account holds',
    code: 'WALLET_BALANCE_INSUFFICIENT',
    params: { available: '5', asset: 'USDT' },
    act: async (exchange) => transfer(await exchange.aPerson({ coin: '5' })),
  },
  {
    situation: 'an asset that there is not',
    code: 'WALLET_ASSET_NOT_FOUND',
    act: async (exchange) => (await exchange.aPerson()).ask('walletInfo', { asset: 'MOON' }),
  },
  {
    situation: 'a coin to the contract account, which is kept in another',
    code: 'WALLET_ASSET_WRONG',
    act: async (exchange) => transfer(await exchange.aPerson({ coins: { BTC: '1' } }), { asset: 'BTC', amount: '0.1' }),
  },
  {
    situation: 'a posting that the book does not take',
    code: 'WALLET_DEDUCTION_FAILED',
    params: { trace: 'told' },
    async act(exchange) {
      const person = await exchange.aPerson();
      const { params, ...answer } = await between(
        exchange,
        `update account_kind set max = 1 where kind = 'contract'`,
        `update account_kind set max = null where kind = 'contract'`,
        () => transfer(person),
      );
      return params?.['trace'] === undefined ? answer : { ...answer, params: { ...params, trace: 'told' } };
    },
  },
  {
    situation: 'money is stopped',
    code: 'WALLET_FUNDS_READ_ONLY',
    async act(exchange) {
      const person = await exchange.aPerson();
      return between(exchange, `update funds_state set is_read_only = true`, `update funds_state set is_read_only = false`, () =>
        transfer(person),
      );
    },
  },
  {
    situation: 'a refill of what is full',
    code: 'WALLET_DEMO_REFILL_NOT_NEEDED',
    params: { max: '1000', asset: 'USDT' },
    act: async (exchange) => (await exchange.aPerson({ coin: '1000' })).ask('demoRefill', {}),
  },
  {
    situation: 'practice money out',
    code: 'WALLET_DEMO_FORBIDDEN',
    act: async (exchange) => (await exchange.aPerson()).ask('payeeList', {}),
  },
  {
    situation: 'less than is taken in',
    code: 'WALLET_BELOW_MIN',
    params: { min: '100', asset: 'USDT' },
    act: (exchange) => topUp(exchange, '99.99'),
  },
  {
    situation: 'more than is taken in',
    code: 'WALLET_ABOVE_MAX',
    params: { max: '50000', asset: 'USDT' },
    act: (exchange) => topUp(exchange, '50000.01'),
  },
  {
    situation: 'a wallet in full, of somebody who has added none',
    code: 'WALLET_NOT_FOUND',
    act: async (exchange) => (await real(exchange)).ask('payeeReveal', { id: 'nobodys', stepUpPassword: 'secret1' }),
  },
  {
    situation: 'a wallet in full that is not among his',
    code: 'WALLET_USER_WALLET_NOT_FOUND',
    async act(exchange) {
      const person = await real(exchange);
      await bindAddress(person, exchange);
      return person.ask('payeeReveal', { id: 'nobodys', stepUpPassword: 'secret1' });
    },
  },
  {
    situation: 'a withdrawal taken back that is over: nothing is held for it',
    code: 'WALLET_FROZEN_BALANCE_ZERO',
    async act(exchange) {
      const person = await real(exchange);
      await add(
        exchange,
        `with asked as (
           insert into review (public_id, kind, ref, user_id, terms, terms_hash, opened_at_ms)
           values ('review-' || $1::text || '-00000', 'withdrawal', 'withdrawal:' || $1::text, $1::bigint, '{}', repeat('a', 64), 1) returning public_id
         )
         insert into withdrawal (public_id, user_id, payee_id, asset, network, label, address, amount, fee, value, review_id, asked_at_ms, status, ended_at_ms)
         select 'withdrawal-' || $1::text || '-0', $1::bigint, 1, 'USDT', 'tron', 'his', 'T1', 100, 1, 100, public_id, 1, 'cancelled', 2 from asked`,
        person.userId,
      );
      return person.ask('withdrawalCancel', { id: `withdrawal-${person.userId}-0` });
    },
  },
];
