/**
 * What happens to orders of all products when the feed is silent, jumps by half, or brings ticks out of order or too late
 * (docs/trading.md, docs/fairness.md). Every story ends with the audit.
 */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTickBus } from '../src/feed/TickBus';
import { createTickWriter } from '../src/feed/TickWriter';
import type { SignedIn } from '../src/http/handler';
import { createLog } from '../src/platform/log';
import { aFeedTick } from './handTicks';
import { openTradingFloor, type TradingFloor } from './tradingFloor';

let floor: TradingFloor;
let startMs = 0;
let user: SignedIn;
beforeEach(async () => {
  floor = await openTradingFloor();
  startMs = floor.now();
  user = await floor.aPerson({ coin: '5000', contract: '1000', coins: { BTC: '0.1' } });
  await floor.ticks([
    ['BTC-USDT', startMs - 300, '100000'],
    ['EUR-USD', startMs - 300, '1.1'],
  ]);
});
afterEach(async () => {
  expect((await floor.audit()).findings).toEqual([]);
  expect(await floor.violations()).toEqual([]);
  await floor.close();
});

const judgeAt = async (offsetMs: number): Promise<void> => {
  floor.clock.set(startMs + offsetMs);
  await floor.judge();
};
const tick = (offsetMs: number, text: string, symbol = 'BTC-USDT'): Promise<void> =>
  floor.ticks([[symbol, startMs + offsetMs, text]]);
const lever = (more: Record<string, unknown> = {}) =>
  floor.ask(user, 'leverageSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'BTC-USDT',
    direction: 'long',
    entrustment: 'market',
    seenPrice: '100000.1',
    lots: '0.02',
    leverage: 20,
    ...more,
  } as never);
const leverOf = async (id: string) => (await floor.ask(user, 'leverageDetail', { id })).order;
const spotMarket = () =>
  floor.ask(user, 'spotSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'BTC-USDT',
    side: 'buy',
    entrustment: 'market',
    total: '99.9',
    seenPrice: '100000',
  });
const spotOf = async (clientOrderId: string) => (await floor.ask(user, 'spotFind', { clientOrderId })).order;
async function seconds() {
  const { quoteId } = await floor.ask(user, 'secondsTerms', { symbol: 'BTC-USDT', seconds: 30 });
  return floor.ask(user, 'secondsSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'BTC-USDT',
    seconds: 30,
    direction: 'long',
    stake: '20',
    asset: 'USDT',
    quoteId,
  });
}

test('silence: what waits for its first tick ends by the clock, stops and limits wait on, a late tick decides nothing', async () => {
  const standing = await lever({ stopLoss: '99000' });
  await tick(200, '100000');
  await judgeAt(300);
  const contract = await seconds();
  const [market, limit, bought] = [
    await lever(),
    await lever({ entrustment: 'limit', seenPrice: undefined, limitPrice: '99500' }),
    await spotMarket(),
  ];
  const resting = await floor.ask(user, 'spotSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'BTC-USDT',
    side: 'sell',
    entrustment: 'limit',
    price: '100200',
    quantity: '0.001',
  });
  await floor.ask(user, 'leverageClose', { id: standing.id });

  await judgeAt(300 + 6900);
  expect((await leverOf(market.id)).status).toBe('pending');
  expect((await spotOf(bought.clientOrderId))?.status).toBe('new');
  await judgeAt(300 + 7000);
  expect(await leverOf(market.id)).toMatchObject({ status: 'cancelled', cancelReason: 'no_tick' });
  expect(await spotOf(bought.clientOrderId)).toMatchObject({ status: 'rejected', endReason: 'no_tick', filled: '0' });
  expect((await leverOf(limit.id)).status).toBe('pending');
  // These ticks were on their way when the clock decided: they are kept, and decide nothing.
  await tick(4000, '98000');
  await judgeAt(300 + 8000);
  expect((await floor.ask(user, 'secondsFind', { clientOrderId: contract.clientOrderId })).order).toMatchObject({
    outcome: 'void',
    voidReason: 'no_entry_tick',
  });
  expect((await leverOf(limit.id)).status).toBe('pending');
  expect((await leverOf(standing.id)).status).toBe('closing');
  await judgeAt(300 + 32_000);
  expect((await leverOf(standing.id)).status).toBe('open');
  // The feed is back, far away: stops and limits that waited are met at its first tick, at that tick's price.
  await tick(60_000, '100900');
  await tick(61_000, '98800');
  await judgeAt(62_000);
  expect(await leverOf(standing.id)).toMatchObject({ status: 'closed', closeReason: 'stop_loss', closePrice: '98799.9' });
  expect((await leverOf(limit.id)).openPrice).toBe('98800.1');
  expect((await spotOf(resting.clientOrderId))?.status).toBe('filled');
});

test('a jump by half: isolated positions lose their margin and no more, the house insures the rest', async () => {
  const long = await lever({ lots: '0.05' });
  await tick(200, '100000');
  await judgeAt(400);
  await tick(1000, '50000');
  await judgeAt(1200);
  expect(await leverOf(long.id)).toMatchObject({ status: 'closed', closeReason: 'liquidation', closePrice: '49999.9' });
  const [insured] = (
    await floor.database.owner.query<{ insured: string }>(
      'select trim_scale(insured)::text as insured from leverage_order where id = $1',
      [long.id],
    )
  ).rows;
  // Lost 50,000.2 × 0.05 = 2,500.01 on a margin of 250.00025.
  expect(insured?.insured).toBe('2250.00975');
  const short = await lever({ direction: 'short', seenPrice: '49999.9', lots: '0.05' });
  await tick(2000, '50000');
  await tick(3000, '150000');
  await judgeAt(3200);
  expect(await leverOf(short.id)).toMatchObject({ status: 'closed', closeReason: 'liquidation' });
});

test('a jump by half on opposite positions of one person: the gain pays what the other lacks, the house nothing', async () => {
  const [long, short] = [
    await lever({ lots: '0.05' }),
    await lever({ direction: 'short', seenPrice: '99999.9', lots: '0.06', takeProfit: '99000' }),
  ];
  await tick(200, '100000');
  await judgeAt(400);
  await tick(1000, '50000');
  await judgeAt(1200);
  expect(await leverOf(long.id)).toMatchObject({ status: 'closed', closeReason: 'set_off', closePrice: '49999.9' });
  expect(await leverOf(short.id)).toMatchObject({ status: 'closed', closeReason: 'take_profit', lots: '0.06' });
  const { rows } = await floor.database.owner.query<{ paid: string }>(
    'select trim_scale(sum(insured))::text as paid from leverage_order',
  );
  expect(rows).toEqual([{ paid: '0' }]);
  expect((await floor.audit()).counts).toMatchObject({ 'leverage set-offs': 1 });
});

test('a jump on a cross account: all of it is gone, and nothing is owed', async () => {
  const forex = {
    clientOrderId: randomUUID(),
    symbol: 'EUR-USD',
    direction: 'long',
    entrustment: 'market',
    seenPrice: '1.10004',
    leverage: 100,
  } as const;
  for (const lots of ['0.4', '0.3']) await floor.ask(user, 'leverageWhSubmit', { ...forex, clientOrderId: randomUUID(), lots });
  await tick(200, '1.1', 'EUR-USD');
  await judgeAt(400);
  await tick(1000, '0.55', 'EUR-USD');
  await judgeAt(1200);
  const { rows } = await floor.database.owner.query<{ reason: string; left: string; insured: boolean }>(
    `select string_agg(distinct close_reason, ',') as reason, sum(insured) > 0 as insured, (select trim_scale(sum(balance))::text from account where owner_id = $1 and kind in ('contract', 'margin')) as left
     from leverage_order where user_id = $1`,
    [user.userId],
  );
  expect(rows).toEqual([{ reason: 'stop_out', insured: true, left: '0' }]);
});

test('ticks that are not newer than the last one are refused by the writer and by the log itself', async () => {
  let refused = 0;
  const writer = await createTickWriter({
    db: floor.database.db,
    bus: createTickBus(() => undefined),
    log: createLog({ logLevel: 'silent' }),
    epoch: 1,
    onWritten: () => undefined,
    onRefused: () => (refused += 1),
    onFenced: () => undefined,
  });
  const order = await lever();
  const given = (offsetMs: number, text: string) => aFeedTick('BTC-USDT', startMs + offsetMs, text);
  writer.accept([given(500, '100010'), given(300, '90000'), given(500, '80000'), given(600, '100020')]);
  await writer.stop();
  expect(refused).toBe(2);
  await judgeAt(700);
  expect((await leverOf(order.id)).openPrice).toBe('100010.1');
  // The number is taken; then the instant is not newer.
  await expect(tick(650, '100030')).rejects.toMatchObject({ code: '23505' });
  await tick(660, '100040');
  await expect(tick(655, '1')).rejects.toMatchObject({ code: 'T0002' });
});

test('a tick that is in the log has met an order before its holder takes it back or moves its stop, looked at or not', async () => {
  const limit = await lever({ entrustment: 'limit', seenPrice: undefined, limitPrice: '99900', stopLoss: '99000' });
  await tick(500, '99800');
  floor.clock.set(startMs + 600);
  await expect(floor.ask(user, 'leverageCancel', { id: limit.id })).rejects.toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' });
  await judgeAt(700);
  expect((await leverOf(limit.id)).status).toBe('open');
  await tick(1000, '98900');
  floor.clock.set(startMs + 1100);
  await expect(floor.ask(user, 'leverageSetStop', { id: limit.id, stopLoss: '98000' })).rejects.toMatchObject({
    code: 'ORDER_STATUS_WRONG',
  });
  await judgeAt(1200);
  expect(await leverOf(limit.id)).toMatchObject({ status: 'closed', closeReason: 'stop_loss', closePrice: '98899.9' });
});

test('a tick that waits for its conversion has met an order all the same: until it is decided nothing is taken back', async () => {
  await floor.ticks([
    ['EUR-JPY', startMs - 250, '165'],
    ['USD-JPY', startMs - 240, '150'],
  ]);
  const order = await floor.ask(user, 'leverageWhSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'EUR-JPY',
    direction: 'long',
    entrustment: 'limit',
    limitPrice: '164.5',
    lots: '0.05',
    leverage: 50,
  });
  await tick(500, '164.4', 'EUR-JPY');
  floor.clock.set(startMs + 700);
  await expect(floor.ask(user, 'leverageCancel', { id: order.id })).rejects.toMatchObject({
    code: 'ORDER_PRICE_STALE',
    isRetryable: true,
  });
  await tick(800, '150.1', 'USD-JPY');
  await expect(floor.ask(user, 'leverageCancel', { id: order.id })).rejects.toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' });
  await judgeAt(900);
  expect(await leverOf(order.id)).toMatchObject({ status: 'open', openPrice: '164.408' });
});
