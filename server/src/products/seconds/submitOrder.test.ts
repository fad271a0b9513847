import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Handler, SignedIn } from '../../http/handler';
import { useFreshDatabases } from '../../../test/freshDatabases';
import { openSecondsDesk, startMs, type Asked, type SecondsDesk } from '../../../test/secondsDesk';
import { anIncident } from '../../../test/anIncident';
import { exposureCalls } from '../../operators/exposureCalls';

const freshDatabase = useFreshDatabases();
let desk: SecondsDesk & { close(): Promise<void> };
beforeEach(async () => {
  desk = await openSecondsDesk(freshDatabase);
  for (const symbol of ['BTC-USDT', 'EUR-USD', 'XAU-USD']) await desk.ticks(symbol, [[-100, '100']]);
});
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
  await desk.close();
});

const ordersOf = async (user: SignedIn) =>
  (
    await desk.database.db
      .selectFrom('secondsOrder')
      .select('id')
      .where('userId', '=', Number.parseInt(user.userId, 10))
      .execute()
  ).length;

test('a quote names the price in the log and the terms of its class', async () => {
  const user = await desk.aUser();
  expect(await desk.quote(user, { symbol: 'BTC-USDT', seconds: 60 })).toMatchObject({
    price: '100',
    priceSeq: 1,
    payoutRate: '0.85',
    feeRate: '0.02',
    ruleVersion: 3,
    expiresAtMs: startMs + 10_000,
  });
  expect(await desk.quote(user, { symbol: 'EUR-USD', seconds: 60 })).toMatchObject({ payoutRate: '0.83' });
});

test('the order keeps the terms of its quote, and its private events are written with it', async () => {
  const user = await desk.aUser('1000');
  const order = await desk.buy(user, { stake: '33.33', seconds: 30 });
  expect(order).toMatchObject({
    stake: '33.33',
    fee: '0.6666',
    payoutRate: '0.82',
    asset: 'USDT',
    mode: 'demo',
    symbol: 'BTC-USDT',
    acceptedAtMs: startMs,
  });
  const events = await desk.database.db
    .selectFrom('outbox')
    .select(['seq', 'body'])
    .where('userId', '=', Number.parseInt(user.userId, 10))
    .orderBy('seq')
    .execute();
  expect(events.map((event) => [event.seq, event.body.type])).toEqual([
    [1, 'order.updated'],
    [2, 'balance.changed'],
  ]);
  expect(events[0]?.body).toMatchObject({ order: { id: order.id, status: 'accepted' } });
  expect(events[1]?.body).toMatchObject({ coin: [{ asset: 'USDT', available: '966.0034', frozen: '33.33' }] });
});

test('an order in real mode touches the real book only', async () => {
  const user = await desk.aUser('1000', 'real');
  await desk.buy(user, { stake: '100' });
  const accounts = await desk.database.db.selectFrom('account').select(['mode', 'ownerId', 'kind']).execute();
  expect(accounts.every((account) => account.mode === 'real')).toBe(true);
  const exposureOf = async (mode: 'real' | 'demo') =>
    (await exposureCalls(desk.database).booksExposure({ request: { mode }, nowMs: startMs })).seconds;
  expect(await exposureOf('real')).toEqual([
    {
      symbol: 'BTC-USDT',
      asset: 'USDT',
      long: expect.objectContaining({ orders: 1, stake: '100', wins: '82' }),
      short: { orders: 0, stake: '0', wins: '0' },
      ifRises: '-82',
      ifFalls: '100',
    },
  ]);
  expect(await exposureOf('demo')).toEqual([]);
});

describe('what is refused, with its code', () => {
  const meanwhileNothing = async (): Promise<void> => undefined;
  const cases: [string, Asked, object, () => Promise<void>][] = [
    ['an unknown symbol', { symbol: 'NOPE-USDT' }, { code: 'ORDER_SYMBOL_NOT_FOUND' }, meanwhileNothing],
    ['a duration that is not offered', { seconds: 31 }, { code: 'ORDER_DURATION_NOT_FOUND' }, meanwhileNothing],
    [
      'a stake below the minimum',
      { stake: '9.999999' },
      { code: 'ORDER_STAKE_BELOW_MIN', params: { min: '10', asset: 'USDT' } },
      meanwhileNothing,
    ],
    ['a stake of zero', { stake: '0' }, { code: 'ORDER_STAKE_BELOW_MIN' }, meanwhileNothing],
    [
      'a stake above the maximum',
      { stake: '10000.000001' },
      { code: 'ORDER_STAKE_ABOVE_MAX', params: { max: '10000', asset: 'USDT' } },
      meanwhileNothing,
    ],
    [
      'a stake with more decimals than the asset',
      { stake: '10.0000001' },
      { code: 'PARAMETER_WRONG', params: { field: 'stake' } },
      meanwhileNothing,
    ],
    ['another asset', { asset: 'BTC' }, { code: 'WALLET_ASSET_WRONG' }, meanwhileNothing],
    [
      'more than is available',
      { stake: '990' },
      { code: 'WALLET_BALANCE_INSUFFICIENT', params: { available: '1000', asset: 'USDT' } },
      meanwhileNothing,
    ],
    ['a quote that nobody signed', { quoteId: 'WzFd.AAAA' }, { code: 'REQUEST_ILLEGAL' }, meanwhileNothing],
    [
      'a quote ten seconds old',
      {},
      { code: 'ORDER_QUOTE_EXPIRED' },
      async () => {
        await desk.ticks('BTC-USDT', [[9000, '100']]);
        desk.clock.advance(10_000);
      },
    ],
    [
      'a price that moved by more than 0.1 %',
      {},
      { code: 'ORDER_PRICE_MOVED', params: { old: '100', new: '100.11' } },
      () => desk.ticks('BTC-USDT', [[-50, '100.11']]),
    ],
    [
      'a forex price that moved by more than 0.02 %',
      { symbol: 'EUR-USD' },
      { code: 'ORDER_PRICE_MOVED', params: { old: '100', new: '99.97' } },
      () => desk.ticks('EUR-USD', [[-50, '99.97']]),
    ],
    ['a price that is too old', {}, { code: 'ORDER_PRICE_STALE' }, async () => desk.clock.advance(3000)],
    [
      'a price that was filled in afterwards',
      {},
      { code: 'ORDER_PRICE_STALE' },
      () => desk.ticks('BTC-USDT', [[-50, '100', true]]),
    ],
    [
      'a symbol under a published incident',
      {},
      { code: 'ORDER_SYMBOL_NOT_TRADABLE' },
      async () => {
        const incident = { symbol: 'BTC-USDT', fromMs: startMs - 1000, toMs: startMs + 60_000, publishedAtMs: startMs };
        await anIncident(desk.database.owner, incident);
      },
    ],
    [
      'a symbol without seconds contracts',
      {},
      { code: 'ORDER_SYMBOL_NOT_TRADABLE' },
      async () => {
        await desk.database.owner.query(`update symbol set has_seconds = false where id = 'BTC-USDT'`);
        await desk.catalog.reload(startMs);
      },
    ],
  ];
  test.each(cases)('%s', async (_, asked, refusal, meanwhile) => {
    const user = await desk.aUser('1000');
    const quotable = {
      ...asked,
      seconds: asked.seconds === 31 ? 30 : (asked.seconds ?? 30),
      symbol: asked.symbol === 'NOPE-USDT' ? 'BTC-USDT' : (asked.symbol ?? 'BTC-USDT'),
    };
    const { quoteId } = await desk.quote(user, quotable);
    await meanwhile();
    await expect(desk.submit(user, { quoteId, ...asked })).rejects.toMatchObject(refusal);
    expect(await ordersOf(user)).toBe(0);
    expect(await desk.coin(user)).toBe('1000');
  });

  test('a move within the tolerance is accepted', async () => {
    const user = await desk.aUser();
    const { quoteId } = await desk.quote(user);
    await desk.ticks('BTC-USDT', [[-50, '100.1']]);
    expect(await desk.submit(user, { quoteId })).toMatchObject({ status: 'accepted' });
  });

  test("somebody else's quote, the other mode's quote, and a quote for other terms", async () => {
    const user = await desk.aUser();
    const other = await desk.aUser();
    const { quoteId } = await desk.quote(user);
    await expect(desk.submit(other, { quoteId })).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
    await expect(desk.submit({ ...user, mode: 'real' }, { quoteId })).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
    await expect(desk.submit(user, { quoteId, seconds: 60 })).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
    const [body = '', signature = ''] = quoteId.split('.');
    const bent = Buffer.from(Buffer.from(body, 'base64url').toString().replace('0.82', '9.82')).toString('base64url');
    await expect(desk.submit(user, { quoteId: `${bent}.${signature}` })).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
  });

  test('a symbol of the other class is not found by either call', async () => {
    const user = await desk.aUser();
    const request = { clientOrderId: randomUUID(), direction: 'long' as const, seconds: 30, stake: '10', asset: 'USDT' };
    const call = { user, nowMs: startMs, language: 'en' as const, ip: '', traceId: '', idempotencyKey: randomUUID() };
    const submit = desk.seconds.handlers.secondsSubmit as Handler<'secondsSubmit'>;
    const submitWh = desk.seconds.handlers.secondsWhSubmit as Handler<'secondsWhSubmit'>;
    const euro = await desk.quote(user, { symbol: 'EUR-USD' });
    await expect(submit({ ...call, request: { ...request, symbol: 'EUR-USD', quoteId: euro.quoteId } })).rejects.toMatchObject({
      code: 'ORDER_SYMBOL_NOT_FOUND',
    });
    const coin = await desk.quote(user);
    await expect(submitWh({ ...call, request: { ...request, symbol: 'BTC-USDT', quoteId: coin.quoteId } })).rejects.toMatchObject(
      { code: 'ORDER_SYMBOL_NOT_FOUND' },
    );
  });

  test.each([
    ['the market is closed', Date.UTC(2026, 10, 21, 12), 'ORDER_MARKET_CLOSED'],
    ['the market closes within minutes', Date.UTC(2026, 10, 20, 21, 50), 'ORDER_MARKET_CLOSING'],
  ])('forex when %s', async (_, nowMs, code) => {
    const user = await desk.aUser();
    desk.clock.set(nowMs);
    await expect(desk.quote(user, { symbol: 'EUR-USD' })).rejects.toMatchObject({ code });
    await expect(desk.submit(user, { symbol: 'EUR-USD' })).rejects.toMatchObject({ code });
  });

  test('an order that would expire after the close, though trading is open', async () => {
    await desk.database.owner.query(`update market_calendar set closing_minutes = 0 where id = 'forex'`);
    await desk.catalog.reload(startMs);
    const user = await desk.aUser();
    desk.clock.set(Date.UTC(2026, 10, 20, 21, 59, 30, 1));
    await expect(desk.submit(user, { symbol: 'EUR-USD', seconds: 30 })).rejects.toMatchObject({ code: 'ORDER_MARKET_CLOSING' });
  });
});

describe('repeats', () => {
  test('thirty parallel repeats of one request make one order, and all are answered with it', async () => {
    const user = await desk.aUser('1000');
    const { quoteId } = await desk.quote(user);
    const asked = { quoteId, clientOrderId: randomUUID(), key: randomUUID(), stake: '20' };
    const answers = await Promise.all(Array.from({ length: 30 }, () => desk.submit(user, asked)));
    expect(new Set(answers.map((order) => order.id)).size).toBe(1);
    expect(await ordersOf(user)).toBe(1);
    expect(await desk.coin(user)).toBe('979.6');
  });

  test('thirty parallel repeats with keys of their own but one client order id make one order', async () => {
    const user = await desk.aUser('1000');
    const { quoteId } = await desk.quote(user);
    const clientOrderId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => desk.submit(user, { quoteId, clientOrderId, stake: '20' })),
    );
    expect(new Set(answers.map((order) => order.id)).size).toBe(1);
    expect(await desk.coin(user)).toBe('979.6');
  });

  test('a repeat after the quote has expired still answers the order', async () => {
    const user = await desk.aUser();
    const { quoteId } = await desk.quote(user);
    const asked = { quoteId, clientOrderId: randomUUID() };
    const first = await desk.submit(user, asked);
    desk.clock.advance(20_000);
    expect(await desk.submit(user, asked)).toMatchObject({ id: first.id, acceptedAtMs: startMs });
  });

  test('a repeat with a fresh quote is the same order on its first terms', async () => {
    const user = await desk.aUser('1000');
    const asked = { clientOrderId: randomUUID(), key: randomUUID() };
    const first = await desk.submit(user, { ...asked, quoteId: (await desk.quote(user)).quoteId });
    await desk.ticks('BTC-USDT', [[-50, '100.05']]);
    expect(await desk.submit(user, { ...asked, quoteId: (await desk.quote(user)).quoteId })).toEqual(first);
    expect(await ordersOf(user)).toBe(1);
  });

  test('the same client order id or key for another order is refused', async () => {
    const user = await desk.aUser();
    const { quoteId } = await desk.quote(user);
    const asked = { quoteId, clientOrderId: randomUUID(), key: randomUUID(), stake: '20' };
    await desk.submit(user, asked);
    await expect(desk.submit(user, { ...asked, key: randomUUID(), stake: '21' })).rejects.toMatchObject({
      code: 'REQUEST_ILLEGAL',
    });
    await expect(desk.submit(user, { ...asked, clientOrderId: randomUUID() })).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
    expect(await ordersOf(user)).toBe(1);
  });

  test('a refused request leaves its key and its client order id free', async () => {
    const user = await desk.aUser('5');
    const { quoteId } = await desk.quote(user);
    const asked = { quoteId, clientOrderId: randomUUID(), key: randomUUID() };
    await expect(desk.submit(user, asked)).rejects.toMatchObject({ code: 'WALLET_BALANCE_INSUFFICIENT' });
    expect(await desk.find(user, asked.clientOrderId)).toBeNull();
  });
});

test('fifty parallel spends across orders and transfers on a balance for ten: exactly ten pass, nothing is left', async () => {
  // Ten orders of 10 with a fee of 0.2, or transfers of 10.2, in any mix.
  const user = await desk.aUser('102');
  const { quoteId } = await desk.quote(user);
  const transfer = desk.funds.handlers.transfer as Handler<'transfer'>;
  const call = { user, nowMs: startMs, language: 'en' as const, ip: '', traceId: '' };
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0
        ? desk.submit(user, { quoteId, stake: '10' })
        : transfer({
            ...call,
            idempotencyKey: randomUUID(),
            request: { from: 'coin', to: 'contract', asset: 'USDT', amount: '10.2' },
          })
      ).then(
        () => 'accepted',
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'WALLET_BALANCE_INSUFFICIENT')).toHaveLength(40);
  expect(await desk.coin(user)).toBe('0');
});

test("a key that somebody's other transaction holds delays that person only; the others of the batch are answered", async () => {
  const [holder, others] = [await desk.aUser('1000'), await Promise.all([1, 2, 3].map(() => desk.aUser('1000')))];
  const key = randomUUID();
  const holding = await desk.database.owner.connect();
  await holding.query('begin');
  await holding.query(
    `insert into idem_request (user_id, call, key, request_hash, response, at_ms) values ($1, 'secondsSubmit', $2, '', '', 0)`,
    [holder.userId, key],
  );
  let isHeld = true;
  const quotes = await Promise.all([holder, ...others].map((user) => desk.quote(user)));
  const held = desk.submit(holder, { quoteId: quotes[0]?.quoteId ?? '', key }).finally(() => (isHeld = false));
  await Promise.all(others.map((user, index) => desk.submit(user, { quoteId: quotes[index + 1]?.quoteId ?? '' })));
  expect(isHeld).toBe(true);
  await holding.query('rollback');
  holding.release();
  expect(await held).toMatchObject({ status: 'accepted' });
});

test('lists: own orders only, by class and state, with sums of all pages', async () => {
  const user = await desk.aUser('1000');
  const stranger = await desk.aUser('1000');
  for (const stake of ['10', '20', '30']) await desk.buy(user, { stake, seconds: 30 });
  await desk.buy(user, { symbol: 'EUR-USD', stake: '40', seconds: 30 });
  await desk.buy(stranger, { stake: '50' });
  await desk.ticks('BTC-USDT', [
    [200, '100'],
    [15_000, '101'],
    [29_000, '102'],
    [30_100, '1'],
  ]);
  const call = { user, nowMs: startMs, language: 'en' as const, ip: '', traceId: '', idempotencyKey: undefined };
  const list = desk.seconds.handlers.secondsOrders as Handler<'secondsOrders'>;
  const listWh = desk.seconds.handlers.secondsWhOrders as Handler<'secondsWhOrders'>;
  expect(await list({ ...call, request: { status: 'open', pageSize: 2 } })).toMatchObject({
    items: [{ stake: '30' }, { stake: '20' }],
    page: 1,
    pageSize: 2,
    total: 3,
    totals: { stake: '60', fee: '1.2', profit: '0', won: 0 },
  });
  expect(await list({ ...call, request: { status: 'open', page: 2, pageSize: 2 } })).toMatchObject({
    items: [{ stake: '10' }],
    page: 2,
  });
  expect(await listWh({ ...call, request: { status: 'open' } })).toMatchObject({ items: [{ symbol: 'EUR-USD' }], total: 1 });
  await desk.settleAt(30_200);
  expect(
    await list({ ...call, request: { status: 'closed', symbol: 'BTC-USDT', fromMs: startMs, toMs: startMs } }),
  ).toMatchObject({
    total: 3,
    totals: { stake: '60', fee: '1.2', profit: '48', won: 3, lost: 0, returned: 0 },
  });
  expect(await list({ ...call, request: { status: 'closed', fromMs: startMs + 1 } })).toMatchObject({
    items: [],
    total: 0,
    totals: { stake: '0' },
  });
});

test('durations and payable currencies', async () => {
  const user = await desk.aUser('12.5');
  const call = { user, nowMs: startMs, language: 'en' as const, ip: '', traceId: '', idempotencyKey: undefined };
  const durations = desk.seconds.handlers.durations as Handler<'durations'>;
  const payable = desk.seconds.handlers.payableCurrencies as Handler<'payableCurrencies'>;
  expect((await durations({ ...call, request: { symbol: 'XAU-USD' } })).durations.map((one) => one.seconds)).toEqual([
    30, 60, 120, 180, 300,
  ]);
  await expect(durations({ ...call, request: { symbol: 'NOPE-USD' } })).rejects.toMatchObject({ code: 'ORDER_SYMBOL_NOT_FOUND' });
  expect(await payable({ ...call, request: {} })).toEqual({ mode: 'demo', items: [{ asset: 'USDT', available: '12.5' }] });
});
