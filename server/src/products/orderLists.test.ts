/** Lists of orders of all products after a long history: each page goes on where the one before ended and costs what it shows. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { endpoints, type EndpointName, type EndpointResponse } from '@tessera/shared/contract';
import { amount, toText } from '@tessera/shared/money';
import { tallyOrders } from '../../test/tradedHistory';
import { openTradingFloor, type TradingFloor } from '../../test/tradingFloor';
import { isCrypto } from '../catalog/classFilter';
import type { SignedIn } from '../http/handler';
import type { Db } from '../store/database';
import { listOrders as listLeverage } from './leverage/listOrders';
import { listLoans } from './loan/listLoans';
import { daysOf } from './orderTally';
import { listOrders as secondsOrders } from './seconds/listOrders';
import { listOrders as listSpot } from './spot/listOrders';
import { listDays, listOrders as listDeposits } from './treasure/lists';

const dayMs = 86_400_000;
const perDay = 30;
const days = 100;

let floor: TradingFloor;
let user: SignedIn;
beforeAll(async () => {
  floor = await openTradingFloor();
  const tick = async (price: string, forwardMs = 300) => {
    floor.clock.advance(forwardMs);
    await floor.ticks([['BTC-USDT', floor.now(), price]]);
    await floor.judge();
  };
  await tick('100000');
  user = await floor.aPerson({ coin: '5000', contract: '5000' });
  const fresh = () => ({ clientOrderId: randomUUID(), symbol: 'BTC-USDT' });
  const { quoteId } = await floor.ask(user, 'secondsTerms', { symbol: 'BTC-USDT', seconds: 30 });
  await floor.ask(user, 'secondsSubmit', { ...fresh(), seconds: 30, direction: 'long', stake: '10', asset: 'USDT', quoteId });
  await floor.ask(user, 'spotSubmit', { ...fresh(), side: 'buy', entrustment: 'market', total: '30', seenPrice: '100000' });
  const position = { direction: 'long', entrustment: 'market', lots: '0.002', leverage: 10, seenPrice: '100000.1' } as const;
  const { id } = await floor.ask(user, 'leverageSubmit', { ...fresh(), ...position });
  await tick('100001');
  await floor.ask(user, 'leverageClose', { id });
  for (let second = 0; second < 35; second += 1) await tick('100002', 1000);
  expect(await floor.violations()).toEqual([]);
  // The same again and again, ever longer ago.
  for (const table of ['seconds_order', 'spot_order', 'leverage_order']) {
    const { rows } = await floor.database.owner.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ',') as names from information_schema.columns
       where table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER' and column_name not in ('client_order_id', 'accepted_at_ms', 'expires_at_ms')`,
      [table],
    );
    const names = rows[0]?.names ?? '';
    const [expires, expiry] =
      table === 'seconds_order' ? [', expires_at_ms', `, expires_at_ms - n * ${dayMs / perDay}`] : ['', ''];
    await floor.database.owner.query(
      `set session_replication_role = replica;
       insert into ${table} (client_order_id, accepted_at_ms, ${names} ${expires})
       select gen_random_uuid(), accepted_at_ms - n * ${dayMs / perDay}, ${names} ${expiry} from ${table}, generate_series(1::bigint, ${days * perDay}) n where user_id = ${user.userId};
       set session_replication_role = default; analyze ${table}`,
    );
  }
  await tallyOrders(floor.database.owner);
  await floor.database.owner.query('analyze order_tally');
});
afterAll(() => floor.close());

interface Asked {
  readonly pageSize?: number;
  readonly page?: number;
  readonly cursor?: string;
  readonly symbol?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
}
type Answer = Pick<EndpointResponse<'secondsOrders'>, 'total' | 'next'> & {
  readonly items: readonly { readonly id: string }[];
  readonly totals: { readonly fee: string };
};
const products: Readonly<Record<string, (db: Db, asked: Asked) => Promise<Answer>>> = {
  seconds: (db, asked) =>
    secondsOrders({ db, catalog: floor.catalog }, user, { status: 'closed', ...asked }, isCrypto, floor.now()),
  spot: (db, asked) => listSpot({ db, catalog: floor.catalog }, user, { status: 'history', ...asked }),
  leverage: (db, asked) => listLeverage({ db, catalog: floor.catalog }, user, { status: 'history', ...asked }, isCrypto),
};

const lessThan = (most: number): unknown => ({
  asymmetricMatch: (read: number) => read < most,
  toString: () => `less than ${most}`,
});

/** Rows of orders that a question read. */
async function rowsRead(ask: (db: Db) => Promise<unknown>): Promise<number> {
  return floor.database.db.transaction().execute(async (tx) => {
    const counted = async () =>
      (
        await sql<{ read: number }>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_xact_user_tables
          where relname in ('seconds_order', 'spot_order', 'spot_fill', 'leverage_order', 'order_tally', 'treasure_order', 'accrual', 'loan')`.execute(
          tx,
        )
      ).rows[0]?.read ?? 0;
    const before = await counted();
    await ask(tx);
    return (await counted()) - before;
  });
}

describe.each(Object.keys(products))('%s', (product) => {
  const list = (asked: Asked = {}, db: Db = floor.database.db) => products[product]!(db, { pageSize: 30, ...asked });

  test('page after page: every order once, newest first, the same as by page numbers', async () => {
    const first = await list();
    expect(first.total).toBe(days * perDay + 1);
    const second = await list({ cursor: first.next ?? '' });
    expect((await list({ page: 2 })).items).toEqual(second.items);
    const seen = new Set<string>();
    let next: string | null | undefined;
    for (let cursor: string | undefined; next !== null; cursor = next ?? undefined) {
      const page = await list({ pageSize: 100, ...(cursor === undefined ? {} : { cursor }) });
      for (const { id } of page.items) seen.add(id);
      next = page.next;
    }
    expect(seen.size).toBe(first.total);
  });

  test('the first page and the last one read what they show, and a sum for each day, not the history', async () => {
    const oldest = `${floor.now() - (days - 1) * dayMs}.1`;
    expect((await list({ cursor: oldest })).items.length).toBeGreaterThan(20);
    // Some rows of each page are read again with their terms and fills.
    const maxRead = 6 * 31 + 3 * days;
    const within = { fromMs: Math.round(floor.now() - 50.5 * dayMs), toMs: Math.round(floor.now() - 20.3 * dayMs) };
    const asked: Asked[] = [{}, { cursor: oldest }, { symbol: 'BTC-USDT' }, { symbol: 'ETH-USDT' }, within];
    for (const one of asked)
      expect({ one, read: await rowsRead((db) => list(one, db)) }).toEqual({ one, read: lessThan(maxRead) });
  });

  test('a part of the history that begins and ends within days: the sums are those of its orders', async () => {
    for (const [fromMs, toMs] of [
      [floor.now() - 7.3 * dayMs, floor.now() - 1.1 * dayMs],
      [floor.now() - 0.2 * dayMs, floor.now()],
      [floor.now() - 3 * dayMs, undefined],
      [undefined, floor.now() - 99 * dayMs],
    ] as const) {
      const asked = {
        ...(fromMs === undefined ? {} : { fromMs: Math.round(fromMs) }),
        ...(toMs === undefined ? {} : { toMs: Math.round(toMs) }),
      };
      const { rows } = await floor.database.owner.query<{ total: string; fee: string }>(
        `select count(*) as total, coalesce(sum(fee), 0) as fee from ended_order
         where product = $1 and user_id = $2 and accepted_at_ms between $3 and $4`,
        [product, user.userId, asked.fromMs ?? 0, asked.toMs ?? 9e15],
      );
      const { total, totals } = await list(asked);
      expect({ asked, total: String(total), fee: totals.fee }).toEqual({
        asked,
        total: rows[0]?.total,
        fee: toText(amount(rows[0]?.fee ?? '')),
      });
    }
  });

  test('a page number beyond the ten thousandth order: refused, the cursor goes on', async () => {
    await expect(list({ page: 334 })).rejects.toMatchObject({ code: 'PARAMETER_WRONG', params: { field: 'page' } });
  });
});

test('the days of an interval, and what of it is beside them', () => {
  expect(daysOf({ fromMs: 0, toMs: 2 * dayMs - 1 })).toEqual({ firstDay: 0, endDay: 2, edges: [] });
  expect(daysOf({ fromMs: 5, toMs: 2 * dayMs })).toEqual({
    firstDay: 1,
    endDay: 2,
    edges: [
      [5, dayMs - 1],
      [2 * dayMs, 2 * dayMs],
    ],
  });
  expect(daysOf({ fromMs: 5, toMs: dayMs + 7 })).toEqual({ firstDay: 0, endDay: 0, edges: [[5, dayMs + 7]] });
});

test.each(['secondsOrders', 'spotOrders', 'leverageOrders'] as const)(
  '%s: somebody else sees nothing of it',
  async (name: EndpointName) => {
    const other = await floor.aPerson();
    const status = name === 'secondsOrders' ? 'closed' : 'history';
    expect(await floor.ask(other, name, { status } as never)).toMatchObject({ items: [], total: 0, next: null });
  },
);

test.each(['secondsOrders', 'spotOrders', 'leverageOrders'] as const)(
  '%s: the cursor of somebody else, or of the other account, shows nothing of his',
  async (name: EndpointName) => {
    const status = name === 'secondsOrders' ? 'closed' : 'history';
    const asked = { status, pageSize: 1 };
    const { next } = (await floor.ask(user, name, asked as never)) as Answer;
    expect(next).toMatch(/^\d+\.\d+$/);
    for (const asker of [await floor.aPerson(), await floor.otherMode(user)])
      expect(await floor.ask(asker, name, { ...asked, cursor: next } as never)).toMatchObject({ items: [], next: null });
  },
);

test('a cursor that is none of ours is refused by its shape', () => {
  for (const { request } of [endpoints.secondsOrders, endpoints.spotOrders, endpoints.leverageOrders])
    for (const cursor of ['', '1', '1.', '.1', '1.2.3', '-1.1', '1e3.1', '1.1 ', "1.1'--", '٣.1', `${'9'.repeat(16)}.1`])
      expect([
        cursor,
        request.safeParse({ status: 'open', cursor }).error?.issues.some(({ path }) => path[0] === 'cursor'),
      ]).toEqual([cursor, true]);
});

test.each([
  ['secondsOrders', { status: 'closed' }, 'EUR-USD'],
  ['secondsWhOrders', { status: 'closed' }, 'BTC-USDT'],
  ['spotOrders', { status: 'open' }, 'EUR-USD'],
  ['leverageOrders', { status: 'open' }, 'EUR-USD'],
  ['leverageWhOrders', { status: 'history' }, 'BTC-USDT'],
  ['leverageCloseAll', { action: 'close', family: 'crypto' }, 'EUR-USD'],
  ['leverageCloseAll', { action: 'cancel', family: 'forex' }, 'BTC-USDT'],
  ['leverageCloseAll', { action: 'close' }, 'NO-SUCH'],
] as const)(
  '%s with %j: a symbol that is not there, or of the other class, is not found',
  async (name, request, ofOtherClass) => {
    for (const symbol of ['NO-SUCH', ofOtherClass])
      await expect((async () => floor.ask(user, name, { ...request, symbol } as never))()).rejects.toMatchObject({
        code: 'ORDER_SYMBOL_NOT_FOUND',
      });
  },
);

describe('deposits, their days of interest, and loans', () => {
  const deposits = 2000;
  const daysOfEach = 3;
  interface Paged {
    readonly pageSize?: number;
    readonly cursor?: string;
  }
  interface Page {
    readonly items: readonly { readonly id: string }[];
    readonly total?: number | undefined;
    readonly next?: string | null | undefined;
  }
  const owner = () => ({ userId: Number(user.userId), mode: user.mode });
  const lists: Readonly<Record<string, (asked: Paged, db: Db) => Promise<Page>>> = {
    'days of all deposits': (asked, db) => listDays(db, user, asked),
    'days of one deposit': async (asked, db) => listDays(db, user, { ...asked, orderId: await oneDeposit() }),
    deposits: (asked, db) => listDeposits(db, user, asked, floor.now()),
    loans: (asked, db) => listLoans({ db, catalog: floor.catalog }, owner(), asked, floor.now()),
  };
  const rows = { 'days of all deposits': deposits * daysOfEach, 'days of one deposit': daysOfEach, deposits, loans: deposits };

  async function oneDeposit(): Promise<string> {
    const { rows: found } = await floor.database.owner.query<{ id: string }>(
      'select min(id)::text as id from treasure_order where user_id = $1',
      [user.userId],
    );
    return found[0]?.id ?? '';
  }

  beforeAll(async () => {
    await floor.database.owner.query(
      `set session_replication_role = replica;
       insert into treasure_order (user_id, mode, client_order_id, product_id, catalog_version, asset, asset_scale, amount_scale, rate, rate_kind, days,
         day_count, amount, bought_at_ms, principal, status, end_kind, start_day, ended_at_ms)
       select ${user.userId}, '${user.mode}', gen_random_uuid(), 1, 1, 'USDT', 6, 2, 0.05, 'annual', ${daysOfEach}, 365, 100, n * ${dayMs}, 0,
         'completed', 'matured', n, (n + ${daysOfEach}) * ${dayMs}::bigint from generate_series(1000::bigint, ${999 + deposits}) n;
       insert into accrual (kind, ref, day, amount, at_ms, user_id, mode)
       select 'treasure', id, start_day + d, 0.01, 1, user_id, mode from treasure_order, generate_series(0, ${daysOfEach - 1}) d
       where user_id = ${user.userId};
       insert into loan (user_id, mode, client_order_id, asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv,
         liquidation_ltv, liquidation_fee, catalog_version, asked_at_ms, status, ended_at_ms)
       select ${user.userId}, '${user.mode}', gen_random_uuid(), 'USDT', 100, 7, 0.001, 0.002, 1, 0.65, 0.75, 0.83, 0.01, 1, n, 'cancelled', n
       from generate_series(1, ${deposits}) n;
       insert into loan_collateral (loan_id, kind, asset, amount, weight, symbol_id) select id, 'coin', 'BTC', 1, 0.7, 'BTC-USDT' from loan;
       set session_replication_role = default; analyze treasure_order; analyze accrual; analyze loan; analyze loan_collateral`,
    );
  });

  test.each(Object.keys(rows) as (keyof typeof rows)[])('%s: page after page, each row once', async (name) => {
    const list = lists[name]!;
    const first = await list({ pageSize: 7 }, floor.database.db);
    expect(first.total).toBe(rows[name]);
    const seen = new Set<string>();
    let next: string | null | undefined;
    for (let cursor: string | undefined; next !== null; cursor = next ?? undefined) {
      const page = await list({ pageSize: 100, ...(cursor === undefined ? {} : { cursor }) }, floor.database.db);
      for (const { id } of page.items) seen.add(id);
      next = page.next;
    }
    expect(seen.size).toBe(rows[name]);
  });

  test.each(Object.keys(rows) as (keyof typeof rows)[])('%s: a page after the first reads what it shows', async (name) => {
    const list = lists[name]!;
    const { next } = await list({ pageSize: 10 }, floor.database.db);
    const read = await rowsRead((db) => list({ pageSize: 10, cursor: next ?? '' }, db));
    expect(read).toBeLessThan(100);
  });
});
