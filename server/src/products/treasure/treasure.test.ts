/** Interest Treasure from the purchase to the end, through the real routes and with the calendar's own job. */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EndpointResponse, TreasureOrder } from '@tessera/shared/contract';
import { amount } from '@tessera/shared/money';
import { operations, type OperationName } from '@tessera/shared/operations';
import { anOperator } from '../../../test/anOperator';
import { brokenMessages } from '../../../test/brokenMessages';
import { openTreasureDesk } from '../../../test/treasureDesk';
import { useTradingExchange, type Answer, type Person } from '../../../test/tradingExchange';
import { sleep } from '../../platform/timers';
import { findViolations, ledgerRules } from '../../ledger/invariants';
import { house, post } from '../../ledger/Ledger';
import { spotLedgerRules } from '../spot/invariants';
import { treasureLedgerRules } from './invariants';

const exchange = useTradingExchange();
let desk: Awaited<ReturnType<typeof openTreasureDesk>>;
beforeAll(async () => {
  await exchange.tick('BTC-USDT', '100000');
  desk = await openTreasureDesk(exchange);
});
afterEach(async () => {
  const found = await findViolations(exchange.database.db, [...ledgerRules, ...spotLedgerRules, ...treasureLedgerRules], 0);
  expect(found.filter(({ subjects }) => subjects.length > 0)).toEqual([]);
  expect(await brokenMessages(exchange.database.db)).toEqual([]);
});

const accounts = async ({ userId, mode }: Person): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await exchange.database.owner.query<{ kind: string; balance: string }>(
    `select kind, trim_scale(balance)::text as balance from account where owner_id = $1 and mode = $2 and balance <> 0 order by kind`,
    [userId, mode],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
};
const told = async (person: Person) => (await person.get<{ items: { title: string; body: string }[] }>('userMessages', {})).items;
const titles = async (person: Person) => (await told(person)).map(({ title }) => title).reverse();
/** The server reads its catalogue each second. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 200 && !(await isTrue()); turn += 1) await sleep(50);
  expect(await isTrue()).toBe(true);
}
const code = (answer: Answer) => answer.message;

/** By name; signed in anew, as time passes by weeks here. */
async function operate(name: OperationName, request: Readonly<Record<string, unknown>>, by = 'tess'): Promise<Answer> {
  const { token } = await anOperator(exchange.database, ['treasury', 'risk'], { nowMs: exchange.clock.now(), name: by });
  const answer = await exchange.app.operationsHttp?.inject({
    method: 'POST',
    url: `/ops/api/${operations[name].path}`,
    payload: request,
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer === undefined) throw new Error('operators are answered');
  return answer.json();
}
async function decide(person: Person, verdict: Readonly<Record<string, unknown>>, by?: string): Promise<Answer> {
  const listed = await operate('reviewsList', { userId: String(person.userId) });
  const id = (listed.message as { items: readonly { id: string }[] }).items[0]?.id ?? '';
  const { termsHash } = (await operate('reviewsGet', { id })).message as { termsHash: string };
  return operate('reviewsDecide', { id, termsHash, ...verdict }, by);
}

describe('from the purchase to the end', () => {
  test('30 days at 0.6 %: nothing on the day of the purchase, then 0.2 a day, and the sum with the last one', async () => {
    const anna = await desk.aSaver({ coin: '1500' });
    const order = await desk.buy(anna, '2', '1000');
    expect(order).toMatchObject({
      ...{ status: 'in_custody', principal: '1000', perDay: '0.2', expectedIncome: '6', earned: '0', end: null },
      ...{ startsAtMs: Date.UTC(2026, 10, 19), endsAtMs: Date.UTC(2026, 11, 19), nextPayAtMs: Date.UTC(2026, 10, 20) },
    });
    expect(await accounts(anna)).toEqual({ coin: '500', deposit: '1000' });
    const wallet = await anna.get<EndpointResponse<'walletList'>>('walletList', {});
    expect([wallet.total, wallet.parts?.at(-1)]).toEqual(['1500', { part: 'treasure', value: '1000' }]);
    const period = { asset: 'USDT', fromMs: 0, untilMs: exchange.clock.now() + 1 };
    const kept = await anna.get<EndpointResponse<'statement'>>('statement', { account: 'deposit', ...period });
    expect(kept.items).toMatchObject([{ kind: 'treasure', amount: '1000', balanceAfter: '1000', ref: order.id }]);
    await desk.days(1);
    expect(await accounts(anna)).toEqual({ coin: '500', deposit: '1000' });
    await desk.days(1);
    expect(await accounts(anna)).toEqual({ coin: '500.2', deposit: '1000' });
    expect(await anna.get('treasureSummary', {})).toEqual({
      ...{ asset: 'USDT', inCustody: '1000', earned: '0.2', earnedToday: '0.2', expected: '5.8', pendingReview: '0' },
    });
    // The calendar is away for nine days, and makes up for them.
    await desk.days(9, { isAway: true });
    await desk.book();
    expect(await desk.orderOf(anna, order.id)).toMatchObject({ earned: '2', steps: [{ step: 'bought' }, { step: 'started' }] });
    const days = await anna.get<EndpointResponse<'treasureRecords'>>('treasureRecords', { orderId: order.id, pageSize: 3 });
    expect([days.total, days.items.map(({ date, amount }) => `${date} ${amount}`)]).toEqual([
      10,
      ['2026-11-28 0.2', '2026-11-27 0.2', '2026-11-26 0.2'],
    ]);
    await desk.days(20);
    expect(await accounts(anna)).toEqual({ coin: '1506' });
    const ended = await desk.orderOf(anna, order.id);
    expect(ended).toMatchObject({
      status: 'completed',
      end: 'matured',
      earned: '6',
      principal: '0',
      profit: '6',
      nextPayAtMs: null,
    });
    expect(ended.steps.map(({ step }) => step)).toEqual(['bought', 'started', 'matured']);
    await desk.days(2);
    expect(await accounts(anna)).toEqual({ coin: '1506' });
    expect(await titles(anna)).toEqual(['Your deposit is made', 'Your deposit has reached its end']);
    expect((await told(anna))[0]?.body).toContain('It earned 6 USDT');
  });

  test('a rate with a remainder: the days of a week are the week, in demo mode too, where nobody is told', async () => {
    const ben = await desk.aSaver({ coin: '1000', mode: 'demo' });
    const order = await desk.buy(ben, '1', '1000');
    expect(order).toMatchObject({ perDay: '0.136986', dailyRate: '0.000136986301369863', expectedIncome: '0.958904' });
    await desk.days(8);
    expect(await accounts(ben)).toEqual({ coin: '1000.958904' });
    expect(await titles(ben)).toEqual([]);
  });

  test('the same request again is the same order; its name with another content is refused', async () => {
    const cleo = await desk.aSaver();
    const [clientOrderId, key] = [randomUUID(), randomUUID()];
    const first = await desk.buy(cleo, '1', '100', { clientOrderId }, key);
    expect(await desk.buy(cleo, '1', '100', { clientOrderId, stepUpPassword: 'unasked' }, key)).toEqual(first);
    expect(await desk.buy(cleo, '1', '100', { clientOrderId })).toEqual(first);
    expect(code(await desk.ask(cleo, '1', '200', { clientOrderId }))).toBe('REQUEST_ILLEGAL');
    expect(code(await desk.ask(cleo, '2', '100', { clientOrderId }))).toBe('REQUEST_ILLEGAL');
    // Also where it could not be bought any more.
    expect(await desk.buy(cleo, '1', '100', { clientOrderId, catalogVersion: 99 })).toEqual(first);
    expect(await accounts(cleo)).toEqual({ coin: '9900', deposit: '100' });
    const { items } = await cleo.get<{ items: TreasureOrder[] }>('treasureOrders', { clientOrderId });
    expect(items).toEqual([first]);
  });
});

describe('leaving early', () => {
  test('1.5 days of interest: what is earned stays, the penalty is what the sheet said, all of it or nothing', async () => {
    const dora = await desk.aSaver({ coin: '1000' });
    const { id } = await desk.buy(dora, '2', '1000');
    await desk.days(4);
    const quoted = (await desk.quote(dora, id)).message;
    expect(quoted).toMatchObject({ amount: '1000', earned: '0.6', penalty: '0.3', returned: '999.7', remaining: '0' });
    expect(code(await desk.redeem(dora, id, { amount: '500', returned: '500' }))).toBe('TREASURE_AMOUNT_WRONG');
    expect(code(await desk.redeem(dora, id, { returned: '1000' }))).toBe('ORDER_QUOTE_EXPIRED');
    // He has to prove that it is he.
    for (const [proof, refusal] of [
      [{}, 'AUTH_STEP_UP_REQUIRED'],
      [{ stepUpPassword: 'wrong' }, 'AUTH_WRONG_PAYMENT_PASSWORD'],
    ] as const)
      expect(code(await dora.ask('treasureCancel', { orderId: id, returned: '999.7', ...proof }))).toBe(refusal);
    expect(await accounts(dora)).toEqual({ coin: '0.6', deposit: '1000' });
    const done = (await desk.redeem(dora, id)).message as EndpointResponse<'treasureCancel'>;
    expect(done).toMatchObject({
      penalty: '0.3',
      returned: '999.7',
      order: { status: 'completed', end: 'redeemed', profit: '0.3' },
    });
    expect(await accounts(dora)).toEqual({ coin: '1000.3' });
    expect(code(await desk.redeem(dora, id, { returned: '0' }))).toBe('TREASURE_STATUS_ABNORMAL');
    await desk.days(3);
    expect(await accounts(dora)).toEqual({ coin: '1000.3' });
    expect(await titles(dora)).toEqual(['Your deposit is made', 'Your early redemption is done']);
  });

  test('in parts: forfeited rewards are those of the part, the rest goes on, a day that is over is paid first', async () => {
    const emil = await desk.aSaver({ coin: '2000' });
    const { id } = await desk.buy(emil, '1', '2000');
    await desk.days(3);
    // The calendar has not come to yesterday yet.
    await desk.days(1, { isAway: true });
    const part = (await desk.redeem(emil, id, { amount: '500' })).message as EndpointResponse<'treasureCancel'>;
    expect(part.order).toMatchObject({ status: 'in_custody', principal: '1500', earned: '0.821917', penalty: '0.20548' });
    expect(part).toMatchObject({ penalty: '0.20548', returned: '499.79452' });
    await desk.book();
    expect(code(await desk.redeem(emil, id, { amount: '1500.01', returned: '1' }))).toBe('TREASURE_REDEEM_EXCEEDS_HOLDING');
    await desk.days(4);
    const ended = await desk.orderOf(emil, id);
    expect(ended).toMatchObject({ end: 'matured', amount: '2000', steps: { length: 4 } });
    // Three days of 2,000 and four of 1,500, at 5 % a year.
    expect(ended.earned).toBe('1.643835');
    expect(await accounts(emil)).toEqual({ coin: '2001.438355' });
  });

  test('a share of the sum, more than was earned, as the product says; before the first day too', async () => {
    const flo = await desk.aSaver({ coin: '1000' });
    const { id } = await desk.buy(flo, '3', '1000');
    expect((await desk.quote(flo, id)).message).toMatchObject({ earned: '0', penalty: '10', returned: '990' });
    await desk.redeem(flo, id);
    expect(await accounts(flo)).toEqual({ coin: '990' });
  });

  test('in twenty parts at most: then the rest as a whole', async () => {
    const uma = await desk.aSaver({ mode: 'demo', coin: '1000' });
    const { id } = await desk.buy(uma, '1', '1000');
    const part = { amount: '0.01', returned: '0.01' };
    for (let turn = 0; turn < 20; turn += 1) expect(await desk.redeem(uma, id, part)).toMatchObject({ type: 'ok' });
    const refusal = { message: 'TREASURE_PARTS_TOO_MANY', params: { max: '20' } };
    expect(await desk.quote(uma, id, '0.01')).toMatchObject(refusal);
    expect(await desk.redeem(uma, id, part)).toMatchObject(refusal);
    expect(await desk.redeem(uma, id)).toMatchObject({ message: { returned: '999.8', order: { end: 'redeemed' } } });
  });

  test('one that stays until its end; on the last day it comes back by itself; somebody else’s', async () => {
    const gina = await desk.aSaver({ mode: 'demo', coin: '5000' });
    const { id } = await desk.buy(gina, '4', '1000');
    expect(code(await desk.quote(gina, id))).toBe('TREASURE_STATUS_ABNORMAL');
    const week = await desk.buy(gina, '1', '1000');
    await desk.days(8, { isAway: true });
    expect(code(await desk.quote(gina, week.id))).toBe('TREASURE_STATUS_ABNORMAL');
    const other = await desk.aSaver({ mode: 'demo' });
    expect(code(await desk.quote(other, id))).toBe('TREASURE_RECEIPT_NOT_FOUND');
    expect(code(await desk.redeem(other, id))).toBe('TREASURE_RECEIPT_NOT_FOUND');
    await desk.book();
  });
});

describe('clocks and prices that do not agree', () => {
  test('bought or approved while the clock is set back: no day that had begun before counts', async () => {
    const [rosa, sven] = [await desk.aSaver({ coin: '1000' }), await desk.aSaver({ coin: '1000' })];
    const now = exchange.clock.now();
    const tomorrow = (Math.floor(now / 86_400_000) + 1) * 86_400_000;
    exchange.clock.set(now - 20 * 86_400_000);
    const [week, asked] = [await desk.buy(rosa, '1', '1000'), await desk.buy(sven, '4', '1000')];
    await decide(sven, { verdict: 'approved' });
    exchange.clock.set(now);
    await desk.book();
    expect(await accounts(rosa)).toEqual({ deposit: '1000' });
    expect([week.startsAtMs, (await desk.orderOf(sven, asked.id)).startsAtMs]).toEqual([tomorrow, tomorrow]);
  });

  test('its time is over, no price says so yet: it is not redeemed with a penalty, it comes back by itself', async () => {
    const tina = await desk.aSaver({ mode: 'demo', coin: '1000' });
    const { id, endsAtMs } = await desk.buy(tina, '3', '1000');
    await desk.days(90);
    exchange.clock.set(endsAtMs ?? 0);
    expect(code(await desk.quote(tina, id))).toBe('TREASURE_STATUS_ABNORMAL');
    expect(code(await desk.redeem(tina, id, { returned: '990' }))).toBe('TREASURE_STATUS_ABNORMAL');
    await desk.days(1);
    expect(await desk.orderOf(tina, id)).toMatchObject({ end: 'matured', penalty: '0' });
  });

  test('a day is over, no price says so yet: what was earned on it is not lost by leaving', async () => {
    const vera = await desk.aSaver({ mode: 'demo', coin: '2000' });
    const [{ id }, asked] = [await desk.buy(vera, '2', '1000'), await desk.buy(vera, '2', '1000')];
    await desk.days(3);
    exchange.clock.set(exchange.clock.now() + 86_400_000);
    expect(code(await desk.quote(vera, id))).toBe('TREASURE_STATUS_ABNORMAL');
    expect(code(await desk.redeem(vera, id, { returned: '999.7' }))).toBe('TREASURE_STATUS_ABNORMAL');
    expect(await desk.orderOf(vera, asked.id)).toMatchObject({ status: 'in_custody', earned: '0.4' });
    await exchange.tick('BTC-USDT', '100000');
    expect(await desk.redeem(vera, id)).toMatchObject({ message: { returned: '999.7', order: { earned: '0.6' } } });
    await desk.book();
  });
});

describe('reviews', () => {
  test('approved: held until then, its term begins on the day after', async () => {
    const hans = await desk.aSaver({ coin: '5000' });
    const asked = await desk.buy(hans, '4', '2000');
    expect(asked).toMatchObject({ status: 'pending_review', startsAtMs: null, nextPayAtMs: null });
    expect(await accounts(hans)).toEqual({ coin: '3000', coin_hold: '2000' });
    await desk.days(2);
    expect(await decide(hans, { verdict: 'approved' })).toMatchObject({ message: { state: 'approved' } });
    const order = await desk.orderOf(hans, asked.id);
    expect(order.steps.map(({ step }) => step)).toEqual(['bought', 'approved']);
    expect(order).toMatchObject({ status: 'in_custody', startsAtMs: Math.ceil(exchange.clock.now() / 86_400_000) * 86_400_000 });
    expect(await accounts(hans)).toEqual({ coin: '3000', deposit: '2000' });
    expect(await titles(hans)).toEqual(['Your deposit is under review', 'Your deposit is approved']);
  });

  test('rejected, out of time, taken back: the money is there again, and the room too', async () => {
    const [ida, jan, kim] = [
      await desk.aSaver({ coin: '2000' }),
      await desk.aSaver({ coin: '2000' }),
      await desk.aSaver({ coin: '2000' }),
    ];
    const taken = async () => (await desk.productOf(ida, '4'))?.taken;
    const before = await taken();
    const [first, second, third] = [
      await desk.buy(ida, '4', '1000'),
      await desk.buy(jan, '4', '1000'),
      await desk.buy(kim, '4', '1000'),
    ];
    await decide(ida, { verdict: 'rejected', reason: 'Please say where the money comes from.' });
    expect(await desk.orderOf(ida, first.id)).toMatchObject({
      status: 'cancelled',
      end: 'rejected',
      reason: 'Please say where the money comes from.',
    });
    expect((await told(ida))[0]?.body).toContain('Please say where the money comes from.');
    const back = (await desk.redeem(kim, third.id)).message as EndpointResponse<'treasureCancel'>;
    expect(back).toMatchObject({ penalty: '0', returned: '1000', order: { end: 'cancelled' } });
    exchange.clock.advance(7 * 86_400_000);
    await desk.days(1);
    expect(await decide(jan, { verdict: 'approved' })).toMatchObject({ message: { state: 'expired' } });
    expect(await desk.orderOf(jan, second.id)).toMatchObject({ status: 'cancelled', end: 'expired' });
    for (const person of [ida, jan, kim]) expect(await accounts(person)).toEqual({ coin: '2000' });
    expect([(await titles(ida)).at(-1), (await titles(jan)).at(-1)]).toEqual([
      'Your deposit was not approved',
      'Your deposit was not reviewed in time',
    ]);
    expect(await taken()).toBe(before);
  });

  test('a break opens nothing: no purchase, no approval of what was asked before it; nor is one approved of who is frozen', async () => {
    const max = await desk.aSaver({ coin: '5000' });
    const [waiting, running] = [await desk.buy(max, '4', '1000'), await desk.buy(max, '1', '500')];
    await max.get('takeBreak', { days: 1 });
    expect(await desk.ask(max, '1', '100')).toMatchObject({ message: 'LIMIT_COOL_OFF' });
    expect(await decide(max, { verdict: 'approved' })).toMatchObject({ message: 'LIMIT_COOL_OFF' });
    expect(await desk.orderOf(max, waiting.id)).toMatchObject({ status: 'pending_review' });
    // What is there is left and taken back as ever.
    expect((await desk.redeem(max, running.id)).type).toBe('ok');
    expect(await accounts(max)).toEqual({ coin: '4000', coin_hold: '1000' });
    exchange.clock.advance(86_400_000);
    const { owner } = exchange.database;
    await owner.query('update app_user set frozen_at_ms = 1 where id = $1', [max.userId]);
    expect(await decide(max, { verdict: 'approved' })).toMatchObject({ message: 'AUTH_ACCOUNT_FROZEN' });
    await owner.query('update app_user set frozen_at_ms = null where id = $1', [max.userId]);
    expect(await decide(max, { verdict: 'approved' })).toMatchObject({ message: { state: 'approved' } });
  });

  test('50,000 and more: two operators', async () => {
    const lea = await desk.aSaver({ coin: '60000' });
    const { id } = await desk.buy(lea, '4', '50000');
    expect(await decide(lea, { verdict: 'approved' })).toMatchObject({ message: { state: 'pending', approvals: 1 } });
    expect(await desk.orderOf(lea, id)).toMatchObject({ status: 'pending_review' });
    expect(await decide(lea, { verdict: 'approved' }, 'theo')).toMatchObject({ message: { state: 'approved' } });
  });
});

describe('refused', () => {
  test('what the product does not take, said before a password is judged', async () => {
    const mia = await desk.aSaver({ coin: '300000' });
    const refused = async (productId: string, amount: string, more: Readonly<Record<string, unknown>> = {}) =>
      desk.ask(mia, productId, amount, { stepUpPassword: 'wrong', ...more });
    expect(await refused('2', '99.99')).toMatchObject({
      message: 'TREASURE_AMOUNT_BELOW_MIN',
      params: { min: '100', asset: 'USDT' },
    });
    expect(await refused('2', '50000.01')).toMatchObject({ message: 'TREASURE_AMOUNT_ABOVE_MAX', params: { max: '50000' } });
    expect(code(await refused('2', '100.001'))).toBe('TREASURE_AMOUNT_WRONG');
    expect(code(await refused('2', '0'))).toBe('TREASURE_AMOUNT_WRONG');
    expect(code(await refused('77', '100'))).toBe('PRODUCT_NOT_FOUND');
    expect(code(await refused('2', '100', { catalogVersion: 99 }))).toBe('ORDER_QUOTE_EXPIRED');
    expect(code(await refused('2', '100'))).toBe('AUTH_WRONG_PAYMENT_PASSWORD');
    expect(code(await desk.ask(mia, '2', '100', { stepUpPassword: undefined }))).toBe('AUTH_STEP_UP_REQUIRED');
    for (let turn = 0; turn < 4; turn += 1) await desk.buy(mia, '2', '50000');
    expect(await refused('2', '100')).toMatchObject({ message: 'TREASURE_AMOUNT_ABOVE_MAX', params: { max: '0' } });
    const poor = await desk.aSaver({ coin: '50' });
    expect(code(await desk.ask(poor, '2', '100'))).toBe('WALLET_BALANCE_INSUFFICIENT');
    const unknown = await exchange.aPerson({ mode: 'real', isCertified: false });
    expect(code(await desk.ask(unknown, '2', '100'))).toBe('IDENTITY_REQUIRED');
  });

  test('the last of a product: twelve people at once, and exactly what is left is sold; one person’s most likewise', async () => {
    const { owner } = exchange.database;
    const { rows } = await owner.query<{ blocked: string }>(
      `insert into treasure_taken values (3, 'demo', 9999550) on conflict (product_id, mode)
       do update set taken = 9999550 returning 9999550 - coalesce((select sum(principal) from treasure_order
         where product_id = 3 and mode = 'demo' and status = 'in_custody'), 0) as blocked`,
    );
    const people = await Promise.all(Array.from({ length: 12 }, () => desk.aSaver({ mode: 'demo', coin: '200' })));
    const answers = await Promise.all(people.map((person) => desk.ask(person, '3', '100')));
    expect(answers.map(({ type, message }) => (type === 'ok' ? 'sold' : message)).sort()).toEqual([
      ...Array.from({ length: 8 }, () => 'TREASURE_FULL'),
      ...Array.from({ length: 4 }, () => 'sold'),
    ]);
    await owner.query(`update treasure_taken set taken = taken - $1 where product_id = 3 and mode = 'demo'`, [rows[0]?.blocked]);
    const nora = await desk.aSaver({ mode: 'demo', coin: '200000' });
    const asked = await Promise.all(Array.from({ length: 8 }, () => desk.ask(nora, '1', '20000')));
    expect(asked.filter(({ type }) => type === 'ok')).toHaveLength(5);
    expect(await accounts(nora)).toEqual({ coin: '100000', deposit: '100000' });
  });

  test('a hundred deposits of a person are open: the next one waits', async () => {
    const olga = await desk.aSaver({ mode: 'demo', coin: '5000' });
    await exchange.database.owner.query(
      `with bought as (
         insert into treasure_order (user_id, mode, client_order_id, product_id, catalog_version, asset, asset_scale, amount_scale, rate, rate_kind,
           days, day_count, amount, bought_at_ms, principal, status, start_day, next_day)
         select $1, 'demo', gen_random_uuid(), 9, 1, 'USDT', 6, 2, 0.1, 'annual', 10, 365, 1, $2, 1, 'in_custody', 30000, 30000 from generate_series(1, 100)
         returning id
       ) select count(*) from bought`,
      [olga.userId, exchange.clock.now()],
    );
    expect(await desk.ask(olga, '1', '10')).toMatchObject({ message: 'TREASURE_TOO_MANY', params: { max: '100' } });
    await exchange.database.owner.query('delete from treasure_order where user_id = $1', [olga.userId]);
  });
});

test('fifty purchases a day, whatever was left again; practice has its own capacity, and takes none of the real one', async () => {
  const { owner } = exchange.database;
  const olga = await desk.aSaver({ coin: '1000' });
  await owner.query(
    `insert into treasure_order (user_id, mode, client_order_id, product_id, catalog_version, asset, asset_scale, amount_scale, rate, rate_kind,
       days, day_count, amount, bought_at_ms, principal, status, end_kind, ended_at_ms, start_day)
     select $1, 'real', gen_random_uuid(), 9, 1, 'USDT', 6, 2, 0.1, 'annual', 10, 365, 1, $2::bigint - 1000 * turn, 0, 'completed', 'redeemed', $2, 30000
     from generate_series(1, 49) turn`,
    [olga.userId, exchange.clock.now()],
  );
  await desk.buy(olga, '1', '10');
  expect(await desk.ask(olga, '1', '10')).toMatchObject({ message: 'TOO_MANY_REQUESTS', params: { seconds: '86351' } });
  await owner.query(`delete from treasure_order where user_id = $1 and product_id = 9`, [olga.userId]);
  // Practice money fills what practice may keep, and nothing else.
  const taken = async (sum: string) =>
    owner.query(
      `insert into treasure_taken (product_id, mode, taken) values (1, 'demo', 0) on conflict do nothing;
       update treasure_taken set taken = ${sum} where product_id = 1 and mode = 'demo'`,
    );
  const practising = await desk.aSaver({ coin: '100', mode: 'demo' });
  const { rows } = await owner.query<{ taken: string }>(
    `select coalesce(sum(taken), 0)::text as taken from treasure_taken where product_id = 1 and mode = 'demo'`,
  );
  await taken(`(select capacity from treasure_term where product_id = 1 and until_version is null)`);
  expect(await desk.ask(practising, '1', '10')).toMatchObject({ message: 'TREASURE_FULL' });
  expect(await desk.ask(await desk.aSaver({ coin: '100' }), '1', '10')).toMatchObject({ type: 'ok' });
  await taken(rows[0]?.taken ?? '0');
});

test('the watch sees a journal that calls itself the end of a deposit and is none', async () => {
  const vera = await desk.aSaver({ coin: '1000' });
  const { id } = await desk.buy(vera, '2', '1000');
  const coin = { ownerId: vera.userId, kind: 'coin', asset: 'USDT' } as const;
  const undone = new Error('undone');
  const seen = exchange.database.db.transaction().execute(async (tx) => {
    await post(tx, {
      ...{ mode: 'real', kind: 'treasure', ref: id, idem: `treasure_mature:${id}`, atMs: exchange.clock.now() },
      legs: [
        { account: house('interest', 'USDT'), amount: amount('-500') },
        { account: coin, amount: amount('500') },
      ],
    });
    const found = await findViolations(tx, treasureLedgerRules, 0);
    expect(found.filter(({ subjects }) => subjects.length > 0).map(({ rule }) => rule)).toEqual(['I6-treasure-journals']);
    throw undone;
  });
  await expect(seen).rejects.toBe(undone);
});

test('other terms of a product: what runs keeps its own, and who saw the old ones is asked again', async () => {
  const pia = await desk.aSaver({ mode: 'demo', coin: '5000' });
  const [before, running] = [await desk.productOf(pia, '1'), await desk.buy(pia, '1', '1000')];
  const change = { name: 'treasure', key: ['1'], change: { rate: '0.04', has_sale: 'true' }, reason: 'calm' };
  // 30 days at 9 % are more than the whole sum in a year: no operator alone gives that away.
  expect(await operate('catalogueChange', { ...change, key: ['2'], change: { rate: '0.09' } })).toMatchObject({
    message: 'PARAMETER_WRONG',
  });
  expect(await operate('catalogueChange', change)).toMatchObject({ type: 'ok' });
  exchange.clock.advance(5000);
  await exchange.app.start();
  await until(async () => (await desk.productOf(pia, '1'))?.rate === '0.04');
  expect(code(await desk.ask(pia, '1', '1000', { catalogVersion: before?.catalogVersion }))).toBe('ORDER_QUOTE_EXPIRED');
  await desk.days(8);
  expect(await desk.orderOf(pia, running.id)).toMatchObject({ end: 'matured', rate: '0.05', earned: '0.958904' });
  await operate('catalogueChange', { ...change, change: { has_sale: 'false' } });
  await until(async () => (await desk.productOf(pia, '1')) === undefined);
  expect(code(await desk.ask(pia, '1', '1000', { catalogVersion: 1 }))).toBe('TREASURE_PRODUCT_STATUS_WRONG');

  // 1,000 at 3 % per 30 days: 1 a day, 30 in all; a day and a half of it for leaving early. At 12 % a year: 0.32876712 a day, of which six decimals are
  // paid and the rest is carried, so that the year is 120.
  await operate('catalogueChange', { ...change, key: ['2'], change: { rate: '0.03' } });
  await until(async () => (await desk.productOf(pia, '2'))?.rate === '0.03');
  const golden = await desk.aSaver({ mode: 'demo', coin: '3000' });
  const [stays, leaves] = [await desk.buy(golden, '2', '1000'), await desk.buy(golden, '2', '1000')];
  const year = await desk.buy(golden, '4', '1000');
  // Leaving becomes dearer for whoever buys from now on.
  await operate('catalogueChange', { ...change, key: ['2'], change: { penalty_value: '4', has_review: 'true' } });
  await until(async () => (await desk.productOf(pia, '2'))?.redemption?.value === '4');
  expect([stays, year].map(({ perDay, expectedIncome }) => [perDay, expectedIncome])).toEqual([
    ['1', '30'],
    ['0.328767', '120'],
  ]);
  await desk.days(5);
  expect((await desk.redeem(golden, leaves.id)).message).toMatchObject({
    penalty: '1.5',
    returned: '998.5',
    order: { earned: '4', redemption: { value: '1.5' } },
  });
  await desk.days(26);
  expect(await desk.orderOf(golden, stays.id)).toMatchObject({ end: 'matured', earned: '30' });
  // 30 × 0.32876712…
  expect(await desk.orderOf(golden, year.id)).toMatchObject({ earned: '9.863013' });
});
