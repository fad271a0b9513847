/** What is answered about loans. */
import { randomUUID } from 'node:crypto';
import { createPasswords } from '../../src/identity/passwords';
import type { Answer, Person, TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;

const stepUpPassword = 'for payments';
const coin = (amount: string, asset = 'LINK') => ({ kind: 'coin', asset, orderId: null, amount });

/** With a LINK that is worth 100,000, and counts for 80 %. */
async function aBorrower(exchange: TradingExchange): Promise<Person> {
  await exchange.minute({ 'LINK-USDT': '100000' });
  const person = await exchange.aPerson({ coin: '10', coins: { LINK: '1' } });
  await exchange.database.owner.query('update app_user set payment_password_hash = $2 where id = $1', [
    person.userId,
    await createPasswords().hash(stepUpPassword),
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

export const loanCases: readonly MessageCase[] = [
  refused('a loan that is covered', 'ok', {}),
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
