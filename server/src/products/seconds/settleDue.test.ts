import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SecondsOrder } from '@tessera/shared/contract';
import type { Handler, SignedIn } from '../../http/handler';
import { sleep } from '../../platform/timers';
import { deadlocksOf } from '../../../test/deadlocks';
import { useFreshDatabases } from '../../../test/freshDatabases';
import { openSecondsDesk, type SecondsDesk, type TickAt } from '../../../test/secondsDesk';
import { settleDue } from './settleDue';
import { voidByIncident } from './refundIncident';
import { anIncident } from '../../../test/anIncident';

const freshDatabase = useFreshDatabases();
let desk: SecondsDesk & { close(): Promise<void> };
beforeEach(async () => {
  desk = await openSecondsDesk(freshDatabase);
});
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
  await desk.close();
});

const before: TickAt = [-100, '100'];
async function anOrder(direction: 'long' | 'short' = 'long'): Promise<{ user: SignedIn; order: SecondsOrder }> {
  await desk.ticks('BTC-USDT', [before]);
  const user = await desk.aUser('1000');
  return { user, order: await desk.buy(user, { direction, stake: '100', seconds: 60 }) };
}
const found = async (user: SignedIn, order: SecondsOrder) => {
  const now = await desk.find(user, order.clientOrderId);
  if (now === null) throw new Error('the order is there');
  return now;
};

test('acceptance takes stake and fee out of the coin account at once', async () => {
  const { user, order } = await anOrder();
  expect(order).toMatchObject({
    status: 'accepted',
    stake: '100',
    fee: '2',
    payoutRate: '0.85',
    feeRate: '0.02',
    entry: null,
    outcome: null,
    expiresAtMs: desk.startMs + 60_000,
  });
  expect(await desk.coin(user)).toBe('898');
  expect(await desk.stake(user)).toBe('100');
});

test('the way of an order: accepted, running with its entry, settling after expiry, settled', async () => {
  const { user, order } = await anOrder();
  await desk.settleAt(100);
  expect((await found(user, order)).status).toBe('accepted');
  await desk.ticks('BTC-USDT', [[250, '100.5']]);
  await desk.settleAt(300);
  expect(await found(user, order)).toMatchObject({
    status: 'running',
    entry: { seq: 2, atMs: desk.startMs + 250, price: '100.5' },
  });
  await desk.ticks('BTC-USDT', [
    [30_000, '90'],
    [59_900, '101'],
  ]);
  await desk.settleAt(60_000);
  expect(await found(user, order)).toMatchObject({ status: 'settling', exit: null, outcome: null });
  await desk.ticks('BTC-USDT', [[60_200, '1']]);
  await desk.settleAt(60_300);
  expect(await found(user, order)).toMatchObject({
    status: 'settled',
    outcome: 'won',
    exit: { seq: 4, price: '101' },
    next: { seq: 5, price: '1' },
    returned: '185',
    profit: '83',
    settledAtMs: desk.startMs + 60_300,
  });
  expect(await desk.coin(user)).toBe('1083');
  expect(await desk.stake(user)).toBe('0');
});

describe('results and their money, stake 100 at 85 % with a fee of 2 %', () => {
  const rise: TickAt[] = [
    [200, '100'],
    [30_000, '99'],
    [59_900, '100.01'],
    [60_100, '1'],
  ];
  const fall: TickAt[] = [
    [200, '100'],
    [30_000, '101'],
    [59_900, '99.99'],
    [60_100, '500'],
  ];
  const flat: TickAt[] = [
    [200, '100'],
    [30_000, '101'],
    [59_900, '100.00'],
    [60_100, '500'],
  ];
  test.each<[string, 'long' | 'short', TickAt[], string, string | null, string]>([
    ['long on a rise wins', 'long', rise, 'won', null, '1083'],
    ['short on a rise loses', 'short', rise, 'lost', null, '898'],
    ['long on a fall loses', 'long', fall, 'lost', null, '898'],
    ['short on a fall wins', 'short', fall, 'won', null, '1083'],
    ['long on equal prices gets stake and fee back', 'long', flat, 'equal', null, '1000'],
    ['short on equal prices gets stake and fee back', 'short', flat, 'equal', null, '1000'],
    [
      'no tick within two seconds: void',
      'long',
      [
        [2001, '100'],
        [30_000, '101'],
        [59_900, '102'],
        [60_100, '1'],
      ],
      'void',
      'no_entry_tick',
      '1000',
    ],
    [
      'one tick after the entry: void',
      'long',
      [
        [200, '100'],
        [59_900, '102'],
        [60_100, '1'],
      ],
      'void',
      'too_few_ticks',
      '1000',
    ],
    [
      'the exit is older than five seconds: void',
      'long',
      [
        [200, '100'],
        [30_000, '99'],
        [54_999, '102'],
        [60_100, '1'],
      ],
      'void',
      'exit_tick_too_old',
      '1000',
    ],
    [
      'ticks filled in afterwards decide nothing: void',
      'long',
      [
        [200, '100'],
        [1000, '100'],
        [2000, '100'],
        [30_000, '120', true],
        [59_900, '120', true],
        [60_100, '120', true],
      ],
      'void',
      'exit_tick_too_old',
      '1000',
    ],
  ])('%s', async (_, direction, ticks, outcome, voidReason, coin) => {
    const { user, order } = await anOrder(direction);
    await desk.ticks('BTC-USDT', ticks);
    await desk.settleAt(60_200);
    expect(await found(user, order)).toMatchObject({ status: 'settled', outcome, voidReason });
    expect(await desk.coin(user)).toBe(coin);
    expect(await desk.stake(user)).toBe('0');
  });
});

test('every result of real money is a message to its holder, one hint for all of a batch; practice money is none', async () => {
  await desk.ticks('BTC-USDT', [before]);
  const [real, demo] = [await desk.aUser('1000', 'real'), await desk.aUser('1000')];
  await desk.database.owner.query(
    `insert into app_user (id, email, country, password_hash, invitation_code, created_at_ms) values ($1, 'r@example.org', 'CH', 'x', 'R', 1)`,
    [real.userId],
  );
  for (const [user, direction] of [
    [real, 'long'],
    [real, 'short'],
    [demo, 'long'],
  ] as const)
    await desk.buy(user, { direction, stake: '100', seconds: 60 });
  await desk.ticks('BTC-USDT', [
    [200, '100'],
    [30_000, '99'],
    [59_900, '100.01'],
    [60_100, '1'],
  ]);
  await desk.settleAt(60_200);
  const incident = { symbol: 'BTC-USDT', fromMs: desk.startMs, toMs: desk.startMs + 1000, publishedAtMs: desk.startMs + 61_000 };
  await voidByIncident(desk.database.db, await anIncident(desk.database.owner, incident), desk.startMs + 61_000);
  const { rows } = await desk.database.owner.query(
    `select user_id::int, category, kind, params->>'profit' as profit from user_message order by id`,
  );
  const userId = Number(real.userId);
  expect(rows).toEqual([
    { user_id: userId, category: 'trading', kind: 'contract_won', profit: '83' },
    { user_id: userId, category: 'trading', kind: 'contract_lost', profit: '-102' },
    { user_id: userId, category: 'money', kind: 'contract_refunded', profit: '-83' },
  ]);
  const { rows: counted } = await desk.database.owner.query(
    `select category, total::int, unread::int from message_count order by 1`,
  );
  expect(counted).toEqual([
    { category: 'money', total: 1, unread: 1 },
    { category: 'trading', total: 2, unread: 2 },
  ]);
  const { rows: hints } = await desk.database.owner.query(
    `select body->>'messageId' as id from outbox where body->>'type' = 'notice' order by id`,
  );
  expect(hints).toHaveLength(2);
  // Stakes that were won or lost count as turnover; what an incident gives back later stays counted.
  const { rows: turnover } = await desk.database.owner.query('select user_id::int, trim_scale(done)::text as done from turnover');
  expect(turnover).toEqual([{ user_id: userId, done: '200' }]);
});

describe('a feed that falls silent', () => {
  test('no tick at all after acceptance: void four seconds later, not sooner', async () => {
    const { user, order } = await anOrder();
    await desk.settleAt(3999);
    expect((await found(user, order)).status).toBe('accepted');
    await desk.settleAt(4000);
    expect(await found(user, order)).toMatchObject({ outcome: 'void', voidReason: 'no_entry_tick', entry: null });
  });

  test('no tick after expiry: decided two seconds after, not sooner', async () => {
    const { user, order } = await anOrder();
    await desk.ticks('BTC-USDT', [
      [200, '100'],
      [30_000, '100'],
      [58_000, '101'],
    ]);
    await desk.settleAt(61_999);
    expect((await found(user, order)).status).toBe('settling');
    await desk.settleAt(62_000);
    expect(await found(user, order)).toMatchObject({ outcome: 'won', exit: { price: '101' }, next: null });
  });

  test('a tick that turns up after the decision is kept as filled in, and the proof still holds', async () => {
    const { user, order } = await anOrder();
    await desk.ticks('BTC-USDT', [
      [200, '100'],
      [30_000, '100'],
      [58_000, '101'],
    ]);
    await desk.settleAt(62_000);
    await desk.ticks('BTC-USDT', [
      [59_000, '50'],
      [63_000, '50'],
    ]);
    const late = await desk.database.db
      .selectFrom('tick')
      .select(['seq', 'isLive'])
      .where('seq', '>', 4)
      .orderBy('seq')
      .execute();
    expect(late).toEqual([
      { seq: 5, isLive: false },
      { seq: 6, isLive: true },
    ]);
    expect(await found(user, order)).toMatchObject({ outcome: 'won', exit: { seq: 4 } });
  });
});

test('an order that no worker saw for an hour is settled by the log as it was', async () => {
  const { user, order } = await anOrder();
  await desk.ticks('BTC-USDT', [
    [200, '100'],
    [30_000, '100'],
    [59_000, '101'],
    [60_500, '1'],
    [3_600_000, '1'],
  ]);
  await desk.settleAt(3_600_100);
  expect(await found(user, order)).toMatchObject({ outcome: 'won', entry: { seq: 2 }, exit: { seq: 4 }, next: { seq: 5 } });
});

test('orders of one symbol and instant share one recorded price', async () => {
  await desk.ticks('BTC-USDT', [before]);
  const users = await Promise.all(Array.from({ length: 6 }, () => desk.aUser('100')));
  for (const [index, user] of users.entries())
    await desk.buy(user, { direction: index % 2 === 0 ? 'long' : 'short', seconds: 60 });
  await desk.ticks('BTC-USDT', [
    [200, '100'],
    [30_000, '100'],
    [59_000, '101'],
    [60_500, '1'],
  ]);
  await desk.settleAt(60_600);
  expect(await desk.database.db.selectFrom('settlePrice').selectAll().execute()).toMatchObject([
    { symbolId: 'BTC-USDT', exitSeq: 4, nextSeq: 5 },
  ]);
});

test('a settled order, its price and its inputs cannot be changed, not even by hand', async () => {
  const { order } = await anOrder();
  await desk.ticks('BTC-USDT', [
    [200, '100'],
    [30_000, '100'],
    [59_000, '99'],
    [60_500, '1'],
  ]);
  const { pool } = desk.database.database;
  await expect(pool.query('update seconds_order set stake = 1')).rejects.toMatchObject({ code: 'S0001' });
  // Its refusal is known before its lock is gone, and settling passes over what is locked.
  await pool.query('select from seconds_order for update');
  await desk.settleAt(60_600);
  await expect(
    pool.query(`update seconds_order set outcome = 'won', returned = 185, profit = 83 where id = $1`, [order.id]),
  ).rejects.toMatchObject({ code: 'S0001' });
  await expect(pool.query('delete from seconds_order')).rejects.toMatchObject({ code: '42501' });
  await expect(pool.query('update settle_price set exit_price = 1')).rejects.toMatchObject({ code: '42501' });
  await expect(desk.database.owner.query('delete from seconds_order')).rejects.toMatchObject({ code: 'L0009' });
  await expect(desk.database.owner.query('update settle_price set exit_price = 1')).rejects.toMatchObject({ code: 'L0009' });
});

describe('a published incident', () => {
  const publish = (fromMs: number, toMs: number, symbol = 'BTC-USDT') =>
    anIncident(desk.database.owner, {
      symbol,
      fromMs: desk.startMs + fromMs,
      toMs: desk.startMs + toMs,
      publishedAtMs: desk.clock.now(),
    });
  const rise: TickAt[] = [
    [200, '100'],
    [30_000, '99'],
    [59_900, '100.01'],
    [60_100, '1'],
  ];

  test('open orders that meet it are void at once, others of the symbol are not', async () => {
    const { user, order } = await anOrder();
    await desk.ticks('BTC-USDT', [
      [200, '100'],
      [90_000, '100'],
    ]);
    desk.clock.set(desk.startMs + 90_100);
    const later = await desk.aUser('1000');
    const laterOrder = await desk.buy(later, { seconds: 60 });
    expect(await voidByIncident(desk.database.db, await publish(60_000, 61_000), desk.clock.now())).toBe(1);
    expect(await found(user, order)).toMatchObject({
      status: 'settled',
      outcome: 'void',
      voidReason: 'incident',
      returned: '102',
      profit: '0',
    });
    expect(await desk.coin(user)).toBe('1000');
    expect((await found(later, laterOrder)).outcome).toBe(null);
  });

  test('it touches an order at either end of its time, and no further', async () => {
    const { user, order } = await anOrder();
    expect(await voidByIncident(desk.database.db, await publish(60_001, 61_000), desk.clock.now())).toBe(0);
    expect(await voidByIncident(desk.database.db, await publish(-5000, -1), desk.clock.now())).toBe(0);
    expect(await voidByIncident(desk.database.db, await publish(-5000, 61_000, 'ETH-USDT'), desk.clock.now())).toBe(0);
    expect(await voidByIncident(desk.database.db, await publish(-5000, 0), desk.clock.now())).toBe(1);
    expect((await found(user, order)).voidReason).toBe('incident');
  });

  test('a lost order gets stake and fee back by its own adjustment; a won one keeps what it won', async () => {
    const { user: loser, order: lost } = await anOrder('short');
    const winner = await desk.aUser('1000');
    const won = await desk.buy(winner, { direction: 'long', stake: '100', seconds: 60 });
    await desk.ticks('BTC-USDT', rise);
    await desk.settleAt(60_200);
    const incident = await publish(10_000, 20_000);
    expect(await voidByIncident(desk.database.db, incident, desk.clock.now())).toBe(1);
    expect(await voidByIncident(desk.database.db, incident, desk.clock.now())).toBe(0);
    expect(await found(loser, lost)).toMatchObject({
      outcome: 'void',
      voidReason: 'incident',
      returned: '102',
      exit: { price: '100.01' },
    });
    expect(await desk.coin(loser)).toBe('1000');
    expect(await found(winner, won)).toMatchObject({ outcome: 'won' });
    expect(await desk.coin(winner)).toBe('1083');
  });

  test('the settlement job carries out incidents that nobody applied yet', async () => {
    const { user, order } = await anOrder();
    await publish(10_000, 20_000);
    await desk.seconds.settlementJob.run(new AbortController().signal);
    expect((await found(user, order)).voidReason).toBe('incident');
    expect(await desk.database.db.selectFrom('secondsIncidentApplied').selectAll().execute()).toHaveLength(1);
  });

  test('a refund that cannot be booked is set aside: it holds up no other one, no settlement, and no proof of somebody else', async () => {
    const { user: stuck, order: stuckOrder } = await anOrder();
    const [user, other] = [await desk.aUser('1000'), await desk.aUser('1000')];
    const order = await desk.buy(user, { seconds: 60, direction: 'long', stake: '100' });
    await desk.buy(user, { seconds: 60, direction: 'short', stake: '50' });
    const stakeOfStuck = (balance: number) =>
      desk.database.owner.query(
        `begin; set local session_replication_role = replica;
         update account set balance = ${balance} where owner_id = ${stuck.userId} and kind = 'stake'; commit`,
      );
    const runJob = () => desk.seconds.settlementJob.run(new AbortController().signal);
    await stakeOfStuck(0);
    await desk.ticks('BTC-USDT', [
      [200, '100'],
      [30_000, '99'],
      [59_900, '98'],
      [60_100, '97'],
    ]);
    desk.clock.set(desk.startMs + 60_200);
    await runJob();
    const later = await desk.buy(other, { seconds: 30, direction: 'long' });
    await publish(50_000, 51_000);
    await desk.ticks('BTC-USDT', [
      [60_400, '97'],
      [80_000, '96'],
      [90_000, '95'],
      [90_300, '95'],
    ]);
    // What was set aside at its settlement is tried again by now.
    desk.clock.set(desk.startMs + 90_400);
    await runJob();
    const outcomes = async () => [
      (await found(stuck, stuckOrder)).outcome,
      (await found(user, order)).outcome,
      (await found(other, later)).outcome,
    ];
    const applied = () => desk.database.db.selectFrom('secondsIncidentApplied').selectAll().execute();
    expect([await outcomes(), await applied()]).toEqual([[null, 'void', 'lost'], []]);
    const prove = desk.seconds.handlers.secondsProve as Handler<'secondsProve'>;
    const call = { nowMs: desk.clock.now(), language: 'en', ip: '', traceId: '', idempotencyKey: undefined } as const;
    const { setOff } = await prove({ ...call, request: { orderId: order.id }, user });
    expect(setOff?.won.map(({ order: { profit } }) => profit)).toEqual(['41.5']);
    await stakeOfStuck(100);
    desk.clock.set(desk.clock.now() + 30_000);
    await runJob();
    expect([await outcomes(), (await applied()).length]).toEqual([['void', 'void', 'lost'], 1]);
  });
});

test('an order that cannot be booked is set aside and holds up nobody else', async () => {
  const { user: stuck, order: stuckOrder } = await anOrder();
  const user = await desk.aUser('1000');
  const order = await desk.buy(user, { seconds: 60 });
  // The book is right but somebody emptied the stake account: the settlement of this order must be refused.
  await desk.database.owner.query('alter table account disable trigger all');
  await desk.database.owner.query(`update account set balance = 0 where owner_id = $1 and kind = 'stake'`, [stuck.userId]);
  await desk.ticks('BTC-USDT', [
    [200, '100'],
    [30_000, '100'],
    [59_000, '101'],
    [60_500, '1'],
  ]);
  desk.clock.set(desk.startMs + 60_600);
  await desk.seconds.settlementJob.run(new AbortController().signal);
  expect((await found(stuck, stuckOrder)).outcome).toBe(null);
  expect((await found(user, order)).outcome).toBe('won');
  await desk.database.owner.query(`update account set balance = 100 where owner_id = $1 and kind = 'stake'`, [stuck.userId]);
  await desk.database.owner.query('alter table account enable trigger all');
  await settleDue(desk.database.db, desk.clock.now());
  expect((await found(stuck, stuckOrder)).outcome).toBe('won');
});

test('while a settlement waits for an account, the person’s event stream is free: nothing waits in a circle', async () => {
  const { owner, address } = desk.database;
  await desk.ticks('SOL-USDT', [[200_000, '100']]);
  desk.clock.set(desk.startMs + 200_100);
  const user = await desk.aUser('100');
  await desk.buy(user, { symbol: 'SOL-USDT' });
  await desk.ticks('SOL-USDT', [
    [200_300, '100'],
    [210_000, '101'],
    [229_900, '102'],
  ]);
  await desk.settleAt(229_950);
  // Its entry and the other one's result come with the same tick.
  await desk.buy(user, { symbol: 'SOL-USDT' });
  await desk.ticks('SOL-USDT', [[230_300, '103']]);
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query(`select from account where owner_id = $1 and kind = 'coin' for update`, [user.userId]);
  const settling = settleDue(desk.database.db, desk.startMs + 230_400);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await owner.query(waiting)).rows.length === 0) await sleep(5);
  // What an acceptance does next with the account in its hands.
  await holder.query('update outbox_head set last_seq = last_seq where user_id = $1', [user.userId]);
  await holder.query('commit');
  holder.release();
  expect(await settling).toMatchObject({ entered: 1, settled: [{ outcome: 'won' }] });
  expect(await deadlocksOf(address)).toEqual([]);
});
