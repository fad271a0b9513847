/** Stop-outs of positions in several symbols: the audit follows the engine where their ticks lie apart. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openTradingFloor, type TradingFloor } from '../tradingFloor';

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

test('a position stands until the tick of the stop-out, with its night, though its own latest tick is older', async () => {
  // A minute before the night of forex.
  floor.clock.advance(10 * 3_600_000 - 60_000);
  const fromMs = floor.now();
  const user = await floor.aPerson({ contract: '800' });
  const order = { entrustment: 'market', direction: 'long' } as const;
  await floor.ticks([
    ['EUR-USD', fromMs, '1.1'],
    ['USD-JPY', fromMs, '150'],
    ['EUR-JPY', fromMs, '165'],
  ]);
  // The one that loses comes first: what it takes is booked after what the other one brings.
  await floor.ask(user, 'leverageWhSubmit', {
    ...order,
    clientOrderId: randomUUID(),
    symbol: 'EUR-JPY',
    seenPrice: '165.008',
    lots: '0.1',
    leverage: 100,
  });
  await floor.ask(user, 'leverageWhSubmit', {
    ...order,
    clientOrderId: randomUUID(),
    symbol: 'EUR-USD',
    seenPrice: '1.10004',
    lots: '0.1',
    leverage: 100,
  });
  // What the euro gains keeps the account above the level at the first fall of EUR-JPY; the second, after the night, is too deep.
  await floor.ticks([
    ['EUR-USD', fromMs + 500, '1.1'],
    ['EUR-JPY', fromMs + 600, '165'],
    ['EUR-USD', fromMs + 1000, '1.15'],
  ]);
  await floor.ticks([
    ['EUR-JPY', fromMs + 1500, '148'],
    ['EUR-JPY', fromMs + 120_000, '140'],
    ['EUR-JPY', fromMs + 125_000, '140'],
  ]);
  floor.clock.advance(130_000);
  await floor.judge();
  const { items } = await floor.ask(user, 'leverageWhOrders', { status: 'history', page: 1 });
  expect(items.map(({ closeReason, closedAtMs }) => [closeReason, closedAtMs])).toEqual([
    ['stop_out', fromMs + 120_000],
    ['stop_out', fromMs + 120_000],
  ]);
  const { findings, counts } = await floor.audit();
  expect(findings).toEqual([]);
  expect([counts['leverage swaps'], counts['leverage stop-outs']]).toEqual([2, 1]);
});
