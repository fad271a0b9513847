/** What is answered about loans. */
import { randomUUID } from 'node:crypto';
import type { Loan, TreasureOrder } from '@tessera/shared/contract';
import { quickPasswords } from '../quickPasswords';
import type { Answer, Person, TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;

const stepUpPassword = 'for payments';
let hashed: Promise<string> | undefined;
const coin = (amount: string, asset = 'LINK') => ({ kind: 'coin', asset, orderId: null, amount });

/** With a LINK that is worth 100,000, and counts for 80 %. */
async function aBorrower(exchange: TradingExchange): Promise<Person> {
  await exchange.minute({ 'LINK-USDT': '100000' });
  const person = await exchange.aPerson({ coin: '150', coins: { LINK: '1' } });
  await exchange.database.owner.query('update app_user set payment_password_hash = $2 where id = $1', [
    person.userId,
    await (hashed ??= quickPasswords.hash(stepUpPassword)),
  ]);
  return person;
}
const borrow = (person: Person, changed: Fields = {}): Promise<Answer> =>
  person.ask('loanSubmit', {
    ...{ termId: '30', amount: '1000', collateral: [coin('0.02')], catalogVersion: 1, clientOrderId: randomUUID() },
    ...{ stepUpPassword, ...changed },
  });
const refused = (situation: string, code: MessageCase['code'], changed: Fields): MessageCase => ({
  ...{ situation, code },
  act: async (exchange) => borrow(await aBorrower(exchange), changed),
});

type Called = 'loanRepay' | 'loanAddCollateral' | 'loanCancel';
/** A call about a loan of 1,000, of which 1,000.50 are owed. */
const about = (
  situation: string,
  code: MessageCase['code'],
  act: (ask: (call: Called, more: Fields) => Promise<Answer>, exchange: TradingExchange) => Promise<Answer>,
  params?: MessageCase['params'],
): MessageCase => ({
  ...{ situation, code },
  ...(params === undefined ? {} : { params }),
  async act(exchange) {
    const person = await aBorrower(exchange);
    const { id: orderId } = (await borrow(person)).message as Loan;
    return act((call, more) => person.ask(call, { orderId, ...more }), exchange);
  },
});
const repaying = (situation: string, code: MessageCase['code'], more: Fields, params?: MessageCase['params']): MessageCase =>
  about(situation, code, (ask) => ask('loanRepay', { amount: '10', from: 'coin', ...more }), params);

const requests: readonly MessageCase[] = [
  refused('a loan that is covered', 'ok', {}),
  refused('a loan of days that there are not', 'DATA_NOT_FOUND', { termId: '31' }),
  { ...refused('a loan of less than the least', 'WALLET_BELOW_MIN', { amount: '99.99' }), params: { min: '100', asset: 'USDT' } },
  {
    ...refused('a loan of more than the most', 'WALLET_ABOVE_MAX', { amount: '50000.01' }),
    params: { max: '50000', asset: 'USDT' },
  },
  { ...refused('a loan in parts of a digit', 'PARAMETER_WRONG', { amount: '100.0000001' }), params: { field: 'amount' } },
  { ...refused('a loan of less than nothing', 'PARAMETER_WRONG', { amount: '-1' }), params: { field: 'amount' } },
  {
    ...refused('a loan against more than there is', 'WALLET_BALANCE_INSUFFICIENT', { collateral: [coin('1.5')] }),
    params: { available: '1', asset: 'LINK' },
  },
  refused('a loan against a coin without a price', 'ORDER_PRICE_STALE', { collateral: [coin('1', 'AVAX')] }),
  {
    situation: 'a loan against more of a deposit than is free, and leaving with what is collateral',
    code: 'TREASURE_REDEEM_EXCEEDS_HOLDING',
    async act(exchange) {
      const person = await aBorrower(exchange);
      const keeping = { productId: '3', amount: '100', catalogVersion: 1, clientOrderId: randomUUID(), stepUpPassword };
      const { id: orderId } = await person.get<TreasureOrder>('treasureDeposit', keeping);
      const against = (amount: string) => ({ kind: 'treasure', asset: 'USDT', orderId, amount });
      const more = await borrow(person, { amount: '100', collateral: [against('100.01'), coin('0.02')] });
      if (more.message !== 'TREASURE_REDEEM_EXCEEDS_HOLDING') return more;
      await borrow(person, { amount: '100', collateral: [against('100'), coin('0.02')] });
      return person.ask('treasureCancel', { orderId, returned: '99', stepUpPassword });
    },
  },
  {
    situation: 'a second loan of the name of a first',
    code: 'ORDER_DO_NOT_RESUBMIT',
    async act(exchange) {
      const [person, clientOrderId] = [await aBorrower(exchange), randomUUID()];
      await borrow(person, { clientOrderId });
      return borrow(person, { clientOrderId });
    },
  },
];
const owed: readonly MessageCase[] = [
  repaying('a part of a loan is repaid', 'ok', {}),
  repaying('nothing is repaid', 'PARAMETER_WRONG', { amount: '0' }, { field: 'amount' }),
  repaying('a loan that there is not is repaid', 'ORDER_NOT_FOUND', { orderId: '999999999' }),
  repaying(
    'more than is there is repaid',
    'WALLET_BALANCE_INSUFFICIENT',
    { from: 'contract' },
    { available: '0', asset: 'USDT' },
  ),
  about('a loan that is repaid is repaid again', 'STATUS_ABNORMAL', async (ask) => {
    await ask('loanRepay', { amount: '1010', from: 'coin' });
    return ask('loanRepay', { amount: '1', from: 'coin' });
  }),
  about('collateral is added', 'ok', (ask) => ask('loanAddCollateral', { collateral: [coin('0.01')] })),
  about('a loan that runs is taken back', 'ORDER_NOT_CANCELLABLE', (ask) => ask('loanCancel', {})),
  {
    situation: 'somebody else repays a loan',
    code: 'ORDER_NOT_FOUND',
    async act(exchange) {
      const { id: orderId } = (await borrow(await aBorrower(exchange))).message as Loan;
      return (await aBorrower(exchange)).ask('loanRepay', { orderId, amount: '10', from: 'coin' });
    },
  },
];

export const loanCases: readonly MessageCase[] = [
  ...requests,
  ...owed,
  refused('a loan on terms that nobody has published', 'LOAN_TERMS_CHANGED', { catalogVersion: 999 }),
  {
    ...refused('a loan for more than its collateral is enough for', 'LOAN_ABOVE_LTV', { amount: '1300' }),
    params: { max: '1040', asset: 'USDT' },
  },
  {
    ...refused('a loan against a coin that is not taken', 'LOAN_COLLATERAL_NOT_TAKEN', { collateral: [coin('1', 'DOT')] }),
    params: { asset: 'DOT' },
  },
  {
    situation: 'nearly all that is lent to everybody together is lent',
    code: 'LOAN_ALL_LENT',
    params: { max: '10', asset: 'USDT' },
    async act(exchange) {
      const person = await aBorrower(exchange);
      const { owner } = exchange.database;
      const { rows } = await owner.query<{ id: string }>(
        `insert into loan (user_id, mode, client_order_id, asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv, liquidation_ltv,
           liquidation_fee, catalog_version, asked_at_ms, status, principal_owed, paid_out_at_ms, first_day, booked_day, due_at_ms)
         select $1, 'demo', gen_random_uuid(), 'USDT', lent, 30, 0.0005, 0.001, 1, 0.65, 0.75, 0.83, 0.01, 1, 1, 'open', lent, 1, 1, 1, 1
         from (select 1000000000000 - 10 - coalesce(sum(principal_owed), 0) as lent from loan where mode = 'demo') room returning id`,
        [person.userId],
      );
      const answer = await borrow(person);
      await owner.query('delete from loan where id = $1', [rows[0]?.id]);
      return answer;
    },
  },
  {
    situation: 'one loan more than a person may have',
    code: 'LOAN_TOO_MANY',
    params: { max: '10' },
    async act(exchange) {
      const person = await aBorrower(exchange);
      await exchange.database.owner.query(
        `insert into loan (user_id, mode, client_order_id, asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv, liquidation_ltv,
           liquidation_fee, catalog_version, asked_at_ms, status)
         select $1, 'demo', gen_random_uuid(), 'USDT', 100, 30, 0.0005, 0.001, 1, 0.65, 0.75, 0.83, 0.01, 1, 1, 'pending_review' from generate_series(1, 10)`,
        [person.userId],
      );
      return borrow(person);
    },
  },
];
