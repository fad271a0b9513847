/** Limits that people set, on the real database and through the real calls: what is accepted, what is refused, and from when on. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EndpointResponse, LimitsView } from '@tessera/shared/contract';
import { amount, negate } from '@tessera/shared/money';
import { sql } from 'kysely';
import { testReceipts } from '../../test/testReceipts';
import { noonMs, useTradingExchange, type Person } from '../../test/tradingExchange';
import { loadCatalog } from '../catalog/Catalog';
import { createContent } from '../content/Content';
import { quickPasswords } from '../../test/quickPasswords';
import { house, post } from '../ledger/Ledger';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { createLeverage } from '../products/leverage/Leverage';
import { createSeconds, type Seconds } from '../products/seconds/Seconds';
import { createSpot } from '../products/spot/Spot';
import { cancelInBreaks } from './cancelInBreaks';
import { placeLimit } from './placeLimit';
import { tellLimits } from './tellLimits';

const exchange = useTradingExchange();
const dayMs = 86_400_000;
const password = 'tiles & light';
let passwordHash: string;
/** Another server on the same database. */
let other: { seconds: Seconds; spot: ReturnType<typeof createSpot>; leverage: ReturnType<typeof createLeverage> };
let third: Seconds;

beforeAll(async () => {
  passwordHash = await quickPasswords.hash(password);
  const { database, clock } = exchange;
  const parts = {
    db: database.db,
    catalog: await loadCatalog(database.db, noonMs),
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    receipts: testReceipts,
    wakeOutbox: () => undefined,
    wakeJob: () => undefined,
  };
  other = { seconds: await createSeconds(parts), spot: createSpot(parts), leverage: createLeverage(parts) };
  third = await createSeconds({ ...parts, metrics: createMetrics({ collectProcess: false }) });
});
/** Each test has a Wednesday of its own, a week after the one before. */
beforeEach(async () => {
  exchange.clock.advance(7 * dayMs - ((exchange.clock.now() - noonMs) % (7 * dayMs)));
  await exchange.tick('BTC-USDT', '100000');
});

async function aTrader(coin = '5000', contract = '5000'): Promise<Person> {
  const person = await exchange.aPerson({ mode: 'real', coin, contract, coins: { BTC: '1' } });
  await exchange.database.owner.query('update app_user set password_hash = $1 where id = $2', [passwordHash, person.userId]);
  return person;
}
const set = (person: Person, kind: string, most: string | null, more: Record<string, string> = {}) =>
  person.ask('setLimit', { kind, most, ...more });
const raise = (person: Person, kind: string, most: string | null) => set(person, kind, most, { stepUpPassword: password });
const shown = async (person: Person, kind: string) =>
  (await person.get<LimitsView>('limits', {})).limits.find((limit) => limit.kind === kind);
const mailedTo = async ({ userId }: Person) =>
  (await exchange.database.db.selectFrom('owedNotice').select('title').where('userId', '=', userId).orderBy('id').execute()).map(
    ({ title }) => title,
  );
async function buy(person: Person, stake: string) {
  const { quoteId } = await person.get<{ quoteId: string }>('secondsTerms', { symbol: 'BTC-USDT', seconds: 30 });
  return person.ask('secondsSubmit', secondsOrder(stake, quoteId));
}
const secondsOrder = (stake: string, quoteId: string) => ({
  symbol: 'BTC-USDT',
  direction: 'long' as const,
  seconds: 30,
  stake,
  asset: 'USDT',
  clientOrderId: randomUUID(),
  quoteId,
});
const spotOrder = (quantity: string, side: 'buy' | 'sell' = 'buy') => ({
  symbol: 'BTC-USDT',
  side,
  entrustment: 'limit' as const,
  price: side === 'buy' ? '99000' : '110000',
  quantity,
  clientOrderId: randomUUID(),
});
const position = () => ({
  symbol: 'BTC-USDT',
  direction: 'long' as const,
  entrustment: 'market' as const,
  lots: '0.01',
  leverage: 100,
  seenPrice: '100000',
  clientOrderId: randomUUID(),
});
/** As another server's routes would bring it. */
const callOf = (person: Person) => () => ({
  language: 'en',
  ip: '127.0.0.1',
  traceId: 'test',
  idempotencyKey: randomUUID(),
  user: { userId: String(person.userId), mode: 'real' as const, sessionId: '1' },
  nowMs: exchange.clock.now(),
});
/** The contract that runs is lost. */
async function lose(): Promise<void> {
  for (let second = 1; second <= 32; second += 1) {
    exchange.clock.advance(1000);
    await exchange.tick('BTC-USDT', second < 20 ? '100000' : '99990');
  }
  await other.seconds.settlementJob.run(new AbortController().signal);
}

describe('a stake limit', () => {
  test('is shown with what is left, lets pass what fits and refuses what does not; the next day it begins anew', async () => {
    const anna = await aTrader();
    expect(await buy(anna, '100')).toMatchObject({ type: 'ok' });
    expect(await set(anna, 'stake', '150')).toMatchObject({ type: 'ok' });
    expect(await shown(anna, 'stake')).toEqual({ kind: 'stake', most: '150', used: '100', left: '50', coming: null });
    expect(await buy(anna, '51')).toEqual({
      type: 'error',
      message: 'LIMIT_STAKE_REACHED',
      params: { left: '50', max: '150', asset: 'USDT' },
    });
    expect(await buy(anna, '50')).toMatchObject({ type: 'ok' });
    expect(await shown(anna, 'stake')).toMatchObject({ used: '150', left: '0' });
    expect(await anna.ask('spotSubmit', spotOrder('0.001'))).toMatchObject({ message: 'LIMIT_STAKE_REACHED' });
    expect(await anna.ask('leverageSubmit', position())).toMatchObject({ message: 'LIMIT_STAKE_REACHED' });
    exchange.clock.advance(12 * 3_600_000);
    await exchange.tick('BTC-USDT', '100000');
    expect(await shown(anna, 'stake')).toMatchObject({ used: '0', left: '150' });
    expect(await buy(anna, '150')).toMatchObject({ type: 'ok' });
  });

  test('of 30 orders at once on three servers exactly as many pass as fit', async () => {
    const anna = await aTrader();
    await set(anna, 'stake', '100');
    const { quoteId } = await anna.get<{ quoteId: string }>('secondsTerms', { symbol: 'BTC-USDT', seconds: 30 });
    const call = callOf(anna);
    const asked = Array.from({ length: 30 }, async (_, index) => {
      const request = secondsOrder('10', quoteId);
      if (index % 3 === 0) return (await anna.ask('secondsSubmit', request)).type;
      const server = index % 3 === 1 ? other.seconds : third;
      return server.handlers.secondsSubmit?.({ ...call(), request } as never).then(
        () => 'ok',
        (error: { code?: string }) => error.code,
      );
    });
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(10);
    expect(await shown(anna, 'stake')).toMatchObject({ used: '100', left: '0' });
  });

  test('of all products at once no more is staked than it says', async () => {
    const anna = await aTrader();
    await set(anna, 'stake', '60');
    const { quoteId } = await anna.get<{ quoteId: string }>('secondsTerms', { symbol: 'BTC-USDT', seconds: 30 });
    const call = callOf(anna);
    await Promise.allSettled(
      Array.from({ length: 5 }, (): Promise<unknown>[] => [
        Promise.resolve(other.seconds.handlers.secondsSubmit?.({ ...call(), request: secondsOrder('10', quoteId) } as never)),
        Promise.resolve(other.spot.handlers.spotSubmit?.({ ...call(), request: spotOrder('0.0001') } as never)),
        Promise.resolve(other.leverage.handlers.leverageSubmit?.({ ...call(), request: position() } as never)),
      ]).flat(),
    );
    const { rows } = await exchange.database.owner.query<{ staked: string }>(
      `select trim_scale((select coalesce(sum(stake), 0) from seconds_order where user_id = $1)
         + (select coalesce(sum(held), 0) from spot_order where user_id = $1)
         + (select coalesce(sum(margin), 0) from leverage_order where user_id = $1))::text as staked`,
      [anna.userId],
    );
    const { used } = (await shown(anna, 'stake')) ?? { used: 'none' };
    expect(used).toBe(rows[0]?.staked);
    expect(Number.parseFloat(used)).toBeGreaterThan(49);
    expect(Number.parseFloat(used)).toBeLessThanOrEqual(60);
  });

  test('is for the real account: a demo order asks nobody', async () => {
    const ben = await exchange.aPerson({ coin: '100' });
    await set(ben, 'stake', '1');
    expect(await buy(ben, '50')).toMatchObject({ type: 'ok' });
    expect(await shown(ben, 'stake')).toMatchObject({ used: '0', left: '1' });
  });
});

describe('lower at once, higher after a day', () => {
  test('a raise needs step-up, waits 24 hours to the millisecond, is told when it begins, and is forgotten by the next change', async () => {
    const anna = await aTrader();
    await set(anna, 'stake', '100');
    expect(await set(anna, 'stake', '500')).toMatchObject({ message: 'AUTH_STEP_UP_REQUIRED' });
    const askedMs = exchange.clock.now();
    expect(await raise(anna, 'stake', '500')).toMatchObject({ type: 'ok' });
    // Who sits at his session and knows his password does not raise it unseen.
    expect(await mailedTo(anna)).toEqual(['You asked for a higher limit']);
    const coming = { most: '500', fromMs: askedMs + dayMs };
    expect(await shown(anna, 'stake')).toMatchObject({ most: '100', coming });
    exchange.clock.advance(dayMs - 1);
    expect(await shown(anna, 'stake')).toMatchObject({ most: '100', coming });
    exchange.clock.advance(1);
    expect(await shown(anna, 'stake')).toMatchObject({ most: '500', coming: null });

    const { db } = exchange.database;
    const log = createLog({ logLevel: 'silent' });
    const config = { serviceContacts: undefined, exchange: 'practice' } as const;
    const { messages } = createContent({ db, log, metrics: createMetrics({ collectProcess: false }), config });
    const tell = () => tellLimits({ db, messages, wakeOutbox: () => undefined }, exchange.clock.now());
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
    const told = await db.selectFrom('userMessage').select('kind').where('userId', '=', anna.userId).orderBy('id').execute();
    expect(told.map(({ kind }) => kind)).toEqual(['limit_in_force', 'limit_raise_asked', 'limit_in_force']);

    await raise(anna, 'stake', null);
    expect(await set(anna, 'stake', '400')).toMatchObject({ type: 'ok' });
    exchange.clock.advance(2 * dayMs);
    expect(await shown(anna, 'stake')).toMatchObject({ most: '400', coming: null });
    expect(await tell()).toBe(0);
  });

  test('the database itself, asked by its owner, raises no limit earlier and moves none', async () => {
    const anna = await aTrader();
    await set(anna, 'loss', '100');
    const nowMs = exchange.clock.now();
    const insert = (most: string | null, fromMs: number) =>
      exchange.database.owner
        .query('insert into person_limit (user_id, kind, most, asked_at_ms, valid_from_ms) values ($1, $2, $3, $4, $5)', [
          anna.userId,
          'loss',
          most,
          nowMs,
          fromMs,
        ])
        .then(
          () => 'done',
          (error: { code?: string }) => error.code,
        );
    expect(await insert('101', nowMs)).toBe('U0001');
    expect(await insert('101', nowMs + dayMs - 1)).toBe('U0001');
    expect(await insert(null, nowMs + dayMs - 1)).toBe('U0001');
    expect(await insert('99', nowMs + dayMs)).toBe('U0001');
    expect(await insert('101', nowMs + dayMs)).toBe('done');
    const asServer = (statement: string) =>
      exchange.database.db.executeQuery({ sql: statement, parameters: [], query: { kind: 'RawNode' } } as never).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
    expect(await asServer(`update person_limit set most = 1000`)).toBe('42501');
    expect(await asServer(`update person_limit set valid_from_ms = 0`)).toBe('42501');
    expect(await asServer(`delete from person_limit`)).toBe('42501');
    expect(await asServer(`delete from limit_day`)).toBe('42501');
    expect(await asServer(`update limit_day set staked = 0, time_ms = 0`)).toBe('42501');
    expect(await asServer(`insert into limit_day (user_id, day) values (1, 1)`)).toBe('42501');
    expect(await asServer(`select use_limit_day(array[${anna.userId}::bigint], array[-1], ${nowMs})`)).toBe('23514');
    const inName = `insert into person_limit (user_id, kind, most, asked_at_ms, valid_from_ms, operator_id, reason)`;
    expect(await asServer(`${inName} values (${anna.userId}, 'loss', 1, ${nowMs}, ${nowMs}, 1, 'x')`)).toBe('42501');
    await expect(exchange.database.owner.query('delete from person_limit')).rejects.toMatchObject({ code: 'L0009' });
  });

  test('the clock is the database’s: nobody asked days ago what he asks now', async () => {
    const anna = await aTrader();
    const { owner, db } = exchange.database;
    const insert = (table: 'person_limit' | 'person_break', columns: string, values: string) =>
      sql
        .raw(`insert into ${table} (user_id, kind, ${columns}) values (${anna.userId}, ${values})`)
        .execute(db)
        .then(
          () => 'done',
          (error: { code?: string }) => error.code,
        );
    const limit = (atMs: number) => insert('person_limit', 'most, asked_at_ms, valid_from_ms', `'stake', 5, ${atMs}, ${atMs}`);
    const rest = (atMs: number) => insert('person_break', 'asked_at_ms, until_ms', `'cool_off', ${atMs}, ${atMs + dayMs}`);
    const use = (atMs: number) =>
      sql`select use_limit_day(array[${anna.userId}::bigint], array[1], ${atMs}::bigint)`.execute(db).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
    // Set for tests by the owner, as the server's login cannot.
    await expect(sql`update clock_bound set most_ms = 1`.execute(db)).rejects.toMatchObject({ code: '42501' });
    await owner.query('update clock_bound set most_ms = 60000');
    const [nowMs, before] = [Date.now(), Date.now() - dayMs];
    expect([await limit(before), await rest(before)]).toEqual(['U0002', 'U0002']);
    expect([await limit(nowMs), await rest(nowMs), await use(nowMs)]).toEqual(['done', 'done', 'done']);
    await expect(owner.query(`update limit_day set staked = 0 where user_id = ${anna.userId}`)).rejects.toMatchObject({
      code: 'L0009',
    });
    await owner.query('update clock_bound set most_ms = 9000000000000000');
  });

  test('one that was overtaken by another on its way is to be tried again', async () => {
    const anna = await aTrader();
    await set(anna, 'stake', '100');
    const late = { userId: anna.userId, kind: 'stake' as const, most: '50', nowMs: exchange.clock.now() - 1 };
    const placed = exchange.database.db.transaction().execute((tx) => placeLimit(tx, late));
    await expect(placed).rejects.toMatchObject({ code: 'PLEASE_RETRY', isRetryable: true });
  });

  test.each([
    ['time', '1441'],
    ['time', '1.5'],
    ['stake', '1.001'],
  ])('%s %s is no limit', async (kind, most) => {
    const anna = await aTrader();
    expect(await set(anna, kind, most)).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'most' } });
    expect(await shown(anna, kind)).toMatchObject({ most: null });
  });
});

describe('a loss limit', () => {
  test('counts what was lost today and what is at stake now, so that it cannot be passed', async () => {
    const anna = await aTrader();
    await set(anna, 'loss', '100');
    expect(await buy(anna, '100')).toMatchObject({ message: 'LIMIT_LOSS_REACHED' });
    expect(await buy(anna, '50')).toMatchObject({ type: 'ok' });
    const open = await shown(anna, 'loss');
    expect(await buy(anna, '50')).toMatchObject({ message: 'LIMIT_LOSS_REACHED' });
    await lose();
    const after = await shown(anna, 'loss');
    // The contract cost what was counted for it.
    expect(after?.left).toBe(open?.left);
    expect(Number.parseFloat(after?.used ?? '')).toBeGreaterThanOrEqual(50);
    expect(await buy(anna, '50')).toMatchObject({ message: 'LIMIT_LOSS_REACHED' });
    expect(await buy(anna, '40')).toMatchObject({ type: 'ok' });
    exchange.clock.advance(dayMs);
    await exchange.tick('BTC-USDT', '100000');
    await other.seconds.settlementJob.run(new AbortController().signal);
    expect(await buy(anna, '40')).toMatchObject({ type: 'ok' });
  });

  test('closing, cancelling and selling what is held stay possible', async () => {
    const anna = await aTrader();
    const opened = await anna.get<{ id: string }>('leverageSubmit', position());
    const resting = await anna.get<{ id: string }>('spotSubmit', spotOrder('0.001'));
    for (const kind of ['loss', 'stake', 'time']) await set(anna, kind, '0');
    await anna.get('takeBreak', { days: 1 });
    exchange.clock.advance(1000);
    await exchange.tick('BTC-USDT', '100000');
    await exchange.execute();
    expect(await buy(anna, '10')).toMatchObject({ message: 'LIMIT_COOL_OFF' });
    expect(await anna.ask('spotSubmit', spotOrder('0.001', 'sell'))).toMatchObject({ type: 'ok' });
    expect(await anna.ask('spotCancel', { id: resting.id })).toMatchObject({ type: 'ok' });
    expect(await anna.ask('leverageSetStop', { id: opened.id, stopLoss: '99000' })).toMatchObject({ type: 'ok' });
    expect(await anna.ask('leverageClose', { id: opened.id })).toMatchObject({ type: 'ok' });
    expect(await anna.ask('transfer', { from: 'coin', to: 'contract', asset: 'USDT', amount: '1' })).toMatchObject({
      type: 'ok',
    });
  });
});

describe('a deposit limit', () => {
  test('is kept by the book: whatever credits a top-up is refused beyond it, and booked again the next day', async () => {
    const anna = await aTrader('0', '0');
    await set(anna, 'deposit', '100');
    const credit = (text: string) =>
      exchange.database.db.transaction().execute((tx) =>
        post(tx, {
          mode: 'real',
          kind: 'topup',
          ref: 'test',
          idem: `topup:test:${randomUUID()}`,
          atMs: exchange.clock.now(),
          legs: [
            { account: { ownerId: anna.userId, kind: 'coin', asset: 'USDT' }, amount: amount(text) },
            { account: house('custody', 'USDT'), amount: negate(amount(text)) },
          ],
        }),
      );
    await credit('60');
    await expect(credit('41')).rejects.toMatchObject({
      code: 'LIMIT_DEPOSIT_REACHED',
      params: { left: '40', max: '100', asset: 'USDT' },
    });
    await credit('40');
    expect(await shown(anna, 'deposit')).toMatchObject({ used: '100', left: '0' });
    await expect(credit('1')).rejects.toMatchObject({ code: 'LIMIT_DEPOSIT_REACHED' });
    exchange.clock.advance(dayMs);
    await credit('100');
  });
});

describe('a break', () => {
  test('takes back what waits to open something in the real account, and nothing else', async () => {
    const anna = await aTrader();
    const ben = await exchange.aPerson({ coin: '5000', contract: '5000' });
    const resting = { ...position(), entrustment: 'limit' as const, limitPrice: '99000', seenPrice: undefined };
    for (const person of [anna, ben]) {
      await person.get('leverageSubmit', { ...resting, clientOrderId: randomUUID() });
      await person.get('spotSubmit', spotOrder('0.001'));
    }
    await anna.get('spotSubmit', spotOrder('0.001', 'sell'));
    await anna.get('takeBreak', { days: 30 });
    await ben.get('takeBreak', { days: 30 });
    const { database, clock } = exchange;
    const cancel = () => cancelInBreaks({ db: database.db, clock, receipts: testReceipts });
    expect(await cancel()).toBe(2);
    expect(await cancel()).toBe(0);
    for (const price of ['99500', '98000', '98000']) {
      clock.advance(1000);
      await exchange.tick('BTC-USDT', price);
      await exchange.execute();
    }
    const { rows } = await database.owner.query<{ line: string }>(
      `select concat_ws(' ', mode, 'position', status) as line from leverage_order where user_id = any ($1)
       union all select concat_ws(' ', mode, side, status) from spot_order where user_id = any ($1) order by line`,
      [[anna.userId, ben.userId]],
    );
    expect(rows.map(({ line }) => line)).toEqual([
      'demo buy filled',
      'demo position open',
      'real buy cancelled',
      'real position cancelled',
      'real sell new',
    ]);
  });

  test('of one who has many orders the first ones are taken back in turn with everybody else’s', async () => {
    const [anna, ben] = [await aTrader(), await aTrader()];
    for (let more = 0; more < 3; more += 1) await anna.get('spotSubmit', spotOrder('0.001'));
    exchange.clock.advance(1000);
    await exchange.tick('BTC-USDT', '100000');
    await ben.get('spotSubmit', spotOrder('0.001'));
    for (const person of [anna, ben]) await person.get('takeBreak', { days: 1 });
    const { database, clock } = exchange;
    await cancelInBreaks({ db: database.db, clock, receipts: testReceipts }, 2);
    const { rows } = await database.owner.query<{ user: string; status: string }>(
      `select user_id as "user", status from spot_order where user_id = any ($1) order by xmin::text::bigint`,
      [[anna.userId, ben.userId]],
    );
    const [annas, bens] = [String(anna.userId), String(ben.userId)];
    expect(rows.map(({ user }) => user)).toEqual([annas, bens, annas, annas]);
    expect(rows.map(({ status }) => status)).toEqual(Array(4).fill('cancelling'));
  });

  test('an exclusion needs step-up, refuses orders until its end, and nobody ends it earlier', async () => {
    const anna = await aTrader();
    expect(await anna.ask('takeBreak', { days: 183 })).toMatchObject({ message: 'AUTH_STEP_UP_REQUIRED' });
    expect(await anna.ask('takeBreak', { days: 2 })).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'days' } });
    const untilMs = exchange.clock.now() + 183 * dayMs;
    const excluded = { kind: 'exclusion', untilMs };
    expect(await anna.get('takeBreak', { days: 183, stepUpPassword: password })).toMatchObject({ break: excluded });
    expect(await mailedTo(anna)).toEqual(['Your break has begun']);
    // A shorter one changes nothing.
    expect(await anna.get('takeBreak', { days: 1 })).toMatchObject({ break: excluded });
    expect(await buy(anna, '10')).toMatchObject({
      message: 'LIMIT_EXCLUDED',
      params: { until: `${new Date(untilMs).toISOString().slice(0, 16).replace('T', ' ')} UTC` },
    });
    const { owner } = exchange.database;
    await expect(owner.query('update person_break set until_ms = 0')).rejects.toMatchObject({ code: 'L0009' });
    await expect(owner.query('delete from person_break')).rejects.toMatchObject({ code: 'L0009' });
    const shorter = `insert into person_break (user_id, kind, asked_at_ms, until_ms) values ($1, 'exclusion', 0, 182 * 86400000::bigint)`;
    await expect(owner.query(shorter, [anna.userId])).rejects.toMatchObject({ code: '23514' });
    exchange.clock.advance(183 * dayMs - 1000);
    await owner.query('update session set created_at_ms = $1, last_seen_at_ms = $1', [exchange.clock.now()]);
    await exchange.tick('BTC-USDT', '100000');
    expect(await buy(anna, '10')).toMatchObject({ message: 'LIMIT_EXCLUDED' });
    exchange.clock.advance(1000);
    await exchange.tick('BTC-USDT', '100000');
    expect(await anna.get('limits', {})).toMatchObject({ break: null });
  });
});

describe('how long', () => {
  const sit = (person: Person, isChecked?: boolean) =>
    person.get<EndpointResponse<'sitting'>>('sitting', isChecked === undefined ? {} : { isChecked });
  const minutes = async (person: Person, count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      exchange.clock.advance(60_000);
      await sit(person);
    }
  };

  test('each half hour is a check, with the net result since the beginning; five minutes away are a break', async () => {
    const anna = await aTrader();
    const startedAtMs = exchange.clock.now();
    expect(await sit(anna)).toMatchObject({ startedAtMs, result: '0', isCheckDue: false, timeLeftMs: null });
    await buy(anna, '50');
    await lose();
    await minutes(anna, 30);
    const due = await sit(anna);
    expect(due).toMatchObject({ startedAtMs, isCheckDue: true });
    expect(Number.parseFloat(due.result)).toBeLessThanOrEqual(-50);
    expect(await sit(anna, true)).toMatchObject({ startedAtMs, isCheckDue: false });
    await minutes(anna, 29);
    expect(await sit(anna)).toMatchObject({ isCheckDue: false });
    await minutes(anna, 1);
    expect(await sit(anna)).toMatchObject({ isCheckDue: true });
    exchange.clock.advance(300_001);
    expect(await sit(anna)).toMatchObject({ startedAtMs: exchange.clock.now(), result: '0', isCheckDue: false });
  });

  test('a time limit says what is left, refuses orders after it, and begins anew the next day', async () => {
    const anna = await aTrader();
    await set(anna, 'time', '20');
    await sit(anna);
    await minutes(anna, 12);
    expect(await sit(anna)).toMatchObject({ timeLeftMs: 480_000 });
    expect(await shown(anna, 'time')).toEqual({ kind: 'time', most: '20', used: '12', left: '8', coming: null });
    await exchange.tick('BTC-USDT', '100000');
    expect(await buy(anna, '10')).toMatchObject({ type: 'ok' });
    await minutes(anna, 8);
    await exchange.tick('BTC-USDT', '100000');
    expect(await buy(anna, '10')).toEqual({ type: 'error', message: 'LIMIT_TIME_REACHED', params: { max: '20' } });
    expect(await sit(anna)).toMatchObject({ timeLeftMs: 0 });
    exchange.clock.advance(dayMs);
    await exchange.tick('BTC-USDT', '100000');
    expect(await buy(anna, '10')).toMatchObject({ type: 'ok' });
  });

  test('in the demo account nobody counts', async () => {
    const ben = await exchange.aPerson();
    expect(await ben.ask('sitting', {})).toMatchObject({ message: 'WALLET_DEMO_FORBIDDEN' });
  });
});
