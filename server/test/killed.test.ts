/**
 * kill -9 amid orders of every product. The true server runs on a real database and is killed three times while people trade over
 * HTTP. Anyone who heard no answer asks again with the same key, as the app does. In the end every order that was asked for stands
 * exactly once, each is decided and booked exactly once, and the ledger adds up; so do price alerts. Two of the kills also meet an
 * operator's decision, all of them a conversation with customer service.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EndpointRequest } from '@tessera/shared/contract';
import { sleep } from '../src/platform/timers';
import { deadlocksOf } from './deadlocks';
import { openHttpTrader, type HttpTrader } from './httpTraders';
import { openKilledAlerts, type KilledAlerts } from './killedAlerts';
import { killPoints, openKilledDecisions, type KilledDecisions, type KillPoint, type Left } from './killedDecisions';
import { openKilledTalk, type KilledTalk } from './killedTalk';
import { drawFrom } from './randomTrader';
import { startServerProcess, type ServerProcess } from './serverProcess';
import { giveShortPast } from './shortPast';
import { expectDecidedByLog } from './spotByLog';
import { openTradingFloor, type TradingFloor } from './tradingFloor';

const kills = 3;
const peopleOfProduct = 2;
/** Of each product that stand, and words of a conversation. Whoever trades is amid an order most of the time: more of them before a kill would prove nothing else. */
const ordersOfRound = 8;
const wordsOfRound = 5;
const pauseMs = 150;

interface Asked {
  readonly trader: HttpTrader;
  readonly clientOrderId: string;
  readonly key: string;
  readonly turn: number;
  /** Its id, once the server said that the order stands. */
  id?: string;
}

interface Product {
  readonly name: string;
  /** A refusal leaves the order without an id: its price may have moved away meanwhile. */
  readonly mayBeRefused: boolean;
  submit(order: Asked): Promise<void>;
  /** What people do besides. */
  meddle(order: Asked): Promise<unknown>;
  /** How many orders are not over yet. */
  open(): Promise<number>;
  /** Brings what does not end by itself to its end. */
  end(traders: readonly HttpTrader[]): Promise<unknown>;
  /** client order id and id of every row */
  rows(): Promise<readonly (readonly [clientOrderId: string, id: string])[]>;
}

let floor: TradingFloor;
let server: ServerProcess | undefined;
let isAway = true;
let decisions: KilledDecisions;
let alerts: KilledAlerts;
let talking: KilledTalk;
let talker: HttpTrader;
let again: readonly Awaited<ReturnType<KilledDecisions['decideAgain']>>[] = [];
const leftByKill = new Map<KillPoint, Left>();
const asked = new Map<Product, Asked[]>();

/** Answers what came back; undefined when nobody answered or the server refused. */
const ask = ({ trader }: Pick<Asked, 'trader'>, ...[name, request, key = randomUUID()]: AskWords) =>
  trader.ask(name, request, key);
type AskWords = [name: Parameters<HttpTrader['ask']>[0], request: Record<string, unknown>, key?: string];

async function keep(order: Asked, answer: Promise<Record<string, unknown> | undefined>): Promise<void> {
  const id = (await answer)?.['id'];
  if (typeof id === 'string') order.id = id;
}

const seconds: Product = {
  name: 'seconds',
  mayBeRefused: false,
  async submit(order) {
    const symbol = order.turn % 2 === 0 ? 'ETH-USDT' : 'BTC-USDT';
    const quote = await ask(order, 'secondsTerms', { symbol, seconds: '2' });
    if (quote === undefined) return;
    const request = {
      clientOrderId: order.clientOrderId,
      quoteId: quote['quoteId'],
      symbol,
      direction: order.turn % 3 === 0 ? 'short' : 'long',
      seconds: '2',
      stake: String(10 + (order.turn % 90)),
      asset: 'USDT',
    };
    await keep(order, ask(order, 'secondsSubmit', request, order.key));
  },
  meddle: async () => undefined,
  open: async () =>
    (await floor.database.db.selectFrom('secondsOrder').select('id').where('status', '<>', 'settled').execute()).length,
  end: () => sleep(200),
  rows: async () =>
    (await floor.database.db.selectFrom('secondsOrder').select(['clientOrderId', 'id']).execute()).map(
      (row) => [row.clientOrderId, String(row.id)] as const,
    ),
};

/** Market orders and limits around the price, in turn. */
function spotFigures(price: number, turn: number): Partial<EndpointRequest<'spotSubmit'>> {
  const units = Math.floor(price);
  const seenPrice = String(price);
  const kinds = [
    { side: 'buy', entrustment: 'market', total: '250', seenPrice },
    { side: 'buy', entrustment: 'limit', price: String(units + 20), quantity: '0.7' },
    { side: 'sell', entrustment: 'market', quantity: '0.003', seenPrice },
    { side: 'sell', entrustment: 'limit', price: String(units + 25), quantity: '0.4' },
    { side: 'buy', entrustment: 'limit', price: String(units - 40), quantity: '0.01' },
  ] as const;
  return kinds[turn % kinds.length] ?? {};
}
const spotRequests = new Map<Asked, Record<string, unknown>>();

const spot: Product = {
  name: 'spot',
  mayBeRefused: true,
  async submit(order) {
    await order.trader.look();
    const request = spotRequests.get(order) ?? {
      clientOrderId: order.clientOrderId,
      symbol: 'BTC-USDT',
      ...spotFigures(order.trader.priceOf('BTC-USDT') ?? 100_000, order.turn),
    };
    spotRequests.set(order, request);
    await keep(order, ask(order, 'spotSubmit', request, order.key));
  },
  async meddle(order) {
    if (order.turn % 4 === 0 && order.id !== undefined) await ask(order, 'spotCancel', { id: order.id });
  },
  open: async () => (await floor.database.db.selectFrom('spotOrder').select('id').where('isOpen', '=', true).execute()).length,
  async end() {
    const open = await floor.database.db.selectFrom('spotOrder').select('id').where('isOpen', '=', true).execute();
    const ids = new Set(open.map(({ id }) => String(id)));
    for (const order of asked.get(spot) ?? [])
      if (order.id !== undefined && ids.has(order.id)) await ask(order, 'spotCancel', { id: order.id });
    await sleep(200);
  },
  rows: async () =>
    (await floor.database.db.selectFrom('spotOrder').select(['clientOrderId', 'id']).execute()).map(
      (row) => [row.clientOrderId, String(row.id)] as const,
    ),
};

const leverage: Product = {
  name: 'leverage',
  mayBeRefused: false,
  async submit(order) {
    const quotes = (await ask(order, 'quotation', { assetClass: 'crypto' }))?.['quotes'] as
      | readonly { readonly symbol: string; readonly ask: string; readonly bid: string }[]
      | undefined;
    const quote = quotes?.find(({ symbol }) => symbol === 'BTC-USDT');
    if (quote === undefined) return;
    const direction = order.turn % 3 === 0 ? 'short' : 'long';
    // A limit on the far side: the next tick opens it.
    const figures =
      order.turn % 3 === 1
        ? { entrustment: 'limit', limitPrice: '200000' }
        : { entrustment: 'market', seenPrice: direction === 'long' ? quote.ask : quote.bid };
    const request = {
      clientOrderId: order.clientOrderId,
      symbol: 'BTC-USDT',
      direction,
      lots: '0.01',
      leverage: 10,
      ...figures,
    };
    await keep(order, ask(order, 'leverageSubmit', request, order.key));
  },
  async meddle(order) {
    if (order.turn % 4 === 0) await ask(order, 'leverageCloseAll', { action: 'close' });
  },
  open: async () =>
    (
      await floor.database.db
        .selectFrom('leverageOrder')
        .select('id')
        .where('status', 'in', ['pending', 'open', 'closing'])
        .execute()
    ).length,
  async end(traders) {
    for (const trader of traders) {
      await ask({ trader }, 'leverageCloseAll', { action: 'close' });
      await ask({ trader }, 'leverageCloseAll', { action: 'cancel' });
    }
    await sleep(200);
  },
  rows: async () =>
    (await floor.database.db.selectFrom('leverageOrder').select(['clientOrderId', 'id']).execute()).map(
      (row) => [row.clientOrderId, String(row.id)] as const,
    ),
};

const products = [seconds, spot, leverage] as const;

async function restart(): Promise<ServerProcess> {
  server = await startServerProcess(floor.database.address);
  isAway = false;
  return server;
}

async function trade(product: Product, trader: HttpTrader, isOver: () => boolean): Promise<void> {
  const orders = asked.get(product) ?? [];
  while (!isOver()) {
    const order: Asked = { trader, clientOrderId: randomUUID(), key: randomUUID(), turn: orders.length };
    orders.push(order);
    await product.submit(order);
    await product.meddle(order);
    await sleep(pauseMs);
  }
}

/** Whoever heard no answer asks again, and everything comes to its end. */
async function finish(product: Product, traders: readonly HttpTrader[]): Promise<void> {
  for (const order of asked.get(product) ?? []) {
    const tries = product.mayBeRefused ? 1 : 20;
    for (let index = 0; order.id === undefined && index < tries; index += 1) {
      await product.submit(order);
      if (order.id === undefined && tries > 1) await sleep(250);
    }
  }
  for (let tries = 0; (await product.open()) > 0 && tries < 600; tries += 1) await product.end(traders);
}

/** Each product has met this round, contracts of it expire and are being settled, alerts are told, and both sides of the conversation wrote. */
async function untilAmid(round: number): Promise<void> {
  const standing = (product: Product): number => (asked.get(product) ?? []).filter(({ id }) => id !== undefined).length;
  const { owner } = floor.database;
  const met = async (): Promise<readonly number[]> => {
    const { rows } = await owner.query<{ settled: number; told: number }>(
      `select (select count(*)::int from seconds_order where status = 'settled') as settled,
         (select count(*)::int from user_message where kind = 'price_reached') as told`,
    );
    return [rows[0]?.settled ?? 0, rows[0]?.told ?? 0];
  };
  const before = await met();
  const isAmid = async (): Promise<boolean> =>
    products.every((product) => standing(product) >= (round + 1) * ordersOfRound) &&
    talking.said.length > (round + 1) * wordsOfRound &&
    (await met()).every((size, index) => size > Math.max(before[index] ?? 0, round + 1));
  for (const giveUpAt = performance.now() + 120_000; !(await isAmid()) && performance.now() < giveUpAt;) await sleep(100);
}

beforeAll(async () => {
  floor = await openTradingFloor();
  const { owner, db } = floor.database;
  await owner.query(`insert into seconds_term values ('crypto', 2, 1, null, 0.85, 0.02, 10, 10000)`);
  // Two symbols are enough.
  await owner.query(`delete from symbol where id not in ('BTC-USDT', 'ETH-USDT')`);
  await giveShortPast(db);
  const people = new Map<Product, HttpTrader[]>();
  const money = { coin: '10000000', contract: '1000000', coins: { BTC: '1000' } };
  const open = () =>
    openHttpTrader({
      db,
      catalog: floor.catalog,
      draw: drawFrom(1),
      symbols: ['BTC-USDT'],
      apiUrl: () => (isAway ? undefined : server?.apiUrl),
      money,
      mode: 'demo',
    });
  for (const product of products) {
    people.set(product, await Promise.all(Array.from({ length: peopleOfProduct }, open)));
    asked.set(product, []);
  }
  decisions = await openKilledDecisions(floor.database, {
    'between verdict and effect': await open(),
    'between commit and answer': await open(),
  });

  alerts = openKilledAlerts(floor.database, await open());
  talker = await open();
  talking = await openKilledTalk(floor.database, talker);

  for (let round = 0; round < kills; round += 1) {
    const running = await restart();
    let isOver = false;
    const trading = products.flatMap((product) =>
      (people.get(product) ?? []).map((trader) => trade(product, trader, () => isOver)),
    );
    trading.push(alerts.setUntil(() => isOver));
    const talk = talking.talk(running, () => isOver);
    await untilAmid(round);
    const point = killPoints[round];
    if (point !== undefined) await decisions.standAt(point, running);
    // Nobody goes on against a server that is gone: such requests fail at once, and would be thousands.
    const gone = running.kill();
    isOver = true;
    isAway = true;
    await gone;
    // Until its lease runs out the next one would follow a log that stands still, while everybody asks on (threeProcesses.test.ts waits for that).
    await owner.query('update lease set until_ms = 0');
    if (point !== undefined) leftByKill.set(point, await decisions.letGo(point));
    await Promise.all([...trading, talk]);
  }

  const last = await restart();
  await Promise.all(products.map((product) => finish(product, people.get(product) ?? [])));
  await talking.finish(last);
  again = await Promise.all(killPoints.map((point) => decisions.decideAgain(point, last)));
  await alerts.untilJudged();
  await last.stop();
}, 600_000);
afterAll(async () => {
  await server?.kill();
  await floor.close();
});

describe.each(products)('$name, killed three times', (product) => {
  test('every order stands exactly once and is over', async () => {
    const orders = asked.get(product) ?? [];
    const standing = orders.filter((order) => order.id !== undefined);
    if (!product.mayBeRefused) expect(orders.filter((order) => order.id === undefined)).toEqual([]);
    expect((await product.rows()).toSorted()).toEqual(standing.map((order) => [order.clientOrderId, order.id]).toSorted());
    expect(standing.length).toBeGreaterThanOrEqual(kills * ordersOfRound);
    expect(await product.open()).toBe(0);
  });
});

test('seconds: opened once and settled once, each with an outcome', async () => {
  const { db } = floor.database;
  const rows = await db.selectFrom('secondsOrder').select(['outcome']).execute();
  const outcomes = new Set(rows.map((row) => row.outcome));
  expect(outcomes.has('won') || outcomes.has('lost')).toBe(true);
  for (const kind of ['seconds_open', 'seconds_settle']) {
    const journals = await db.selectFrom('journal').select('ref').where('kind', '=', kind).execute();
    expect(journals).toHaveLength(rows.length);
    expect(new Set(journals.map((journal) => journal.ref)).size).toBe(rows.length);
  }
});

test('spot: every fill is the one that the log says', async () => {
  const { db } = floor.database;
  const rows = await db.selectFrom('spotOrder').select(['id', 'status']).execute();
  expect([...new Set(rows.map((row) => row.status))]).toEqual(expect.arrayContaining(['filled', 'cancelled']));
  for (const row of rows) await expectDecidedByLog(db, row.id);
});

test('leverage: every position was opened and closed by one deal each', async () => {
  const { db } = floor.database;
  const closed = await db.selectFrom('leverageOrder').select('id').where('status', '=', 'closed').execute();
  expect(closed.length).toBeGreaterThan(kills);
  const deals = await db.selectFrom('leverageDeal').select('orderId').execute();
  expect(deals.length).toBe(closed.length * 2);
});

test('price alerts: each that was set was told once or waits, and none waits that a tick has met', async () => {
  const [told, waiting] = [await alerts.told(), await alerts.waiting()];
  expect([...told.values()].filter((times) => times !== 1)).toEqual([]);
  expect(waiting.filter((id) => told.has(id))).toEqual([]);
  expect(alerts.set.filter(({ id }) => !told.has(id) && !waiting.includes(id))).toEqual([]);
  expect(await alerts.passedBy()).toEqual([]);
  expect(told.size).toBeGreaterThan(kills);
});

describe('an operator’s decision', () => {
  test('killed before the commit: nothing of the second verdict is there', () => {
    const nothing = { state: 'pending', decidedBy: ['first'], effects: 0, messages: 0, audited: 1 };
    expect(leftByKill.get('between verdict and effect')).toEqual(nothing);
  });

  test('killed before the answer: all of it is there', () => {
    const all = { state: 'approved', decidedBy: ['first', 'second'], effects: 1, messages: 1, audited: 2 };
    expect(leftByKill.get('between commit and answer')).toEqual(all);
  });

  test.each(killPoints)(
    '%s, then asked for by three at once: one effect, one verdict each of two, one message',
    async (point) => {
      const left = await decisions.left(point);
      expect(left).toMatchObject({ state: 'approved', effects: 1, messages: 1, audited: 2 });
      expect(left.decidedBy).toHaveLength(2);
      expect(left.decidedBy[0]).toBe('first');
      const outcomes = again[killPoints.indexOf(point)] ?? [];
      expect(outcomes).toHaveLength(12);
      expect(outcomes).toContainEqual({ state: 'approved', approvals: 2, approvalsNeeded: 2 });
      // Who asked again before the other had decided hears that it waits; nobody hears anything else.
      for (const outcome of outcomes)
        expect([outcome.state, outcome.approvals]).toEqual(outcome.state === 'approved' ? ['approved', 2] : ['pending', 1]);
    },
  );
});

test('a conversation: what either side wrote stands once, in the order in which it was confirmed, and is counted', async () => {
  const { owner } = floor.database;
  const { rows } = await owner.query<{ id: string; clientId: string; text: string; mine: boolean }>(
    'select id, client_id as "clientId", text, operator_id is null as mine from conversation_entry where user_id = $1 order by id',
    [talker.userId],
  );
  const { said } = talking;
  expect(said.length).toBeGreaterThan(kills * wordsOfRound);
  expect(rows.map(({ id, clientId, text }) => [Number(id), clientId, text])).toEqual(
    said.toSorted((one, other) => (one.id ?? 0) - (other.id ?? 0)).map(({ id, clientId, text }) => [id, clientId, text]),
  );
  const answers = rows.filter(({ mine }) => !mine);
  const { rows: kept } = await owner.query(
    `select unread_by_person as unread, last_entry = $2 as "isLast",
       (select count(*)::int from outbox where user_id = $1 and body->>'type' = 'service' and mode = 'demo') as told,
       (select count(*)::int from user_message where user_id = $1 and kind = 'service_answered') as messages
     from conversation where user_id = $1`,
    [talker.userId, rows.at(-1)?.id],
  );
  expect(kept).toEqual([{ unread: answers.length, isLast: true, told: answers.length, messages: 1 }]);
});

test('the ledger adds up and nobody misses an event', async () => {
  const { owner } = floor.database;
  const { rows: gaps } = await owner.query('select user_id from outbox group by user_id, mode having max(seq) <> count(*)');
  expect(gaps).toEqual([]);
  expect(await deadlocksOf(floor.database.address)).toEqual([]);
  expect(await floor.violations()).toEqual([]);
});
