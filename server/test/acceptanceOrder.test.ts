/**
 * An order is accepted before every tick that can decide it is public, in all products alike (docs/fairness.md). What had to
 * wait too long is refused, and nothing is taken for it.
 */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { acceptWithinMs } from '@tessera/shared/fairness';
import { AppError } from '@tessera/shared/errors';
import type { EndpointName } from '@tessera/shared/contract';
import type { SignedIn } from '../src/http/handler';
import { sleep } from '../src/platform/timers';
import { openTradingFloor, type TradingFloor } from './tradingFloor';

let floor: TradingFloor;
beforeEach(async () => {
  floor = await openTradingFloor();
  await tick('100000');
});
afterEach(async () => {
  expect(await floor.violations()).toEqual([]);
  await floor.close();
});

async function tick(price: string, forwardMs = 300): Promise<void> {
  floor.clock.advance(forwardMs);
  await floor.ticks([['BTC-USDT', floor.now(), price]]);
}

const fresh = (): { clientOrderId: string; symbol: string } => ({ clientOrderId: randomUUID(), symbol: 'BTC-USDT' });
interface Product {
  readonly table: string;
  readonly account: 'coin' | 'contract';
  ask(user: SignedIn): Promise<readonly [EndpointName, Record<string, unknown>]>;
  /** The tick that decided first about the person's only order. */
  readonly entry: string;
}
const products: Readonly<Record<string, Product>> = {
  seconds: {
    table: 'seconds_order',
    account: 'coin',
    entry: 'select o.user_id, o.entry_seq as seq from seconds_order o',
    async ask(user) {
      const { quoteId } = await floor.ask(user, 'secondsTerms', { symbol: 'BTC-USDT', seconds: 30 });
      return ['secondsSubmit', { ...fresh(), seconds: 30, direction: 'long', stake: '10', asset: 'USDT', quoteId }];
    },
  },
  spot: {
    table: 'spot_order',
    account: 'coin',
    entry: 'select o.user_id, f.tick_seq as seq from spot_order o join spot_fill f on f.order_id = o.id',
    ask: async () => ['spotSubmit', { ...fresh(), side: 'buy', entrustment: 'market', total: '30', seenPrice: '100000' }],
  },
  leverage: {
    table: 'leverage_order',
    account: 'contract',
    entry: `select o.user_id, o.opened_seq as seq from leverage_order o where o.status = 'open'`,
    ask: async () => [
      'leverageSubmit',
      { ...fresh(), direction: 'long', entrustment: 'market', lots: '0.002', leverage: 10, seenPrice: '100000.1' },
    ],
  },
};
const eachProduct = test.each(Object.entries(products));

const someMoney = { coin: '500', contract: '500' };
const moneyOf = async ({ userId }: SignedIn): Promise<unknown> =>
  (
    await floor.database.owner.query(
      'select kind, trim_scale(balance)::text as balance from account where owner_id = $1 and balance <> 0 order by kind',
      [userId],
    )
  ).rows;

/** Runs while another transaction holds the rows that a statement locks. */
async function whileLocked<T>(
  statement: string,
  values: readonly unknown[],
  run: (release: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const holder = await floor.database.owner.connect();
  try {
    await holder.query('begin');
    await holder.query(statement, [...values]);
    return await run(async () => void (await holder.query('commit')));
  } finally {
    holder.release();
  }
}
/** The person's account. */
const whileHeld = <T>({ userId }: SignedIn, kind: string, run: (release: () => Promise<void>) => Promise<T>): Promise<T> =>
  whileLocked('select from account where owner_id = $1 and kind = $2 for update', [userId, kind], run);

async function untilSomebodyWaits(): Promise<void> {
  const { owner } = floor.database;
  for (;;) {
    const { rows } = await owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
    );
    if (rows.length > 0) return;
    await sleep(5);
  }
}

eachProduct('%s: an order whose account was held for 4.5 s is refused, and nothing is taken', async (_, product) => {
  const user = await floor.aPerson(someMoney);
  const before = await moneyOf(user);
  const [name, request] = await product.ask(user);
  const outcome = await whileHeld(user, product.account, async (release) => {
    const asking = floor.ask(user, name, request as never).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
    await untilSomebodyWaits();
    // Three ticks are public, which the person has seen, when the account is free again.
    for (const price of ['100010', '100020', '100030']) await tick(price, 1500);
    await release();
    return asking;
  });
  expect(outcome).toBe('ORDER_TOO_LATE');
  const { rows } = await floor.database.owner.query(`select from ${product.table}`);
  expect(rows).toEqual([]);
  expect(await moneyOf(user)).toEqual(before);
});

eachProduct(
  '%s: an order that waited less is accepted at the head of the log, and its tick comes after that',
  async (_, product) => {
    const user = await floor.aPerson(someMoney);
    const [name, request] = await product.ask(user);
    const accepted = await whileHeld(user, product.account, async (release) => {
      const asking = floor.ask(user, name, request as never);
      await untilSomebodyWaits();
      await tick('100010', acceptWithinMs / 2);
      await release();
      return asking;
    });
    expect(accepted).toMatchObject({ acceptedAtMs: floor.now() });
    await tick('100020');
    await floor.judge();
    const { rows } = await floor.database.owner.query<{ seq: string }>(`${product.entry}`);
    expect(rows).toMatchObject([{ seq: '3' }]);
  },
);

eachProduct('%s: a tick that comes out while an order commits is before the order, not in it', async (_, product) => {
  const user = await floor.aPerson(someMoney);
  const [name, request] = await product.ask(user);
  const writer = await floor.database.owner.connect();
  // The next tick is written and not public yet; the order's commit waits for it.
  await writer.query('begin');
  await writer.query(`insert into tick (symbol_id, seq, at_ms, price, bid, ask, epoch, is_live, hash, format, source_at_ms, received_at_ms, kind)
    select (next).symbol_id, (next).seq, (next).at_ms, 100005, 100005, 100005, 1, true, tick_hash(hash, next), 2, (next).at_ms, (next).at_ms, 'live'
    from (
      select hash, row(symbol_id, seq + 1, at_ms + 250, 100005, 100005, 100005, null, 1, true, null, 2, at_ms + 250, at_ms + 250, 'live')::tick as next
      from tick_head
    ) head`);
  const asking = floor.ask(user, name, request as never);
  await untilSomebodyWaits();
  await writer.query('commit');
  writer.release();
  await asking;
  const { rows } = await floor.database.owner.query(`select accepted_seq from ${product.table}`);
  expect(rows).toEqual([{ accepted_seq: '2' }]);
});

describe('taking back comes after the ticks that are public', () => {
  const statusOf = async (table: string, id: string): Promise<unknown> =>
    (await floor.database.owner.query<{ status: string }>(`select status from ${table} where id = $1`, [id])).rows[0]?.status;
  /** Asks, and a tick comes out after the call has looked at the log and before it can commit. */
  const overtaken = (call: Promise<unknown>, price: string, release: () => Promise<void>): Promise<unknown> => {
    const outcome = call.then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    return untilSomebodyWaits()
      .then(() => tick(price))
      .then(release)
      .then(() => outcome);
  };
  const pending = {
    ...fresh(),
    direction: 'long',
    entrustment: 'limit',
    lots: '0.002',
    leverage: 10,
    limitPrice: '99000',
  } as const;

  test.each([
    ['one order', (user: SignedIn, id: string) => floor.ask(user, 'leverageCancel', { id })],
    ['all orders', (user: SignedIn) => floor.ask(user, 'leverageCloseAll', { action: 'cancel' })],
  ])('leverage: a cancel of %s does not beat a tick that met the order meanwhile', async (_, cancel) => {
    const user = await floor.aPerson(someMoney);
    const { id } = await floor.ask(user, 'leverageSubmit', { ...pending, ...fresh() });
    const outcome = await whileHeld(user, 'contract', (release) => overtaken(cancel(user, id), '98900', release));
    await floor.judge();
    expect([outcome === 'done', await statusOf('leverage_order', id)]).toEqual([_ === 'all orders', 'open']);
  });

  test('leverage: a cancel before the tick that would meet the order stands, whatever comes after', async () => {
    const user = await floor.aPerson(someMoney);
    const { id } = await floor.ask(user, 'leverageSubmit', { ...pending, ...fresh() });
    await floor.ask(user, 'leverageCancel', { id });
    await tick('98900');
    await floor.judge();
    expect(await statusOf('leverage_order', id)).toBe('cancelled');
  });

  test.each([
    ['removed', null],
    ['moved', '98000'],
  ])('leverage: a stop is %s after a tick that met it meanwhile: the tick has closed the position', async (_, stopLoss) => {
    const user = await floor.aPerson(someMoney);
    const [name, request] = await products['leverage']!.ask(user);
    const { id } = (await floor.ask(user, name, { ...request, stopLoss: '99500' } as never)) as { id: string };
    await tick('100000');
    await floor.judge();
    const outcome = await whileLocked('select from leverage_order where id = $1 for update', [id], (release) =>
      overtaken(floor.ask(user, 'leverageSetStop', { id, stopLoss }), '99400', release),
    );
    await floor.judge();
    expect([outcome, await statusOf('leverage_order', id)]).toEqual(['ORDER_STATUS_WRONG', 'closed']);
  });

  test('spot: a cancel asked for while a tick came out leaves the order to that tick', async () => {
    const user = await floor.aPerson(someMoney);
    const { id } = await floor.ask(user, 'spotSubmit', {
      ...fresh(),
      side: 'buy',
      entrustment: 'limit',
      quantity: '0.001',
      price: '99000',
    });
    await whileLocked('select from spot_order where id = $1 for update', [id], (release) =>
      overtaken(floor.ask(user, 'spotCancel', { id }), '98000', release),
    );
    await floor.judge();
    expect(await statusOf('spot_order', id)).toBe('filled');
  });
});

test('with ticks coming all the time no order of any product is decided by a tick that was public when it was accepted', async () => {
  const { owner } = floor.database;
  await owner.query(`
    create table seen (user_id bigint, seq bigint);
    create function see() returns trigger language plpgsql security definer as $$
      begin insert into seen select new.user_id, seq from tick_head; return null; end $$`);
  // What is public at the very commit: runs after the checks of the commit itself.
  for (const { table } of Object.values(products))
    await owner.query(
      `create constraint trigger zz_see after insert on ${table} deferrable initially deferred for each row execute function see()`,
    );
  let isOver = false;
  const log = (async () => {
    for (let index = 0; !isOver; index += 1) {
      await tick(String(100_000 + (index % 5)), 300);
      await sleep(300);
    }
  })();
  const kinds = Object.values(products);
  const asked = Array.from({ length: 4 }, async (_, person) => {
    for (let turn = 0; turn < 5; turn += 1) {
      const user = await floor.aPerson(someMoney);
      const [name, request] = await (kinds[(person + turn) % kinds.length] as Product).ask(user);
      // On a busy machine some are overtaken again and again; those are refused.
      await floor.ask(user, name, request as never).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
    }
  });
  await Promise.all(asked);
  isOver = true;
  await log;
  await tick('100000');
  await floor.judge();
  const entries = kinds.map(({ entry }) => entry).join(' union all ');
  const { rows } = await owner.query<{ public: string; entry: string }>(
    `select seen.seq as public, entry.seq as entry from seen join (${entries}) entry using (user_id) where entry.seq is not null`,
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter((row) => BigInt(row.entry) <= BigInt(row.public))).toEqual([]);
});
