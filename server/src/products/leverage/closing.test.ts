/** How single positions end: by the person, whole or in part, by their stops, by liquidation. */
import { afterEach, describe, expect, test } from '@jest/globals';
import type { LeverageOrder } from '@tessera/shared/contract';
import { aHalt } from '../../../test/aHalt';
import { useLeverageDesk, type AskedPosition } from '../../../test/leverageDesk';
import type { SignedIn } from '../../http/handler';

const desk = useLeverageDesk();
let at = 0;
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
});

/** A position of 0.1 BTC opened at 60,000.10 (long) or 59,999.90 (short), two hundred milliseconds into a new minute. */
async function aPosition(asked: AskedPosition = {}, contract = '5000'): Promise<{ user: SignedIn; order: LeverageOrder }> {
  at += 60_000;
  await desk.ticks('BTC-USDT', [[at - 100, '60000']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader(contract);
  const order = await desk.open(user, { lots: '0.1', ...asked });
  await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
  await desk.judgeAt(at + 300);
  return { user, order: await desk.order(user, order) };
}
const later = (ms: number) => desk.clock.set(desk.startMs + at + ms);

describe('closing by the person', () => {
  test('in a halted market: nothing new is accepted, the close is', async () => {
    const { user, order } = await aPosition();
    await aHalt(desk.database.owner, 'BTC-USDT', desk.startMs + at);
    later(1000);
    await expect(desk.open(user, { lots: '0.01' })).rejects.toMatchObject({ code: 'ORDER_MARKET_HALTED' });
    expect((await desk.close(user, order)).status).toBe('closing');
    await desk.ticks('BTC-USDT', [[at + 1200, '61000.1']]);
    await desk.judgeAt(at + 1300);
    expect((await desk.order(user, order)).status).toBe('closed');
    await desk.database.owner.query('set session_replication_role = replica; delete from halt; reset session_replication_role');
  });

  test('in parts: each releases its share of the margin, the average price and the sums are over all of them', async () => {
    const { user, order } = await aPosition();
    expect(order).toMatchObject({ margin: '600.001', fee: '3.300006' });
    later(1000);
    await desk.close(user, order, '0.04');
    await desk.ticks('BTC-USDT', [[at + 1200, '61000.1']]);
    await desk.judgeAt(at + 1300);
    expect(await desk.order(user, order)).toMatchObject({
      status: 'open',
      openLots: '0.06',
      margin: '360.0006',
      closePrice: '61000',
      fee: '4.642006',
      realizedProfit: '35.353994',
      closeReason: null,
    });
    later(2000);
    await desk.close(user, order);
    await desk.ticks('BTC-USDT', [[at + 2200, '62000.1']]);
    await desk.judgeAt(at + 2300);
    // 0.04 × 999.90 + 0.06 × 1999.90 = 159.99.
    expect(await desk.order(user, order)).toMatchObject({
      status: 'closed',
      openLots: '0',
      margin: '0',
      closePrice: '61600',
      closeReason: 'user',
      fee: '6.688006',
      realizedProfit: '153.301994',
    });
    expect([await desk.held(user), await desk.held(user, 'margin')]).toEqual(['5153.301994', '0']);
  });

  test('the same close twice is one; a second close while the first waits is refused', async () => {
    const { user, order } = await aPosition();
    later(1000);
    await desk.close(user, order, undefined, 'once');
    expect((await desk.close(user, order, undefined, 'once')).status).toBe('closing');
    await expect(desk.close(user, order)).rejects.toMatchObject({ code: 'ORDER_DO_NOT_RESUBMIT' });
    await desk.ticks('BTC-USDT', [[at + 1200, '60000']]);
    await desk.judgeAt(at + 1300);
    expect(await desk.deals(user, order)).toHaveLength(2);
    await expect(desk.close(user, order)).rejects.toMatchObject({ code: 'ORDER_STATUS_WRONG' });
  });

  test('no tick for thirty seconds: the position is open again, and can be closed again', async () => {
    const { user, order } = await aPosition();
    later(1000);
    await desk.close(user, order);
    await desk.judgeAt(at + 32_999);
    expect((await desk.order(user, order)).status).toBe('closing');
    await desk.judgeAt(at + 33_000);
    expect(await desk.order(user, order)).toMatchObject({ status: 'open', openLots: '0.1' });
    await desk.ticks('BTC-USDT', [[at + 33_100, '60000']]);
    await desk.judgeAt(at + 33_200);
    expect((await desk.order(user, order)).status).toBe('open');
    await desk.close(user, order);
    await desk.ticks('BTC-USDT', [[at + 33_300, '60000']]);
    await desk.judgeAt(at + 33_400);
    expect((await desk.order(user, order)).status).toBe('closed');
  });

  test.each([
    ['more lots than are open', '0.101', 'ORDER_CLOSE_FORBIDDEN'],
    ['lots between two steps', '0.0105', 'ORDER_QUANTITY_STEP'],
    ['no lots', '0', 'ORDER_QUANTITY_NOT_POSITIVE'],
  ])('%s: refused', async (_, lots, code) => {
    const { user, order } = await aPosition();
    await expect(desk.close(user, order, lots)).rejects.toMatchObject({ code });
  });

  test("another person's position, the other mode's, and the call of the other class: not found", async () => {
    const { user, order } = await aPosition();
    await expect(desk.cancel(await desk.aTrader(), order)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    await expect(desk.cancel({ ...user, mode: 'real' }, order)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    const { leverageWhClose } = desk.leverage.handlers;
    const call = {
      request: { id: order.id },
      user,
      language: 'en',
      nowMs: desk.clock.now(),
      ip: '',
      idempotencyKey: 'k',
      traceId: 't',
    } as const;
    await expect(leverageWhClose?.(call)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });

  test('all of a symbol at once; pending orders are cancelled by the other action', async () => {
    const { user, order } = await aPosition();
    const second = await desk.open(user, { lots: '0.01', entrustment: 'limit', limitPrice: '50000' });
    expect(await desk.all(user, { action: 'close', symbol: 'ETH-USDT' })).toBe(0);
    expect(await desk.all(user, { action: 'close', family: 'forex' })).toBe(0);
    expect(await desk.all(user, { action: 'close', family: 'crypto' })).toBe(1);
    expect(await desk.all(user, { action: 'cancel' })).toBe(1);
    await desk.ticks('BTC-USDT', [[at + 500, '60000']]);
    await desk.judgeAt(at + 600);
    expect([(await desk.order(user, order)).status, (await desk.order(user, second)).status]).toEqual(['closed', 'cancelled']);
    expect(await desk.held(user, 'margin')).toBe('0');
  });
});

describe('stops', () => {
  test.each([
    [
      'long, take-profit met by the bid',
      { takeProfit: '61000' },
      [
        ['61000.09', 'open'],
        ['61000.10', 'take_profit'],
      ],
      '61000',
    ],
    [
      'long, stop-loss met by the bid',
      { stopLoss: '59000' },
      [
        ['59000.11', 'open'],
        ['59000.10', 'stop_loss'],
      ],
      '59000',
    ],
    [
      'short, take-profit met by the ask',
      { direction: 'short', takeProfit: '59000' },
      [
        ['58999.91', 'open'],
        ['58999.90', 'take_profit'],
      ],
      '59000',
    ],
    [
      'short, stop-loss met by the ask',
      { direction: 'short', stopLoss: '61000' },
      [
        ['60999.89', 'open'],
        ['60999.90', 'stop_loss'],
      ],
      '61000',
    ],
    [
      'long, a gap through the stop-loss: the price of the tick, not of the stop',
      { stopLoss: '59000' },
      [['58000.10', 'stop_loss']],
      '58000',
    ],
    ['long, a gap through take-profit: the better price', { takeProfit: '61000' }, [['62000.10', 'take_profit']], '62000'],
  ] as const)('%s', async (_, asked, ticks, closePrice) => {
    const { user, order } = await aPosition(asked);
    for (const [index, [tick, expected]] of ticks.entries()) {
      await desk.ticks('BTC-USDT', [[at + 1000 + index * 1000, tick]]);
      await desk.judgeAt(at + 1100 + index * 1000);
      const now = await desk.order(user, order);
      expect(now.closeReason ?? now.status).toBe(expected);
    }
    expect(await desk.order(user, order)).toMatchObject({ status: 'closed', closePrice });
  });

  test('a stop counts from the instant it was set: what the log showed before does not meet it', async () => {
    const { user, order } = await aPosition();
    await desk.ticks('BTC-USDT', [
      [at + 1000, '58000'],
      [at + 1500, '60000'],
    ]);
    later(2000);
    expect(await desk.setStop(user, order, { stopLoss: '59000' })).toMatchObject({ stopLoss: '59000', takeProfit: null });
    await desk.ticks('BTC-USDT', [
      [at + 2500, '59500'],
      [at + 3000, '58900'],
    ]);
    await desk.judgeAt(at + 3100);
    expect((await desk.deals(user, order))[1]).toMatchObject({ reason: 'stop_loss', tickAtMs: desk.startMs + at + 3000 });
  });

  test('a stop that is removed, or moved away, before its tick does not act', async () => {
    const { user, order } = await aPosition({ stopLoss: '59000', takeProfit: '61000' });
    later(500);
    expect(await desk.setStop(user, order, { stopLoss: null })).toMatchObject({ stopLoss: null, takeProfit: '61000' });
    await desk.ticks('BTC-USDT', [[at + 1000, '58500']]);
    await desk.judgeAt(at + 1100);
    expect((await desk.order(user, order)).status).toBe('open');
  });

  test('a stop that a tick in the log has met cannot be removed any more, nor can a limit that it met be cancelled', async () => {
    const { user, order } = await aPosition({ stopLoss: '59000' });
    const limit = await desk.open(user, { entrustment: 'limit', limitPrice: '58500' });
    await desk.ticks('BTC-USDT', [
      [at + 1000, '58400.1'],
      [at + 1500, '60000'],
    ]);
    later(1600);
    await expect(desk.setStop(user, order, { stopLoss: null })).rejects.toMatchObject({ code: 'ORDER_STATUS_WRONG' });
    await expect(desk.cancel(user, limit)).rejects.toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' });
    expect(await desk.all(user, { action: 'cancel' })).toBe(0);
    await desk.judge();
    expect(await desk.order(user, order)).toMatchObject({ closeReason: 'stop_loss', closePrice: '58400' });
    expect(await desk.order(user, limit)).toMatchObject({ status: 'open', openPrice: '58400.2' });
  });

  test('stops of a pending limit stand from the opening on, even when the opening tick would meet them', async () => {
    at += 60_000;
    await desk.ticks('BTC-USDT', [[at - 100, '60000']]);
    desk.clock.set(desk.startMs + at);
    const user = await desk.aTrader();
    const order = await desk.open(user, { entrustment: 'limit', limitPrice: '59000', stopLoss: '58500' });
    // The current price judges as well: 59,500 lies above the limit, and below the 60,000 of now.
    await expect(desk.setStop(user, order, { takeProfit: '59500' })).rejects.toMatchObject({ code: 'ORDER_TAKE_PROFIT_RULE' });
    expect(await desk.setStop(user, order, { takeProfit: '60500' })).toMatchObject({ takeProfit: '60500', stopLoss: '58500' });
    await desk.ticks('BTC-USDT', [[at + 200, '58000']]);
    await desk.judgeAt(at + 300);
    expect((await desk.order(user, order)).status).toBe('open');
    await desk.ticks('BTC-USDT', [[at + 400, '58400']]);
    await desk.judgeAt(at + 500);
    expect(await desk.order(user, order)).toMatchObject({ status: 'closed', closeReason: 'stop_loss' });
  });

  test.each([
    ['zero', { takeProfit: '0' }, 'ORDER_STOP_ZERO'],
    ['finer than the price', { takeProfit: '61000.001' }, 'ORDER_PRICE_STEP'],
    ['take-profit below the opening', { takeProfit: '60000' }, 'ORDER_TAKE_PROFIT_RULE'],
    ['stop-loss above the current price', { stopLoss: '60000.01' }, 'ORDER_STOP_LOSS_RULE'],
  ])('%s: refused', async (_, stops, code) => {
    const { user, order } = await aPosition();
    await expect(desk.setStop(user, order, stops)).rejects.toMatchObject({ code });
  });

  test('when one tick meets several: liquidation first', async () => {
    const { user, order } = await aPosition({ leverage: 10, stopLoss: '58000' });
    await desk.ticks('BTC-USDT', [[at + 1000, '54000']]);
    await desk.judgeAt(at + 1100);
    expect((await desk.order(user, order)).closeReason).toBe('liquidation');
  });

  test('a close that waits gives way to a stop that the same tick meets', async () => {
    const { user, order } = await aPosition({ stopLoss: '59000' });
    later(500);
    await desk.close(user, order, '0.01');
    await desk.ticks('BTC-USDT', [[at + 1000, '58000']]);
    await desk.judgeAt(at + 1100);
    expect(await desk.order(user, order)).toMatchObject({ status: 'closed', closeReason: 'stop_loss', openLots: '0' });
  });
});

describe('liquidation of an isolated position', () => {
  test('at the recorded tick, by the price itself: not a tick before', async () => {
    const { user, order } = await aPosition({ leverage: 20 });
    // 60,000.10 - (300.0005 - 30.00005) ÷ 0.1, rounded away from the market.
    expect(order.liquidationPrice).toBe('57300.09');
    await desk.ticks('BTC-USDT', [
      [at + 1000, '57300.10'],
      [at + 2000, '57300.09'],
      [at + 3000, '70000'],
    ]);
    await desk.judgeAt(at + 3100);
    expect(await desk.order(user, order)).toMatchObject({
      status: 'closed',
      closeReason: 'liquidation',
      closePrice: '57299.99',
      margin: '0',
    });
    expect((await desk.deals(user, order))[1]).toMatchObject({ tickAtMs: desk.startMs + at + 2000, insured: '0' });
    // -270.011 of price, 3.151500 of fee: some of the margin is left.
    expect(await desk.held(user)).toBe('4723.537494');
  });

  test('a gap beyond the margin: the insurance pays what is missing, no fee is taken, nothing else of the person is touched', async () => {
    const insuredBefore = Number(await desk.houseHas('insurance'));
    const { user, order } = await aPosition({ leverage: 100 });
    expect(order.margin).toBe('60.0001');
    await desk.ticks('BTC-USDT', [[at + 1000, '58000.1']]);
    await desk.judgeAt(at + 1100);
    expect((await desk.deals(user, order))[1]).toMatchObject({
      reason: 'liquidation',
      profit: '-200.01',
      margin: '60.0001',
      fee: '0',
      insured: '140.0099',
    });
    expect([await desk.held(user), await desk.held(user, 'margin')]).toEqual(['4936.699894', '0']);
    expect(Number(await desk.houseHas('insurance')) - insuredBefore).toBeCloseTo(-140.0099, 6);
  });

  test('the close fee is taken as far as money is left', async () => {
    const { user, order } = await aPosition({ leverage: 100 });
    await desk.ticks('BTC-USDT', [[at + 1000, '59401.1']]);
    await desk.judgeAt(at + 1100);
    expect((await desk.deals(user, order))[1]).toMatchObject({
      reason: 'liquidation',
      profit: '-59.91',
      fee: '0.0901',
      insured: '0',
    });
  });
});

test('pending, open and history lists with filters and sums over all pages', async () => {
  const { user, order } = await aPosition();
  const pending = await desk.open(user, { direction: 'short', entrustment: 'limit', limitPrice: '70000' });
  await desk.open(user, { direction: 'short', entrustment: 'limit', limitPrice: '71000' });
  expect((await desk.list(user, { status: 'open' })).items.map((one) => one.id)).toEqual([order.id]);
  const page = await desk.list(user, { status: 'pending', pageSize: 1, page: 2 });
  expect([page.items.map((one) => one.id), page.total, page.totals.margin]).toEqual([[pending.id], 2, '141.141']);
  expect((await desk.list(user, { status: 'pending', direction: 'long' })).total).toBe(0);
  expect((await desk.list(user, { status: 'open', symbol: 'ETH-USDT' })).total).toBe(0);
  expect((await desk.list(user, { status: 'open' }, 'forex')).total).toBe(0);
  expect((await desk.list(user, { status: 'open', toMs: desk.startMs + at - 1 })).total).toBe(0);
  later(1000);
  await desk.all(user, { action: 'close' });
  await desk.ticks('BTC-USDT', [[at + 1200, '60000']]);
  await desk.judgeAt(at + 1300);
  expect((await desk.list(user, { status: 'history' })).totals).toEqual({
    margin: '0',
    fee: '6.600001',
    swap: '0',
    realizedProfit: '-6.620001',
  });
});
