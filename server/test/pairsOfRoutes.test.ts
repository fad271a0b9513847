/**
 * Every route that moves money against every other, and against itself: thirty calls of one person at once, with the jobs among
 * them. Six routes at a time, so that each pair meets and few rounds are needed. Whatever is refused, nothing waits in a circle:
 * the database's log holds no deadlock.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { AppError } from '@tessera/shared/errors';
import type { EndpointName } from '@tessera/shared/contract';
import type { SignedIn } from '../src/http/handler';
import { retryAmbiguous } from '../src/store/idempotency';
import { deadlocksOf } from './deadlocks';
import { openTradingFloor, type TradingFloor } from './tradingFloor';

const callsAtOnce = 30;

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

/** What a person has before the calls: something to close, to cancel and to pay with. */
interface Prepared {
  readonly user: SignedIn;
  readonly quoteId: string;
  readonly position: string;
  readonly pending: string;
  readonly resting: string;
  /** Quotes, both ways. */
  readonly exchanges: readonly string[];
  readonly deposits: readonly string[];
  readonly loan: string;
}

type Asking = (prepared: Prepared, turn: number) => readonly [EndpointName, Record<string, unknown>];
const fresh = (): { clientOrderId: string; symbol: string } => ({ clientOrderId: randomUUID(), symbol: 'BTC-USDT' });
const deposit = { productId: '1', amount: '20', catalogVersion: 1 } as const;
const bitcoin = { kind: 'coin', asset: 'BTC', orderId: null, amount: '0.002' } as const;
const lent = { termId: '7', amount: '100', catalogVersion: 1 } as const;
/** A part of each; not in the order in which they are held. */
const partsOf = (deposits: readonly string[]) =>
  deposits.map((orderId) => ({ kind: 'treasure' as const, asset: 'USDT', orderId, amount: '1' })).reverse();
const projects = 3;
const position = { direction: 'long', lots: '0.002', leverage: 10 } as const;

const routes: Readonly<Record<string, Asking>> = {
  seconds: ({ quoteId }) => [
    'secondsSubmit',
    { ...fresh(), seconds: 30, direction: 'long', stake: '10', asset: 'USDT', quoteId },
  ],
  spotBuy: () => ['spotSubmit', { ...fresh(), side: 'buy', entrustment: 'market', total: '30', seenPrice: '100000' }],
  spotSell: () => ['spotSubmit', { ...fresh(), side: 'sell', entrustment: 'limit', price: '101000', quantity: '0.001' }],
  spotCancel: ({ resting }) => ['spotCancel', { id: resting }],
  leverageSubmit: () => ['leverageSubmit', { ...fresh(), ...position, entrustment: 'market', seenPrice: '100000.1' }],
  leverageClose: ({ position: id }) => ['leverageClose', { id }],
  leverageSetStop: ({ position: id }, turn) => ['leverageSetStop', { id, stopLoss: String(90_000 + turn) }],
  leverageCancel: ({ pending }) => ['leverageCancel', { id: pending }],
  leverageAll: (_, turn) => ['leverageCloseAll', { action: turn % 2 === 0 ? 'close' : 'cancel' }],
  transfer: (_, turn) => [
    'transfer',
    turn % 2 === 0
      ? { from: 'coin', to: 'contract', asset: 'USDT', amount: '3' }
      : { from: 'contract', to: 'coin', asset: 'USDT', amount: '2' },
  ],
  flash: ({ exchanges }, turn) => ['flash', { quoteId: exchanges[turn % exchanges.length] }],
  demoRefill: () => ['demoRefill', {}],
  treasureDeposit: () => ['treasureDeposit', { ...deposit, clientOrderId: randomUUID() }],
  // By parts of each; nothing was earned yet, so nothing is forfeited.
  treasureCancel: ({ deposits }, turn) => [
    'treasureCancel',
    { orderId: deposits[turn % deposits.length], amount: '4', returned: '4' },
  ],
  // Every second time deposits are locked too.
  loanSubmit: ({ deposits }, turn) => [
    'loanSubmit',
    { ...lent, collateral: [bitcoin, ...(turn % 2 === 0 ? [] : partsOf(deposits))], clientOrderId: randomUUID() },
  ],
  loanRepay: ({ loan }, turn) => [
    'loanRepay',
    { orderId: loan, amount: turn === 3 ? '1000' : '5', from: turn % 2 === 0 ? 'coin' : 'contract' },
  ],
  loanAddCollateral: ({ loan, deposits }, turn) => [
    'loanAddCollateral',
    { orderId: loan, collateral: turn % 2 === 0 ? [{ ...bitcoin, amount: '0.0001' }] : partsOf(deposits) },
  ],
  projectOrder: (_, turn) => [
    'projectOrder',
    { projectId: String(1 + (turn % projects)), amount: '10', termsSeq: 1, clientOrderId: randomUUID() },
  ],
};

async function tick(): Promise<void> {
  floor.clock.advance(400);
  await floor.ticks([['BTC-USDT', floor.now(), '100000']]);
}

/** Nothing is lent in a thin minute. */
async function minute(): Promise<void> {
  for (let second = 0; second < 10; second += 1) {
    floor.clock.advance(1000);
    await floor.ticks([['BTC-USDT', floor.now(), '100000']]);
  }
}

async function prepare(user: SignedIn): Promise<Prepared> {
  const [opened, pending, resting, quote] = await Promise.all([
    floor.ask(user, 'leverageSubmit', { ...fresh(), ...position, entrustment: 'market', seenPrice: '100000.1' }),
    floor.ask(user, 'leverageSubmit', { ...fresh(), ...position, entrustment: 'limit', limitPrice: '91000' }),
    floor.ask(user, 'spotSubmit', { ...fresh(), side: 'buy', entrustment: 'limit', price: '99000', quantity: '0.001' }),
    floor.ask(user, 'secondsTerms', { symbol: 'BTC-USDT', seconds: 30 }),
  ]);
  const pairs = [
    { from: 'USDT', to: 'BTC', amount: '20' },
    { from: 'BTC', to: 'USDT', amount: '0.0002' },
  ];
  const offered = await Promise.all([...pairs, ...pairs, ...pairs].map((pair) => floor.ask(user, 'flashList', pair)));
  const bought = await Promise.all(
    [1, 2].map(() => floor.ask(user, 'treasureDeposit', { ...deposit, clientOrderId: randomUUID() })),
  );
  const deposits = bought.map(({ id }) => id);
  const collateral = [bitcoin, ...partsOf(deposits)];
  const { id: loan } = await floor.ask(user, 'loanSubmit', { ...lent, collateral, clientOrderId: randomUUID() });
  const exchanges = offered.flatMap(({ quote: one }) => one?.quoteId ?? []);
  return {
    user,
    quoteId: quote.quoteId,
    position: opened.id,
    pending: pending.id,
    resting: resting.id,
    exchanges,
    deposits,
    loan,
  };
}

/** A refusal is an answer; anything else fails the test. */
const answered = (asking: Promise<unknown>): Promise<unknown> =>
  asking.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  });

const names = Object.keys(routes);
const couples = names.flatMap((name, index) => (index % 2 === 0 ? [names.slice(index, index + 2)] : []));
const side = [0, 1, 2];
/** Nine couples in a square of three by three: any two of them lie on one of its columns, rows and wrapped diagonals. */
const groups = side
  .flatMap((at) => [
    side.map((row) => row * 3 + at),
    ...side.map((slope) => side.map((column) => ((column * slope + at) % 3) * 3 + column)),
  ])
  .map((line) => line.flatMap((place) => couples[place] ?? []));

test('any two routes meet', () => {
  for (const one of names)
    for (const other of names)
      expect([one, other, groups.some((group) => group.includes(one) && group.includes(other))]).toEqual([one, other, true]);
});

/** As if operators had agreed on them: that is another test's. */
async function openProjects(): Promise<void> {
  const { owner } = floor.database;
  const client = await owner.connect();
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into project (asset, amount_min, amount_max, max_participants, closes_at_ms, ends_at_ms, texts, state, terms_seq)
     select 'USDT', 1, 100, 100, $1::bigint, $1 + 1, '[]', 'open', 1 from generate_series(1, $2)`,
    [floor.now() + 86_400_000, projects],
  );
  await client.query(`set session_replication_role = default`);
  client.release();
}

test(`${names.length} routes, each pair of them, ${callsAtOnce} calls of one person at once: no deadlock, and the book holds`, async () => {
  const done = new Set<string>();
  await openProjects();
  await tick();
  for (const group of groups) {
    await minute();
    const mode = group.includes('projectOrder') ? 'real' : 'demo';
    const money = { coin: '900', contract: '900', coins: { BTC: '0.05' }, mode } as const;
    const prepared = await prepare(await floor.signIn(await floor.aPerson(money)));
    await tick();
    await floor.judge();
    const calls = Array.from({ length: callsAtOnce }, async (_, index) => {
      const route = routes[group[index % group.length] as string] as Asking;
      const [name, request] = route(prepared, Math.floor(index / group.length));
      const answer = await answered(floor.ask(prepared.user, name, request as never));
      if (typeof answer === 'string') return;
      done.add(group[index % group.length] as string);
      if (JSON.stringify(request).includes('"treasure"')) done.add(`${name} of deposits`);
    });
    // On a busy machine the calls hold every connection for longer than the feed waits for one.
    const deciding = retryAmbiguous(tick).then(() => retryAmbiguous(() => floor.judge()));
    await Promise.all([...calls, deciding]);
  }
  // Who has that much is not given practice money: that call is always refused.
  expect(names.filter((name) => !done.has(name))).toEqual(['demoRefill']);
  expect([...done]).toEqual(expect.arrayContaining(['loanSubmit of deposits', 'loanAddCollateral of deposits']));
  expect(await deadlocksOf(floor.database.address)).toEqual([]);
  expect(await floor.violations()).toEqual([]);
}, 600_000);

test('the log of the database names a deadlock when there is one', async () => {
  const { owner, address } = floor.database;
  await owner.query('create table crossing (id int primary key); insert into crossing values (1), (2)');
  const clients = [new pg.Client({ ...address }), new pg.Client({ ...address })] as const;
  await Promise.all(clients.map((client) => client.connect()));
  const [first, second] = clients;
  const lock = (client: pg.Client, id: number) => client.query(`select from crossing where id = ${id} for update`);
  for (const client of clients) await client.query(`begin; set local deadlock_timeout = '50ms'`);
  await Promise.all([lock(first, 1), lock(second, 2)]);
  const ends = await Promise.allSettled([lock(first, 2), lock(second, 1)]);
  await Promise.all(clients.map((client) => client.end()));
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await deadlocksOf(address)).toHaveLength(1);
});
