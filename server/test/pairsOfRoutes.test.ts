/**
 * Every route that moves money against every other, and against itself: thirty calls of one person at once, with the jobs among
 * them. Four routes at a time, so that each pair meets and few rounds are needed. Whatever is refused, nothing waits in a circle:
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
}

type Asking = (prepared: Prepared, turn: number) => readonly [EndpointName, Record<string, unknown>];
const fresh = (): { clientOrderId: string; symbol: string } => ({ clientOrderId: randomUUID(), symbol: 'BTC-USDT' });
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
};

async function tick(): Promise<void> {
  floor.clock.advance(400);
  await floor.ticks([['BTC-USDT', floor.now(), '100000']]);
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
  const exchanges = offered.flatMap(({ quote: one }) => one?.quoteId ?? []);
  return { user, quoteId: quote.quoteId, position: opened.id, pending: pending.id, resting: resting.id, exchanges };
}

/** A refusal is an answer; anything else fails the test. */
const answered = (asking: Promise<unknown>): Promise<unknown> =>
  asking.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  });

const names = Object.keys(routes);
const couples = names.flatMap((name, index) => (index % 2 === 0 ? [names.slice(index, index + 2)] : []));
/** Any two routes are in one of these: couples meet every other couple. */
const groups = couples.flatMap((couple, index) => couples.slice(index + 1).map((other) => [...couple, ...other]));

test(`${names.length} routes, each pair of them, ${callsAtOnce} calls of one person at once: no deadlock, and the book holds`, async () => {
  await tick();
  for (const group of groups) {
    await tick();
    const prepared = await prepare(await floor.aPerson({ coin: '900', contract: '900', coins: { BTC: '0.05' } }));
    await tick();
    await floor.judge();
    const calls = Array.from({ length: callsAtOnce }, async (_, index) => {
      const route = routes[group[index % group.length] as string] as Asking;
      const [name, request] = route(prepared, Math.floor(index / group.length));
      await answered(floor.ask(prepared.user, name, request as never));
    });
    // On a busy machine the calls hold every connection for longer than the feed waits for one.
    const deciding = retryAmbiguous(tick).then(() => retryAmbiguous(() => floor.judge()));
    await Promise.all([...calls, deciding]);
  }
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
