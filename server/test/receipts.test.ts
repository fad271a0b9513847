/** An order of every product is receipted in its own transaction, and is refused when its answer would come too late. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { EndpointRequest, Receipt } from '@tessera/shared/contract';
import { acceptAfterSentMs, acceptWithinTicks, clockAheadMs, receiptFault } from '@tessera/shared/fairness';
import { nativeSha256 } from '../src/feed/nativeSha256';
import type { SignedIn } from '../src/http/handler';
import { testSignatures, testSigningKey } from './testReceipts';
import { openTradingFloor, type TradingFloor } from './tradingFloor';

let floor: TradingFloor;
let user: SignedIn;
beforeAll(async () => {
  floor = await openTradingFloor();
  user = await floor.aPerson({ coin: '100000', contract: '100000' });
});
afterAll(() => floor.close());
let seq = 0;
const tick = async (): Promise<void> => {
  seq += 1;
  await floor.ticks([['BTC-USDT', floor.now() - 50, '100000']]);
};
beforeEach(async () => {
  floor.clock.set(floor.now() + 1000);
  await tick();
});

type Sending = Pick<EndpointRequest<'spotSubmit'>, 'sentAtMs' | 'seenSeq'>;
interface Answer {
  readonly id: string;
  readonly acceptedAtMs: number;
  readonly receipt?: Receipt | undefined;
}
const common = { symbol: 'BTC-USDT' } as const;
const products = {
  async seconds(sending: Sending, key: string): Promise<Answer> {
    const { quoteId } = await floor.ask(user, 'secondsTerms', { ...common, seconds: 30 });
    const order = { direction: 'long', seconds: 30, stake: '10.50', asset: 'USDT', quoteId } as const;
    return floor.ask(user, 'secondsSubmit', { ...common, ...order, clientOrderId: key, ...sending }, key);
  },
  spot: (sending: Sending, key: string): Promise<Answer> => {
    const order = { side: 'buy', entrustment: 'market', total: '120', seenPrice: '100000' } as const;
    return floor.ask(user, 'spotSubmit', { ...common, ...order, clientOrderId: key, ...sending }, key);
  },
  leverage: (sending: Sending, key: string): Promise<Answer> => {
    const order = { direction: 'long', entrustment: 'limit', lots: '0.01', leverage: 10, limitPrice: '99000' } as const;
    return floor.ask(user, 'leverageSubmit', { ...common, ...order, clientOrderId: key, ...sending }, key);
  },
};
const shown = {
  seconds: { direction: 'long', stake: '10.5', mode: 'demo' },
  spot: { side: 'buy', total: '120', quantity: null, seenPrice: '100000', levelQuantity: '0.25' },
  leverage: { limitPrice: '99000', lots: '0.01', leverage: 10 },
};
const names = ['seconds', 'spot', 'leverage'] as const;
const receiptCount = async (): Promise<number> => (await floor.database.db.selectFrom('receipt').select('key').execute()).length;

test.each(names)('%s: the answer carries a receipt for it, at the head of the log', async (product) => {
  const key = randomUUID();
  const order = await products[product]({ sentAtMs: floor.now(), seenSeq: seq }, key);
  const { receipt } = order;
  expect(receipt?.body).toMatchObject({
    format: 1,
    request: 'order',
    acceptedAtMs: floor.now(),
    headSeq: seq,
    keyId: testSigningKey.id,
  });
  const head = await floor.database.db
    .selectFrom('tick')
    .select('hash')
    .where('symbolId', '=', 'BTC-USDT')
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  expect(receipt?.body.headHash).toBe(head.hash.toString('hex'));
  const { id, acceptedAtMs } = order;
  const { userId } = user;
  const known = { product, request: 'order', key, order: id, symbol: 'BTC-USDT', acceptedAtMs, userId } as const;
  const { knowsSignature } = testSignatures;
  const fault = (terms: Record<string, string | number | null>) =>
    receiptFault(receipt as Receipt, { ...known, terms }, nativeSha256, knowsSignature);
  expect(await fault(shown[product])).toBeUndefined();
  expect(await fault({ ...shown[product], feeRate: '0.5' })).toBe('terms');
});

test.each(names)(
  '%s: a repeat is answered with the same receipt, however late, and so is the question for it',
  async (product) => {
    const key = randomUUID();
    const sending = { sentAtMs: floor.now(), seenSeq: seq };
    const first = await products[product](sending, key);
    const count = await receiptCount();
    floor.clock.set(floor.now() + 20_000);
    await tick();
    expect((await products[product](sending, key)).receipt).toEqual(first.receipt);
    expect((await products[product]({}, key)).receipt).toEqual(first.receipt);
    // Under another key of the request, by the order's own.
    const find = `${product}Find` as const;
    expect((await floor.ask(user, find, { clientOrderId: key })).order?.receipt).toEqual(first.receipt);
    expect(await receiptCount()).toBe(count);
  },
);

test.each(names)('%s: what was sent too long ago, or in the future, is refused, and nothing is taken', async (product) => {
  const count = await receiptCount();
  const late = { sentAtMs: floor.now() - acceptAfterSentMs - 1 };
  await expect(products[product](late, randomUUID())).rejects.toMatchObject({ code: 'ORDER_TOO_LATE' });
  const ahead = { sentAtMs: floor.now() + clockAheadMs + 1 };
  await expect(products[product](ahead, randomUUID())).rejects.toMatchObject({ code: 'ORDER_CLOCK_AHEAD' });
  expect(await receiptCount()).toBe(count);
  await products[product]({ sentAtMs: floor.now() + clockAheadMs }, randomUUID());
  await products[product]({ sentAtMs: floor.now() - acceptAfterSentMs }, randomUUID());
  expect(await receiptCount()).toBe(count + 2);
});

test.each(names)('%s: a log behind what the client saw, or far beyond it, accepts nothing', async (product) => {
  await expect(products[product]({ seenSeq: seq + 1 }, randomUUID())).rejects.toMatchObject({ code: 'ORDER_TOO_LATE' });
  const seenSeq = seq;
  for (let more = 0; more < acceptWithinTicks; more++) {
    floor.clock.set(floor.now() + 100);
    await tick();
  }
  await products[product]({ seenSeq }, randomUUID());
  await expect(products[product]({ seenSeq: seenSeq - 1 }, randomUUID())).rejects.toMatchObject({ code: 'ORDER_TOO_LATE' });
});

test('a receipt is neither changed nor removed, by the server nor by the owner', async () => {
  await products.spot({}, randomUUID());
  const { db, owner } = floor.database;
  await expect(db.updateTable('receipt').set({ terms: '{}' }).execute()).rejects.toThrow(/permission denied/);
  await expect(db.deleteFrom('receipt').execute()).rejects.toThrow(/permission denied/);
  await expect(owner.query(`update receipt set terms = '{}'`)).rejects.toThrow();
  await expect(owner.query('delete from receipt')).rejects.toThrow();
});

/** A position that stands, with a tick of after it. */
async function aPosition(key: string = randomUUID()): Promise<Answer> {
  const order = { direction: 'long', entrustment: 'market', lots: '0.01', leverage: 10, seenPrice: '100010' } as const;
  const asked = await floor.ask(user, 'leverageSubmit', { ...common, ...order, clientOrderId: key }, key);
  floor.clock.set(floor.now() + 500);
  await tick();
  await floor.judge();
  return asked;
}
const aLimit = (): Promise<Answer> => products.leverage({}, randomUUID());
const aSpotLimit = (): Promise<Answer> => {
  const key = randomUUID();
  const order = { side: 'buy', entrustment: 'limit', price: '99000', quantity: '0.002' } as const;
  return floor.ask(user, 'spotSubmit', { ...common, ...order, clientOrderId: key }, key);
};
interface Asked {
  readonly requests?: readonly Receipt[] | undefined;
}
const requests = {
  close: {
    of: aPosition,
    ask: (id: string, key: string): Promise<Asked> => floor.ask(user, 'leverageClose', { id, lots: '0.010' }, key),
    product: 'leverage',
    terms: { mode: 'demo', askedLots: '0.01', lots: '0.01' },
  },
  stop: {
    of: aPosition,
    ask: (id: string, requestId: string): Promise<Asked> =>
      floor.ask(user, 'leverageSetStop', { id, takeProfit: '101000.0', requestId }),
    product: 'leverage',
    terms: { mode: 'demo', takeProfit: '101000', stopLoss: null, stopLossSinceMs: null },
  },
  cancel: {
    of: aLimit,
    ask: (id: string, key: string): Promise<Asked> => floor.ask(user, 'leverageCancel', { id }, key),
    product: 'leverage',
    terms: { mode: 'demo' },
  },
  'cancel of a spot order': {
    of: aSpotLimit,
    ask: (id: string, key: string): Promise<Asked> => floor.ask(user, 'spotCancel', { id }, key),
    product: 'spot',
    terms: { mode: 'demo' },
  },
} as const;
const requestNames = Object.keys(requests) as (keyof typeof requests)[];

test.each(requestNames)('%s: it is signed at the head of the log, and a repeat is answered with the same', async (name) => {
  const { of, ask, product, terms } = requests[name];
  const order = await of();
  const key = randomUUID();
  const first = (await ask(order.id, key)).requests ?? [];
  expect(first).toHaveLength(1);
  const [receipt] = first as [Receipt];
  const request = name === 'cancel of a spot order' ? 'cancel' : name;
  expect(receipt.body).toMatchObject({ request, acceptedAtMs: floor.now(), headSeq: seq, keyId: testSigningKey.id });
  expect(receipt.terms).toMatchObject(terms);
  const { userId } = user;
  const known = { product, request, key, order: order.id, symbol: 'BTC-USDT', acceptedAtMs: floor.now(), userId, terms } as const;
  expect(await receiptFault(receipt, known, nativeSha256, testSignatures.knowsSignature)).toBeUndefined();
  const count = await receiptCount();
  floor.clock.set(floor.now() + 500);
  await tick();
  expect((await ask(order.id, key)).requests).toEqual(first);
  expect(await receiptCount()).toBe(count);
});

test('a request whose head is not the newest tick any more is not complete, whatever the clocks say', async () => {
  const { id } = await aPosition();
  const { db } = floor.database;
  const [receipt] = (await requests.stop.ask(id, randomUUID())).requests ?? [];
  const row = await db
    .selectFrom('receipt')
    .selectAll()
    .where('key', '=', receipt?.body.key ?? '')
    .executeTakeFirstOrThrow();
  const { made: _, ...again } = row;
  const insert = (headSeq: number) =>
    db.transaction().execute((tx) =>
      tx
        .insertInto('receipt')
        .values({ ...again, key: randomUUID(), headSeq })
        .execute(),
    );
  await insert(seq);
  await expect(insert(seq - 1)).rejects.toMatchObject({ code: 'T0005' });
});

test('all at once: a receipt for each order', async () => {
  const [one, other] = [await aPosition(), await aPosition()];
  const key = randomUUID();
  const { count, receipts = [] } = await floor.ask(user, 'leverageCloseAll', { action: 'close' }, key);
  expect(receipts).toHaveLength(count);
  const signed = receipts.map(({ body, terms }) => [body.order, body.request, body.key, terms['askedLots']]);
  expect(signed).toEqual(expect.arrayContaining([one, other].map(({ id }) => [id, 'close', key, null])));
  expect((await floor.ask(user, 'leverageCloseAll', { action: 'close' }, key)).receipts).toEqual(receipts);
});
