import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SignedIn } from '../http/handler';
import { openSpotDesk, startMs, type SpotDesk } from '../../test/spotDesk';

let desk: SpotDesk & { close(): Promise<void> };
beforeEach(async () => {
  desk = await openSpotDesk();
  await desk.ticks('BTC-USDT', [[-100, '100000']]);
});
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
  await desk.close();
});

describe('a limit purchase', () => {
  test('freezes total and fee, fills at the book of the next tick that reaches it, and gives the rest back', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { price: '100010', quantity: '0.01' });
    expect(order).toMatchObject({ status: 'new', price: '100010', quantity: '0.01', filled: '0', frozen: '1001.1001', frozenAsset: 'USDT', feeAsset: 'USDT', fills: [] });
    expect([await desk.held(user, 'USDT'), await desk.held(user, 'USDT', 'coin_hold')]).toEqual(['3998.8999', '1001.1001']);
    await desk.ticks('BTC-USDT', [[200, '100000']]);
    await desk.executeAt(300);
    const filled = await desk.findSpot(user, order);
    // The ask is the price and half of twenty steps: 100,000.10.
    expect(filled).toMatchObject({
      status: 'filled', filled: '0.01', filledTotal: '1000.001', averagePrice: '100000.1', fee: '1.000001', frozen: '0', endReason: null,
      fills: [{ seq: 2, atMs: startMs + 200, tickPrice: '100000', price: '100000.1', quantity: '0.01', total: '1000.001', fee: '1.000001' }],
    });
    expect([await desk.held(user, 'USDT'), await desk.held(user, 'USDT', 'coin_hold'), await desk.held(user, 'BTC')]).toEqual(['3998.998999', '0', '0.01']);
    expect([await desk.houseHas('trade', 'USDT'), await desk.houseHas('trade', 'BTC'), await desk.houseHas('fee', 'USDT')]).toEqual(['1000.001', '-0.01', '1.000001']);
  });

  test('waits while the ask is above it, and never pays more than its limit', async () => {
    const user = await desk.aUser('5000');
    const order = await desk.place(user, { price: '99990', quantity: '0.01' });
    await desk.ticks('BTC-USDT', [[200, '100000'], [400, '99990'], [600, '99989.95']]);
    await desk.executeAt(700);
    expect((await desk.findSpot(user, order)).status).toBe('new');
    await desk.ticks('BTC-USDT', [[800, '99989.9']]);
    await desk.executeAt(900);
    expect(await desk.findSpot(user, order)).toMatchObject({ status: 'filled', averagePrice: '99990', fills: [{ seq: 5 }] });
  });
});
