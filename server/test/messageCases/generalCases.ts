/** What no product of its own answers. */
import { anOperator } from '../anOperator';
import type { Answer, TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

const json = { 'content-type': 'application/json' };

/** Between two statements of the database's owner. */
async function between(exchange: TradingExchange, before: string, after: string, ask: () => Promise<Answer>): Promise<Answer> {
  await exchange.database.owner.query(before);
  try {
    return await ask();
  } finally {
    await exchange.database.owner.query(after);
  }
}

/** As people send it, whatever its kind. */
const post = async (exchange: TradingExchange, path: string, headers: Record<string, string>, payload: string): Promise<Answer> =>
  (await exchange.app.http.inject({ method: 'POST', url: `/api/${path}`, headers, payload })).json();

export const generalCases: readonly MessageCase[] = [
  {
    situation: 'a language that there is',
    code: 'ok',
    act: async (exchange) => (await exchange.aPerson()).ask('setLanguage', { language: 'de' }),
  },
  {
    situation: 'a language that there is not',
    code: 'PARAMETER_WRONG',
    params: { field: 'language' },
    act: async (exchange) => (await exchange.aPerson()).ask('setLanguage', { language: 'xx' }),
  },
  {
    situation: 'a field that no call has',
    code: 'PARAMETER_WRONG',
    params: { field: 'country' },
    act: async (exchange) => (await exchange.aPerson()).ask('setLanguage', { language: 'de', country: 'DE' }),
  },
  {
    situation: 'no language',
    code: 'PARAMETER_MISSING',
    params: { field: 'language' },
    act: async (exchange) => (await exchange.aPerson()).ask('setLanguage', {}),
  },
  {
    situation: 'an article that is not there',
    code: 'DATA_NOT_FOUND',
    act: (exchange) => exchange.ask('newsDetail', { id: 'nowhere' }),
  },
  {
    situation: 'a form in place of JSON',
    code: 'REQUEST_ILLEGAL',
    async act(exchange) {
      const { token } = await exchange.aPerson();
      const headers = { authorization: token, 'content-type': 'application/x-www-form-urlencoded' };
      return post(exchange, 'set/lang', headers, 'language=de');
    },
  },
  {
    situation: 'a file in place of a form',
    code: 'REQUEST_ILLEGAL',
    act: (exchange) => post(exchange, 'news/list', { 'content-type': 'application/pdf' }, '%PDF-1.7'),
  },
  {
    situation: 'an operator without the role',
    code: 'REQUEST_UNAUTHORIZED',
    async act(exchange) {
      const { token } = await anOperator(exchange.database, ['trading'], { nowMs: exchange.clock.now() });
      const answer = await exchange.app.operationsHttp?.inject({
        method: 'POST',
        url: '/ops/api/users/freeze',
        headers: { ...json, authorization: `Bearer ${token}` },
        payload: { id: '1', on: true, reason: 'none' },
      });
      return answer?.json() as Answer;
    },
  },
  {
    situation: 'a fault that nobody foresaw; its trace is told',
    code: 'REQUEST_EXCEPTION',
    params: { trace: 'told' },
    async act(exchange) {
      const person = await exchange.aPerson();
      const rename = (from: string, to: string) => `alter table ${from} rename to ${to}`;
      const { params, ...answer } = await between(exchange, rename('sign_in', 'gone'), rename('gone', 'sign_in'), () =>
        person.ask('signIns', {}),
      );
      return params?.['trace'] === undefined ? answer : { ...answer, params: { ...params, trace: 'told' } };
    },
  },
  {
    situation: 'codes that are off, turned off',
    code: 'STATUS_ABNORMAL',
    act: async (exchange) => (await exchange.newcomer()).ask('totp', { action: 'remove' }),
  },
  {
    situation: 'codes that were sealed with another key',
    code: 'FEATURE_UNAVAILABLE',
    async act(exchange) {
      const { account, userId } = await exchange.newcomer();
      await exchange.database.owner.query(
        `insert into one_time_code (user_id, sealed, made_at_ms, on_from_ms) values ($1, $2, 1, 1)`,
        [userId, Buffer.alloc(64)],
      );
      return exchange.login(account, { oneTimeCode: '123456' });
    },
  },
  {
    situation: 'a row that somebody else holds',
    code: 'PLEASE_RETRY',
    async act(exchange) {
      const person = await exchange.aPerson();
      return between(
        exchange,
        `create function is_held() returns trigger language plpgsql as $$ begin raise exception 'held' using errcode = '55P03'; end $$;
         create trigger is_held before update of language on app_user for each row execute function is_held()`,
        'drop trigger is_held on app_user; drop function is_held()',
        () => person.ask('setLanguage', { language: 'de' }),
      );
    },
  },
  {
    situation: 'a top-up by bank card, which is open, where no gateway is set',
    code: 'CONFIG_WRONG',
    async act(exchange) {
      const person = await exchange.aPerson({ mode: 'real' });
      return person.ask('topUp', { method: 'bank_card', asset: 'USDT', amount: '100', uploadIds: [] });
    },
  },
  {
    situation: 'a top-up by a way that does not exist',
    code: 'TYPE_WRONG',
    async act(exchange) {
      const person = await exchange.aPerson({ mode: 'real' });
      return person.ask('topUp', { method: 'cheque', asset: 'USDT', amount: '100', uploadIds: [] });
    },
  },
  {
    situation: 'a payee of a kind that does not exist',
    code: 'TYPE_WRONG',
    act: async (exchange) => (await exchange.aPerson({ mode: 'real' })).ask('payeeCheck', { kind: 'letter' }),
  },
  {
    situation: 'the order book of a pair that has none',
    code: 'FEATURE_NOT_OPEN',
    act: (exchange) => exchange.ask('depth', { symbol: 'EUR-USD' }),
  },
  {
    situation: 'one price alert more than a person may have',
    code: 'ALERT_TOO_MANY',
    params: { max: '50' },
    async act(exchange) {
      const person = await exchange.aPerson();
      await exchange.database.owner.query(
        `insert into price_alert (user_id, symbol_id, direction, price, looked_seq, set_at_ms) select $1, 'BTC-USDT', 'above', n, 1, 1 from generate_series(900001, 900050) n`,
        [person.userId],
      );
      return person.ask('alertSet', { symbol: 'BTC-USDT', direction: 'above', price: '910000' });
    },
  },
];
