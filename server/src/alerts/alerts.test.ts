import { beforeEach, expect, test } from '@jest/globals';
import type { EndpointResponse, PriceAlert } from '@tessera/shared/contract';
import { useTradingExchange, type Person } from '../../test/tradingExchange';
import { createTexts } from '../content/texts';
import { createMessages } from '../content/messages';
import { createAlerts } from './Alerts';
import { reachAlerts } from './reachAlerts';

const exchange = useTradingExchange();
let anna: Person;
beforeEach(async () => {
  exchange.clock.advance(1000);
  await exchange.tick('BTC-USDT', '100');
  await round();
  anna = await exchange.aPerson();
});

const messages = () => createMessages({ db: exchange.database.db, texts: createTexts() });
/** One round of the job, as a process of its own would run it. */
async function round(): Promise<void> {
  const { db } = exchange.database;
  const nothing = () => undefined;
  const deps = { db, clock: exchange.clock, messages: messages(), wakeOutbox: nothing, wakeJob: nothing };
  await createAlerts({ ...deps, catalog: undefined as never }).job.run(new AbortController().signal);
}
async function ticks(...prices: readonly string[]): Promise<void> {
  for (const price of prices) {
    exchange.clock.advance(250);
    await exchange.tick('BTC-USDT', price);
  }
}
const set = (direction: PriceAlert['direction'], price: string, of = anna) =>
  of.get<PriceAlert>('alertSet', { symbol: 'BTC-USDT', direction, price });
const waiting = async (of = anna) =>
  (await of.get<EndpointResponse<'alertList'>>('alertList', {})).items.map(({ direction, price }) => `${direction} ${price}`);
const told = async (of = anna) =>
  (await of.get<EndpointResponse<'userMessages'>>('userMessages', { category: 'trading' })).items.map(({ title }) => title);

test('reached by the first tick at the price or beyond it, told once, and waits no more; others wait on', async () => {
  for (const [direction, price] of [
    ['above', '110'],
    ['above', '120'],
    ['below', '90'],
    ['below', '80'],
  ] as const)
    await set(direction, price);
  await round();
  await ticks('109.99', '90.01');
  await round();
  expect([await waiting(), await told()]).toEqual([['below 80', 'below 90', 'above 120', 'above 110'], []]);
  // Up and down between two rounds: the cursor passes both.
  await ticks('110', '100', '85', '100');
  await Promise.all([round(), round()]);
  await round();
  expect(await waiting()).toEqual(['below 80', 'above 120']);
  expect(await told()).toEqual(['BTC/USDT reached 90', 'BTC/USDT reached 110']);
  const { items } = await anna.get<EndpointResponse<'userMessages'>>('userMessages', { lang: 'de' });
  expect(items[0]).toMatchObject({ title: 'BTC/USDT hat 90 erreicht', body: expect.stringContaining('85'), symbol: 'BTC-USDT' });
});

test('counts from the tick after it was set, also when no round has run since; what was there before is no reason', async () => {
  await ticks('150', '100');
  await set('above', '140');
  await round();
  expect(await told()).toEqual([]);
  await set('above', '130');
  await ticks('135', '100');
  await round();
  expect([await told(), await waiting()]).toEqual([['BTC/USDT reached 130'], ['above 140']]);
});

test('heard on every account that a phone is signed in on, whichever was opened last', async () => {
  const { owner } = exchange.database;
  const heardOn = async (): Promise<string[]> =>
    (await owner.query<{ mode: string }>('select mode from outbox where user_id = $1 order by id', [anna.userId])).rows.map(
      ({ mode }) => mode,
    );
  await owner.query(
    `insert into session (token_hash, user_id, mode, created_at_ms, last_seen_at_ms) values ('phone', $1, 'real', $2, $2)`,
    [anna.userId, exchange.clock.now()],
  );
  await set('above', '105');
  await ticks('106');
  await round();
  expect(await heardOn()).toEqual(['demo', 'real']);
  await owner.query(`update session set revoked_at_ms = 1 where token_hash = 'phone'`);
  await set('above', '107');
  await ticks('108');
  await round();
  expect(await heardOn()).toEqual(['demo', 'real', 'demo']);
});

test('a tick filled in afterwards reaches nothing', async () => {
  await set('below', '50');
  exchange.clock.advance(250);
  await exchange.tick('BTC-USDT', '40', { isFilled: true });
  await round();
  expect(await told()).toEqual([]);
});

test('killed between mark and message: the mark stays, nothing is told twice; the message is not written without taking the alert away', async () => {
  await set('above', '111');
  await round();
  await ticks('112');
  const dies = { send: () => Promise.reject(new Error('killed')) };
  await exchange.database.owner.query(
    `update price_alert_cursor set seq = (select seq from tick_head where symbol_id = 'BTC-USDT')`,
  );
  await exchange.database.owner.query(`update price_alert set is_due = true`);
  await expect(reachAlerts(exchange.database.db, dies, 1)).rejects.toThrow('killed');
  expect([await waiting(), await told()]).toEqual([['above 111'], []]);
  await round();
  expect([await waiting(), await told()]).toEqual([[], ['BTC/USDT reached 111']]);
});

test('the same price is one alert; a step of the market, zero and nobody’s market are refused; taking one away is all of it', async () => {
  const one = await set('above', '123.45');
  expect(await set('above', '123.450')).toEqual(one);
  expect(await anna.ask('alertSet', { symbol: 'BTC-USDT', direction: 'above', price: '0' })).toMatchObject({
    message: 'PARAMETER_WRONG',
    params: { field: 'price' },
  });
  expect(await anna.ask('alertSet', { symbol: 'BTC-USDT', direction: 'above', price: '1.00000001' })).toMatchObject({
    message: 'ORDER_PRICE_STEP',
  });
  expect(await anna.ask('alertSet', { symbol: 'NO-SUCH', direction: 'above', price: '1' })).toMatchObject({
    message: 'ORDER_SYMBOL_NOT_FOUND',
  });
  await anna.get('alertDelete', { id: one.id });
  expect(await waiting()).toEqual([]);
  expect(await anna.ask('alertDelete', { id: one.id })).toMatchObject({ type: 'ok' });
});

test('fifty may wait, however many are asked for at once', async () => {
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      anna.ask('alertSet', { symbol: 'BTC-USDT', direction: 'above', price: String(1000 + n) }),
    ),
  );
  expect(asked.every(({ type }) => type === 'ok')).toBe(true);
  await exchange.database.owner.query(
    `insert into price_alert (user_id, symbol_id, direction, price, looked_seq, set_at_ms) select $1, 'BTC-USDT', 'above', n, 1, 1 from generate_series(5001, 5029) n`,
    [anna.userId],
  );
  const last = await Promise.all(
    ['6001', '6002'].map((price) => anna.ask('alertSet', { symbol: 'BTC-USDT', direction: 'above', price })),
  );
  expect(last.map(({ type }) => type).toSorted()).toEqual(['error', 'ok']);
});

test('a tick reads the alerts that it reaches, of twenty thousand that wait', async () => {
  await exchange.tick('ETH-USDT', '3000');
  await anna.get('alertSet', { symbol: 'ETH-USDT', direction: 'above', price: '1000000' });
  await exchange.database.owner.query(
    `insert into price_alert (user_id, symbol_id, direction, price, looked_seq, is_due, set_at_ms)
     select 30000000 + n / 50, 'ETH-USDT', case when n % 2 = 0 then 'above' else 'below' end, case when n % 2 = 0 then 4000 + n else 4.0 / n end, 1, false, 1
     from generate_series(1, 20000) n`,
  );
  await exchange.database.owner.query('analyze price_alert');
  exchange.clock.advance(250);
  await exchange.tick('ETH-USDT', '4007');
  const client = await exchange.database.owner.connect();
  try {
    const rowsRead = async (): Promise<number> => {
      const { rows } = await client.query<{ read: string }>(
        `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'price_alert'`,
      );
      return Number(rows[0]?.read ?? 0);
    };
    await client.query('begin');
    const before = await rowsRead();
    await client.query('select mark_price_alerts()');
    expect((await rowsRead()) - before).toBe(3);
    const { rows: marked } = await client.query(
      `select price::int from price_alert where is_due and symbol_id = 'ETH-USDT' and price < 1000000`,
    );
    expect(marked.map(({ price }) => price)).toEqual([4002, 4004, 4006]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('where nobody waits the cursor stays, and the next alert is told by its own ticks alone', async () => {
  const { owner } = exchange.database;
  const cursor = async () =>
    (await owner.query<{ seq: number }>(`select seq::int from price_alert_cursor where symbol_id = 'BTC-USDT'`)).rows[0]?.seq;
  await set('above', '1000');
  await owner.query('delete from price_alert');
  const stood = await cursor();
  await ticks('150', '100');
  await round();
  expect([typeof stood, await cursor()]).toEqual(['number', stood]);
  await set('above', '140');
  await round();
  await ticks('100');
  await round();
  expect([await waiting(), await told()]).toEqual([['above 140'], []]);
  await ticks('140');
  await round();
  expect([await waiting(), await told()]).toEqual([[], ['BTC/USDT reached 140']]);
});
