/** What is answered about Interest Treasure: buying, leaving early. */
import { randomUUID } from 'node:crypto';
import type { TreasureOrder, TreasureProduct } from '@tessera/shared/contract';
import { quickPasswords } from '../quickPasswords';
import type { Answer, Person, TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;

const stepUpPassword = 'for payments';
let hashed: Promise<string> | undefined;

async function aSaver(exchange: TradingExchange, coin = '5000'): Promise<Person> {
  const person = await exchange.aPerson({ coin });
  hashed ??= quickPasswords.hash(stepUpPassword);
  await exchange.database.owner.query('update app_user set payment_password_hash = $2 where id = $1', [
    person.userId,
    await hashed,
  ]);
  return person;
}
async function buy(person: Person, changed: Fields = {}): Promise<Answer> {
  const { products } = await person.get<{ products: TreasureProduct[] }>('treasureProducts', {});
  const catalogVersion = products[0]?.catalogVersion ?? 0;
  const order = { productId: '2', amount: '100', catalogVersion, clientOrderId: randomUUID(), stepUpPassword };
  return person.ask('treasureDeposit', { ...order, ...changed });
}
const bought = async (person: Person, changed: Fields = {}): Promise<TreasureOrder> =>
  (await buy(person, changed)).message as TreasureOrder;
const leave = (person: Person, orderId: string, changed: Fields = {}): Promise<Answer> =>
  person.ask('treasureCancel', { orderId, returned: '100', stepUpPassword, ...changed });

/** Between two statements of the database's owner. */
async function between(exchange: TradingExchange, before: string, after: string, act: () => Promise<Answer>): Promise<Answer> {
  await exchange.database.owner.query(before);
  try {
    return await act();
  } finally {
    await exchange.database.owner.query(after);
  }
}
const refused = (
  code: Exclude<MessageCase['code'], 'ok'>,
  situation: string,
  changed: Fields,
  params?: MessageCase['params'],
): MessageCase => ({
  ...{ situation, code, act: async (exchange) => buy(await aSaver(exchange), changed) },
  ...(params === undefined ? {} : { params }),
});

export const treasureCases: readonly MessageCase[] = [
  { situation: 'a deposit', code: 'ok', act: async (exchange) => buy(await aSaver(exchange)) },
  refused('PRODUCT_ID_MISSING', 'no product is named', { productId: undefined }),
  refused('PRODUCT_NOT_FOUND', 'a product that there is not', { productId: '999' }),
  refused('TREASURE_AMOUNT_BELOW_MIN', 'less than the product takes', { amount: '99' }, { min: '100', asset: 'USDT' }),
  refused('TREASURE_AMOUNT_ABOVE_MAX', 'more than at once', { amount: '50001' }, { max: '50000', asset: 'USDT' }),
  refused('TREASURE_AMOUNT_WRONG', 'parts of a cent', { amount: '100.001' }),
  refused('TREASURE_AMOUNT_WRONG', 'nothing', { amount: '0' }),
  refused('PARAMETER_WRONG', 'less than nothing', { amount: '-1' }, { field: 'amount' }),
  refused('ORDER_QUOTE_EXPIRED', 'terms of before', { catalogVersion: 999 }),
  {
    situation: 'more than the account holds',
    code: 'WALLET_BALANCE_INSUFFICIENT',
    params: { available: '50', asset: 'USDT' },
    act: async (exchange) => buy(await aSaver(exchange, '50')),
  },
  {
    situation: 'another deposit of the name of a first',
    code: 'REQUEST_ILLEGAL',
    async act(exchange) {
      const [person, clientOrderId] = [await aSaver(exchange), randomUUID()];
      await bought(person, { clientOrderId });
      return buy(person, { clientOrderId, amount: '200' });
    },
  },
  {
    situation: 'the others have taken all of it',
    code: 'TREASURE_FULL',
    act: async (exchange) =>
      between(
        exchange,
        `insert into treasure_taken values (3, 'demo', 9999950)`,
        `update treasure_taken set taken = 0 where product_id = 3 and mode = 'demo'`,
        async () => buy(await aSaver(exchange), { productId: '3' }),
      ),
  },
  {
    situation: 'a hundred deposits are open',
    code: 'TREASURE_TOO_MANY',
    params: { max: '100' },
    async act(exchange) {
      const person = await aSaver(exchange);
      const rows = `insert into treasure_order (user_id, mode, client_order_id, product_id, catalog_version, asset, asset_scale, amount_scale, rate,
          rate_kind, days, day_count, amount, bought_at_ms, principal, status, start_day, next_day)
        select ${person.userId}, 'demo', gen_random_uuid(), 9, 1, 'USDT', 6, 2, 0.1, 'annual', 10, 365, 1, 1, 1, 'in_custody', 30000, 30000
        from generate_series(1, 100)`;
      return between(exchange, rows, `delete from treasure_order where user_id = ${person.userId}`, () => buy(person));
    },
  },
  {
    situation: 'twenty parts were redeemed',
    code: 'TREASURE_PARTS_TOO_MANY',
    params: { max: '20' },
    async act(exchange) {
      const person = await aSaver(exchange);
      const { id } = await bought(person, { productId: '1' });
      const part = { amount: '1', returned: '1' };
      for (let turn = 0; turn < 20; turn += 1) await leave(person, id, part);
      return leave(person, id, part);
    },
  },
  {
    situation: 'somebody else’s deposit',
    code: 'TREASURE_RECEIPT_NOT_FOUND',
    async act(exchange) {
      const { id } = await bought(await aSaver(exchange));
      return leave(await aSaver(exchange), id);
    },
  },
  {
    situation: 'a deposit that was left before',
    code: 'TREASURE_STATUS_ABNORMAL',
    async act(exchange) {
      const person = await aSaver(exchange);
      const { id } = await bought(person);
      await leave(person, id);
      return leave(person, id);
    },
  },
  {
    situation: 'more is redeemed than is kept',
    code: 'TREASURE_REDEEM_EXCEEDS_HOLDING',
    async act(exchange) {
      const person = await aSaver(exchange);
      const { id } = await bought(person);
      return leave(person, id, { amount: '100.01' });
    },
  },
  {
    situation: 'nothing is redeemed',
    code: 'TREASURE_AMOUNT_WRONG',
    async act(exchange) {
      const person = await aSaver(exchange);
      const { id } = await bought(person, { productId: '1' });
      return leave(person, id, { amount: '0' });
    },
  },
  {
    situation: 'a part of what leaves as a whole only',
    code: 'TREASURE_AMOUNT_WRONG',
    async act(exchange) {
      const person = await aSaver(exchange);
      const { id } = await bought(person);
      return leave(person, id, { amount: '50' });
    },
  },
  {
    situation: 'the deposit brings another sum than was shown',
    code: 'ORDER_QUOTE_EXPIRED',
    async act(exchange) {
      const person = await aSaver(exchange);
      const { id } = await bought(person);
      return leave(person, id, { returned: '99' });
    },
  },
  {
    situation: 'a deposit is left early',
    code: 'ok',
    async act(exchange) {
      const person = await aSaver(exchange);
      const { id } = await bought(person);
      return leave(person, id);
    },
  },
];
