import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, type AccountMode, type EndpointRequest } from '@tessera/shared/contract';
import { amount, negate, price, subtract, toText } from '@tessera/shared/money';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { giveMoney } from '../../test/giveMoney';
import { useTestDatabase } from '../../test/testDatabase';
import type { HandlerCall } from '../http/handler';
import { balanceOf, house, post } from '../ledger/Ledger';
import { openDemoAccount } from './demoMoney';
import { createFunds, type Funds } from './Funds';
import type { Db } from '../store/database';
import { seedTopUp } from './seedTopUp';
import { walletRecords } from './walletRecords';
import { walletList } from './walletList';

const database = useTestDatabase();
const noon = Date.UTC(2026, 0, 15, 12);
let funds: Funds;
let lastUser = 100;
beforeAll(() => {
  funds = createFunds({
    db: database.db,
    priceOf: (asset) => (asset === 'BTC' ? price('40000.5') : undefined),
    wakeOutbox: () => undefined,
  });
});

const aUser = () => (lastUser += 1);
function aCall<Request>(userId: number, request: Request, over: { mode?: AccountMode; key?: string; nowMs?: number } = {}) {
  return {
    request,
    user: { userId: String(userId), mode: over.mode ?? 'demo', sessionId: '1' },
    language: 'en' as const,
    nowMs: over.nowMs ?? noon,
    ip: '127.0.0.1',
    idempotencyKey: over.key ?? randomUUID(),
    traceId: 't',
  };
}
const open = (userId: number) => database.db.transaction().execute((tx) => openDemoAccount(tx, userId, noon - 1000));
const handler = <Name extends 'walletList' | 'walletInfo' | 'walletDetail' | 'transfer' | 'demoRefill'>(name: Name) => {
  const found = funds.handlers[name];
  if (found === undefined) throw new Error(`funds answers ${name}`);
  return found as (call: HandlerCall<Name>) => ReturnType<NonNullable<Funds['handlers'][Name]>>;
};
const transfer = (
  userId: number,
  request: Partial<EndpointRequest<'transfer'>>,
  over: { mode?: AccountMode; key?: string } = {},
) =>
  handler('transfer')(
    aCall(userId, { from: 'coin' as const, to: 'contract' as const, asset: 'USDT', amount: '12.5', ...request }, over),
  );
const spend = (userId: number, text: string, asset = 'USDT', atMs = noon) =>
  database.db.transaction().execute((tx) =>
    post(tx, {
      mode: 'demo',
      kind: 'seconds_open',
      ref: 'order',
      idem: randomUUID(),
      atMs,
      legs: [
        { account: { ownerId: userId, kind: 'coin', asset }, amount: negate(amount(text)) },
        { account: house('pnl', asset), amount: amount(text) },
      ],
    }),
  );

describe('wallet list', () => {
  test('a new demo account: five thousand on each side, no profit, totals in USDT', async () => {
    const user = aUser();
    await open(user);
    expect(await handler('walletList')(aCall(user, {}))).toEqual({
      mode: 'demo',
      asOfMs: noon,
      coin: [{ asset: 'USDT', available: '5000', frozen: '0', balance: '5000', heldBy: [], addresses: [] }],
      coinTotal: '5000',
      contract: {
        asset: 'USDT',
        balance: '5000',
        floatingProfit: null,
        usedMargin: '0',
        availableMargin: '5000',
        netEquity: '5000',
        marginLevel: null,
        frozen: '0',
      },
      total: '10000',
      parts: [
        { part: 'coin', value: '5000' },
        { part: 'contract', value: '5000' },
      ],
      todayProfit: null,
    });
  });

  test('collateral is told beside the balance, of a coin of which nothing else is left too', async () => {
    const user = aUser();
    await spend(user, '-0.5', 'BTC');
    await database.db.transaction().execute((tx) =>
      post(tx, {
        ...{ mode: 'demo', kind: 'loan', ref: 'l', idem: randomUUID(), atMs: noon },
        legs: [
          { account: { ownerId: user, kind: 'coin', asset: 'BTC' }, amount: amount('-0.5') },
          { account: { ownerId: user, kind: 'collateral', asset: 'BTC' }, amount: amount('0.5') },
        ],
      }),
    );
    const { coin } = await handler('walletList')(aCall(user, {}));
    expect(coin.find(({ asset }) => asset === 'BTC')).toEqual({
      ...{ asset: 'BTC', available: '0', frozen: '0', balance: '0', heldBy: [], collateral: '0.5', addresses: [] },
    });
    expect(coin.find(({ asset }) => asset === 'USDT')).not.toHaveProperty('collateral');
  });

  test('stake is shown as frozen and stays part of the total; another asset is valued at its price', async () => {
    const user = aUser();
    await open(user);
    await database.db.transaction().execute((tx) =>
      post(tx, {
        mode: 'demo',
        kind: 'seconds_open',
        ref: 'o',
        idem: randomUUID(),
        atMs: noon,
        legs: [
          { account: { ownerId: user, kind: 'coin', asset: 'USDT' }, amount: amount('-102') },
          { account: { ownerId: user, kind: 'stake', asset: 'USDT' }, amount: amount('100') },
          { account: house('fee', 'USDT'), amount: amount('2') },
        ],
      }),
    );
    await spend(user, '-0.5', 'BTC');
    const list = await handler('walletList')(aCall(user, {}));
    expect(list.coin).toEqual([
      {
        asset: 'USDT',
        available: '4898',
        frozen: '100',
        balance: '4998',
        heldBy: [{ by: 'stakes', amount: '100' }],
        addresses: [],
      },
      { asset: 'BTC', available: '0.5', frozen: '0', balance: '0.5', heldBy: [], addresses: [] },
    ]);
    expect(list.coinTotal).toBe('24998.25');
    expect(list.total).toBe('29998.25');
    expect(list.todayProfit).toBe('-2');
  });

  test('who owes more than he has: the total is below zero, and the answer is one that the app reads', async () => {
    const user = aUser();
    await open(user);
    await database.db.transaction().execute((tx) =>
      post(tx, {
        ...{ mode: 'demo', kind: 'loan', ref: 'l', idem: randomUUID(), atMs: noon },
        legs: [
          { account: { ownerId: user, kind: 'loan', asset: 'USDT' }, amount: amount('-12000') },
          { account: { ownerId: user, kind: 'coin', asset: 'USDT' }, amount: amount('12000') },
        ],
      }),
    );
    await spend(user, '15000');
    const list = await handler('walletList')(aCall(user, {}));
    expect(endpoints.walletList.response.safeParse(list)).toMatchObject({ success: true, data: { total: '-5000' } });
  });

  test('an asset without a price is held: totals are unknown, not partial', async () => {
    const user = aUser();
    await open(user);
    await spend(user, '-3', 'ETH');
    expect(await handler('walletList')(aCall(user, {}))).toMatchObject({ coinTotal: null, total: null });
  });

  test('what was lost yesterday does not count as today', async () => {
    const user = aUser();
    await open(user);
    await spend(user, '7', 'USDT', noon - 86_400_000);
    await spend(user, '3', 'USDT', noon - 3_600_000);
    expect((await handler('walletList')(aCall(user, {}))).todayProfit).toBe('-3');
  });

  test('one asset asked for: its figures; an unknown asset: not found', async () => {
    const user = aUser();
    await open(user);
    expect(await handler('walletInfo')(aCall(user, { asset: 'BTC' }))).toEqual({
      mode: 'demo',
      coin: { asset: 'BTC', available: '0', frozen: '0', balance: '0', heldBy: [], addresses: [] },
      contract: null,
    });
    expect((await handler('walletInfo')(aCall(user, { asset: 'USDT' }))).contract).toMatchObject({ balance: '5000' });
    await expect(handler('walletInfo')(aCall(user, { asset: 'NOPE' }))).rejects.toMatchObject({ code: 'WALLET_ASSET_NOT_FOUND' });
  });
});

describe('transfer', () => {
  test('coin to contract: both balances answer, the sockets are told', async () => {
    const user = aUser();
    await open(user);
    expect(await transfer(user, { amount: '12.5' })).toMatchObject({
      from: 'coin',
      to: 'contract',
      amount: '12.5',
      fromBalance: '4987.5',
      toBalance: '5012.5',
      atMs: noon,
    });
    const told = await database.db.selectFrom('outbox').select('body').where('userId', '=', user).execute();
    expect(told).toMatchObject([
      { body: { type: 'balance.changed', coin: [{ available: '4987.5' }], contract: { balance: '5012.5' } } },
    ]);
  });

  test('one key sent thirty times at once: one effect, one answer', async () => {
    const user = aUser();
    await open(user);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 30 }, () => transfer(user, {}, { key })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.fromBalance).toBe('4987.5');
  });

  test('the key again with another amount: refused', async () => {
    const user = aUser();
    await open(user);
    const key = randomUUID();
    await transfer(user, {}, { key });
    await expect(transfer(user, { amount: '13' }, { key })).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
  });

  test('the key of a demo transfer used in real mode: refused, never carried over', async () => {
    const user = aUser();
    await open(user);
    await database.db.transaction().execute((tx) => seedTopUp(tx, user, noon));
    const key = randomUUID();
    await transfer(user, {}, { key });
    await expect(transfer(user, {}, { key, mode: 'real' })).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
  });

  test('real mode moves real money only', async () => {
    const user = aUser();
    await open(user);
    await database.db.transaction().execute((tx) => seedTopUp(tx, user, noon));
    expect(await transfer(user, { amount: '50' }, { mode: 'real' })).toMatchObject({ fromBalance: '200', toBalance: '50' });
    expect(toText((await balanceOf(database.db, 'demo', { ownerId: user, kind: 'coin', asset: 'USDT' })) ?? amount('-1'))).toBe(
      '5000',
    );
  });

  test.each([
    ['more than there is', { amount: '5000.000001' }, 'WALLET_BALANCE_INSUFFICIENT'],
    ['nothing', { amount: '0' }, 'PARAMETER_WRONG'],
    ['more decimals than the asset has', { amount: '1.0000001' }, 'PARAMETER_WRONG'],
    ['to the same account', { to: 'coin' as const }, 'PARAMETER_WRONG'],
    ['an asset the contract account does not take', { asset: 'BTC' }, 'WALLET_ASSET_WRONG'],
    ['an unknown asset', { asset: 'NOPE' }, 'WALLET_ASSET_NOT_FOUND'],
  ])('%s: refused, nothing moves', async (_, request, code) => {
    const user = aUser();
    await open(user);
    await expect(transfer(user, request)).rejects.toMatchObject({ code });
    expect((await handler('walletList')(aCall(user, {}))).coin[0]?.available).toBe('5000');
  });

  test('fifty transfers and spends at once: never below zero', async () => {
    const user = aUser();
    await open(user);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? transfer(user, { amount: '400' }) : spend(user, '400'))),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(12);
    expect((await handler('walletList')(aCall(user, {}))).coin[0]?.available).toBe('200');
  });
});

describe('demo money', () => {
  test('opened twice: once', async () => {
    const user = aUser();
    await open(user);
    await open(user);
    expect((await handler('walletList')(aCall(user, {}))).total).toBe('10000');
  });

  test('a thousand or more is left: no refill', async () => {
    const user = aUser();
    await open(user);
    await spend(user, '4000');
    await transfer(user, { from: 'contract', to: 'coin', amount: '5000' });
    await spend(user, '5000');
    await expect(handler('demoRefill')(aCall(user, {}))).rejects.toMatchObject({
      code: 'WALLET_DEMO_REFILL_NOT_NEEDED',
      params: { max: '1000', asset: 'USDT' },
    });
  });

  test('less is left: filled up to ten thousand, once, however many ask at the same moment', async () => {
    const user = aUser();
    await open(user);
    await transfer(user, { from: 'contract', to: 'coin', amount: '5000' });
    await spend(user, '9000.5');
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => handler('demoRefill')(aCall(user, {}))));
    const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(done).toEqual([{ asset: 'USDT', credited: '9000.5', balance: '10000' }]);
  });

  test('a loan is owed: what is held counts, so it neither refills a full account nor is paid back from nowhere', async () => {
    const lent = async (text: string) => {
      const user = aUser();
      await open(user);
      const owed = { userId: user, mode: 'demo', kind: 'loan', text: '-5000', atMs: noon } as const;
      await giveMoney(database.db, owed);
      await giveMoney(database.db, { ...owed, kind: 'coin', text: '5000' });
      await transfer(user, { from: 'contract', to: 'coin', amount: '5000' });
      await spend(user, text);
      return handler('demoRefill')(aCall(user, {}));
    };
    // 5,500 are there, 500 more than is owed.
    await expect(lent('9500')).rejects.toMatchObject({ code: 'WALLET_DEMO_REFILL_NOT_NEEDED' });
    // Nothing is there, and 5,000 are owed.
    expect(await lent('15000')).toEqual({ asset: 'USDT', credited: '10000', balance: '10000' });
  });

  test('in real mode: refused', async () => {
    await expect(handler('demoRefill')(aCall(aUser(), {}, { mode: 'real' }))).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
  });
});

describe('records', () => {
  test('newest first with the balance each left, in pages, by kind', async () => {
    const user = aUser();
    await open(user);
    for (const text of ['1', '2', '3']) await transfer(user, { amount: text });
    const first = await handler('walletDetail')(aCall(user, { account: 'coin' as const, pageSize: 2 }));
    expect(first).toMatchObject({ page: 1, pageSize: 2, total: 4 });
    expect(first.items.map((item) => [item.kind, item.amount, item.balanceAfter])).toEqual([
      ['transfer', '-3', '4994'],
      ['transfer', '-2', '4997'],
    ]);
    const second = await handler('walletDetail')(aCall(user, { account: 'coin' as const, pageSize: 2, page: 2 }));
    expect([...first.items, ...second.items].map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect(second.items.map((item) => [item.kind, item.amount, item.balanceAfter])).toEqual([
      ['transfer', '-1', '4999'],
      ['demo_open', '5000', '5000'],
    ]);
    expect((await handler('walletDetail')(aCall(user, { account: 'contract' as const, kind: 'demo_open' as const }))).total).toBe(
      1,
    );
    // From a known number back, however many came since.
    const from = await handler('walletDetail')(aCall(user, { account: 'coin' as const, toVersion: 3, pageSize: 2 }));
    expect(from.items.map(({ version }) => version)).toEqual([3, 2]);
    const both = aCall(user, { account: 'coin' as const, toVersion: 3, cursor: first.next ?? '' });
    await expect(handler('walletDetail')(both)).rejects.toMatchObject({ code: 'PARAMETER_WRONG' });
  });

  /** Entries `count` long on the coin account: every 500th a top-up, all others transfers. Half of them yesterday. */
  async function aLongHistory(user: number, count: number): Promise<void> {
    await open(user);
    await database.owner.query(
      `with given as (select i, (open_accounts(array[$1::bigint, 0], array['demo', 'demo'], array['USDT', 'USDT'], array['coin', 'custody'])) as ids from generate_series(1, $2::int) i)
       select post_batch(array_agg('demo'::text order by i), array_agg(case when i % 500 = 0 then 'topup' else 'seconds_settle' end order by i),
         array_agg('r'::text order by i), array_agg('long:' || $1 || ':' || i order by i),
         array_agg($3::bigint - case when i <= $2::int / 2 then 86400000 else 0 end + i order by i),
         (select array_agg(l.i order by l.i, l.leg) from (select i, leg from given, generate_series(1, 2) leg) l),
         (select array_agg(ids[leg] order by i, leg) from given, generate_series(1, 2) leg),
         (select array_agg(case leg when 1 then 0.5 else -0.5 end order by i, leg) from given, generate_series(1, 2) leg))
       from given`,
      [user, count, noon - 3_600_000],
    );
  }
  /** Rows of the book that a question read. By indexes, as with many people: a table as short as here is else read whole, the people of other tests too. */
  async function rowsRead(ask: (db: Db) => Promise<unknown>): Promise<number> {
    return database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const counted = async () =>
        (
          await sql<{ read: number }>`
            select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_xact_user_tables
            where relname in ('entry', 'journal', 'account', 'account_tally')`.execute(tx)
        ).rows[0]?.read ?? 0;
      const before = await counted();
      await ask(tx);
      return (await counted()) - before;
    });
  }

  test('a long history: each page begins where the one before ended, and costs what it shows', async () => {
    const user = aUser();
    await aLongHistory(user, 3000);
    await database.owner.query('analyze entry, journal, account, account_tally');
    const request = { account: 'coin' as const, asset: 'USDT', pageSize: 30 };
    const first = await walletRecords(database.db, user, 'demo', request);
    expect(first).toMatchObject({ total: 3001, next: expect.any(String) });
    const second = await walletRecords(database.db, user, 'demo', { ...request, cursor: first.next ?? '' });
    expect(second.items[0]?.balanceAfter).toBe(toText(subtract(amount(first.items[29]?.balanceAfter ?? ''), amount('0.5'))));
    // The last page: the first version of the account.
    const oldest = first.next?.replace(/\.\d+$/, '.3') ?? '';
    expect(
      (await walletRecords(database.db, user, 'demo', { ...request, cursor: oldest })).items.map(({ kind }) => kind),
    ).toEqual(['seconds_settle', 'demo_open']);
    const rare = await walletRecords(database.db, user, 'demo', { ...request, kind: 'topup' });
    expect([rare.items.length, rare.total, rare.next]).toEqual([6, 6, null]);
    const maxRead = 100;
    for (const asked of [
      request,
      { ...request, cursor: first.next ?? '' },
      { ...request, cursor: oldest },
      { ...request, kind: 'topup' as const },
    ])
      expect(await rowsRead((db) => walletRecords(db, user, 'demo', asked))).toBeLessThan(maxRead);
    const list = (db: Db) => walletList(db, { userId: user, mode: 'demo', nowMs: noon, priceOf: () => undefined });
    expect((await list(database.db)).todayProfit).toBe('748.5');
    expect(await rowsRead(list)).toBeLessThan(maxRead);
  });

  test('several assets are merged by time, each in the order of its balance, and no record is lost between pages', async () => {
    const user = aUser();
    await open(user);
    for (const [text, asset, minutes] of [
      ['1', 'USDT', 1],
      ['0.1', 'BTC', 2],
      ['0.2', 'BTC', 2],
      ['2', 'USDT', 3],
      ['0.3', 'ETH', 1],
    ] as const)
      await spend(user, `-${text}`, asset, noon + minutes * 60_000);
    const whole = await walletRecords(database.db, user, 'demo', { account: 'coin' });
    expect(whole.items.map(({ asset, amount: moved }) => `${moved} ${asset}`)).toEqual([
      '2 USDT',
      '0.2 BTC',
      '0.1 BTC',
      '1 USDT',
      '0.3 ETH',
      '5000 USDT',
    ]);
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await walletRecords(database.db, user, 'demo', {
        account: 'coin',
        pageSize: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(paged).toEqual(whole.items.map(({ id }) => id));
  });

  test("a cursor of somebody else's account, and a page that is too far: refused", async () => {
    const [user, other] = [aUser(), aUser()];
    await open(user);
    await open(other);
    for (const text of ['1', '2']) await transfer(other, { amount: text });
    const { next } = await walletRecords(database.db, other, 'demo', { account: 'coin', pageSize: 1 });
    await expect(walletRecords(database.db, user, 'demo', { account: 'coin', cursor: next ?? '' })).rejects.toMatchObject({
      code: 'PARAMETER_WRONG',
      params: { field: 'cursor' },
    });
    await expect(
      walletRecords(database.db, user, 'demo', { account: 'coin', page: Number.MAX_SAFE_INTEGER, pageSize: 100 }),
    ).rejects.toMatchObject({ code: 'PARAMETER_WRONG', params: { field: 'page' } });
  });

  test("another person's and the other mode's records are not in the list", async () => {
    const user = aUser();
    await open(user);
    expect((await handler('walletDetail')(aCall(aUser(), { account: 'coin' as const }))).total).toBe(0);
    expect((await handler('walletDetail')(aCall(user, { account: 'coin' as const }, { mode: 'real' }))).total).toBe(0);
  });
});
