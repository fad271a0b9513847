/** What the contract account may do while positions stand on it. */
import { afterEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Handler, SignedIn } from '../../http/handler';
import { useLeverageDesk } from '../../../test/leverageDesk';

const desk = useLeverageDesk();
let at = 0;
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
});
const callOf = (user: SignedIn) =>
  ({ user, language: 'en', nowMs: desk.clock.now(), ip: '', idempotencyKey: randomUUID(), traceId: 't' }) as const;
const moveOut = (user: SignedIn, amount: string) =>
  (desk.funds.handlers.transfer as Handler<'transfer'>)({
    ...callOf(user),
    request: { from: 'contract', to: 'coin', asset: 'USDT', amount },
  });

async function aMinute(symbol: string, price: string): Promise<void> {
  at += 60_000;
  await desk.ticks(symbol, [[at - 100, price]]);
  desk.clock.set(desk.startMs + at);
}

test('a floating loss of cross positions cannot be moved away; a floating gain is not there to be moved', async () => {
  await aMinute('EUR-USD', '1.1');
  const user = await desk.aTrader('2000');
  await desk.open(user, { symbol: 'EUR-USD', lots: '1', leverage: 100 });
  await desk.ticks('EUR-USD', [
    [at + 200, '1.1'],
    [at + 1000, '1.098'],
  ]);
  await desk.judgeAt(at + 1100);
  // Free 896.65988, floating -208.
  await expect(moveOut(user, '688.659881')).rejects.toMatchObject({
    code: 'WALLET_BALANCE_INSUFFICIENT',
    params: { available: '688.65988', asset: 'USDT' },
  });
  expect(await moveOut(user, '688.65988')).toMatchObject({ fromBalance: '208' });
  await desk.ticks('EUR-USD', [[at + 2000, '1.2']]);
  await desk.judgeAt(at + 2100);
  await expect(moveOut(user, '208.000001')).rejects.toMatchObject({ params: { available: '208' } });
});

test('an isolated loss binds nothing beyond its own margin', async () => {
  await aMinute('BTC-USDT', '60000');
  const user = await desk.aTrader('1000');
  await desk.open(user, { lots: '0.01' });
  await desk.ticks('BTC-USDT', [
    [at + 200, '60000'],
    [at + 1000, '58000'],
  ]);
  await desk.judgeAt(at + 1100);
  expect(await moveOut(user, '939.669899')).toMatchObject({ fromBalance: '0' });
});

test('what a pending order holds is frozen, counted in the balance and not in the used margin', async () => {
  await aMinute('BTC-USDT', '60000');
  const user = await desk.aTrader('1000');
  await desk.open(user, { entrustment: 'limit', limitPrice: '50000', lots: '0.01' });
  const { contract, total, todayProfit } = await (desk.funds.handlers.walletList as Handler<'walletList'>)({
    ...callOf(user),
    request: {},
  });
  expect(contract).toMatchObject({
    balance: '1000',
    usedMargin: '0',
    frozen: '50.275',
    availableMargin: '949.725',
    floatingProfit: null,
    netEquity: '1000',
  });
  expect([total, todayProfit]).toEqual(['1000', '0']);
});

test('the wallet counts a floating loss in its total and a booked one in the profit of the day', async () => {
  await aMinute('BTC-USDT', '60000');
  const user = await desk.aTrader('1000');
  const order = await desk.open(user, { lots: '0.01' });
  await desk.ticks('BTC-USDT', [
    [at + 200, '59999.9'],
    [at + 1000, '59000.1'],
  ]);
  await desk.judgeAt(at + 1100);
  const walletOf = async () => (desk.funds.handlers.walletList as Handler<'walletList'>)({ ...callOf(user), request: {} });
  expect(await walletOf()).toMatchObject({
    total: '989.67',
    todayProfit: '-0.33',
    contract: { floatingProfit: '-10', netEquity: '989.67', marginLevel: null },
  });
  await desk.close(user, order);
  await desk.ticks('BTC-USDT', [[at + 1500, '59000.1']]);
  await desk.judgeAt(at + 1600);
  expect(await walletOf()).toMatchObject({ total: '989.3455', todayProfit: '-10.6545' });
});

test('demo money is not refilled while a position or an order stands', async () => {
  await aMinute('BTC-USDT', '60000');
  const user = await desk.aTrader('100');
  const order = await desk.open(user, { entrustment: 'limit', limitPrice: '50000', lots: '0.01' });
  const refill = () => (desk.funds.handlers.demoRefill as Handler<'demoRefill'>)({ ...callOf(user), request: {} });
  await expect(refill()).rejects.toMatchObject({ code: 'ORDER_OPEN_TRADE_FORBIDS' });
  await desk.cancel(user, order);
  expect(await refill()).toMatchObject({ credited: '9900' });
});

test('real and demo stand apart: neither sees, closes nor pays for the other', async () => {
  await aMinute('BTC-USDT', '60000');
  const real = await desk.aTrader('500', 'real');
  const demo: SignedIn = { ...real, mode: 'demo' };
  const order = await desk.open(real, { lots: '0.01' });
  await expect(desk.open(demo, { lots: '0.01' })).rejects.toMatchObject({
    code: 'WALLET_BALANCE_INSUFFICIENT',
    params: { available: '0', asset: 'USDT' },
  });
  expect((await desk.list(demo, { status: 'pending' })).total).toBe(0);
  await expect(desk.order(demo, order)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  const feeBefore = await desk.houseHas('fee', 'demo');
  await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
  await desk.judgeAt(at + 300);
  expect(await desk.houseHas('fee', 'demo')).toBe(feeBefore);
  expect(await desk.houseHas('fee', 'real')).toBe('0.330001');
});

test('every change is told once, in order: the order with its deals, then the balances', async () => {
  await aMinute('BTC-USDT', '60000');
  const user = await desk.aTrader('1000');
  await desk.open(user, { lots: '0.01', takeProfit: '61000' });
  await desk.ticks('BTC-USDT', [
    [at + 200, '60000'],
    [at + 700, '61000.1'],
  ]);
  await desk.judgeAt(at + 800);
  const { rows } = await desk.database.owner.query<{
    seq: string;
    body: { type: string; order?: { status: string }; deals?: { kind: string }[] };
  }>('select seq, body from outbox where user_id = $1 order by seq', [user.userId]);
  expect(rows.map(({ body }) => [body.type, body.order?.status, body.deals?.map((deal) => deal.kind)])).toEqual([
    ['leverage.updated', 'pending', []],
    ['balance.changed', undefined, undefined],
    // Opened and closed by two ticks of one round: one event with both deals.
    ['leverage.updated', 'closed', ['open', 'close']],
    ['balance.changed', undefined, undefined],
  ]);
});
