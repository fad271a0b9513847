import { expect, test } from '@jest/globals';
import { messagesOf } from './messagesOf';
import type { OwnedEvent } from './publishEvents';

const told = (event: object, mode: 'real' | 'demo' = 'real') =>
  messagesOf({ userId: 1, mode, event } as unknown as OwnedEvent).map(({ kind, params }) => [kind, params]);
const contract = { symbol: 'BTC-USDT', asset: 'USDT', status: 'settled', returned: '185', profit: '83', voidReason: null };
const spot = { symbol: 'BTC-USDT', entrustment: 'limit', status: 'filled', filled: '2', averagePrice: '99.5', endReason: null };
const position = { symbol: 'EUR-USD', entrustment: 'limit', status: 'open', cancelReason: null, realizedProfit: '-7.5' };
const deal = { symbol: 'EUR-USD', lots: '0.1', price: '1.1', kind: 'close', reason: null };

test.each([
  ['won', null, ['contract_won']],
  ['lost', null, ['contract_lost']],
  ['equal', null, ['contract_equal']],
  ['void', 'too_few_ticks', ['contract_void']],
  ['void', 'incident', ['contract_refunded']],
])('a contract that is %s (%s): %j', (outcome, voidReason, kinds) => {
  const event = { type: 'order.updated', order: { ...contract, outcome, voidReason } };
  expect(told(event).map(([kind]) => kind)).toEqual(kinds);
  expect(told(event, 'demo')).toEqual([]);
});

test('a contract that is not over is told by nothing', () => {
  expect(told({ type: 'order.updated', order: { ...contract, status: 'running', outcome: null } })).toEqual([]);
});

test.each([
  ['a limit order that is filled', {}, [['order_filled', { symbol: 'BTC-USDT', quantity: '2', asset: 'BTC', price: '99.5' }]]],
  ['a part of it', { status: 'partial' }, []],
  ['a market order: he watches it', { entrustment: 'market' }, []],
  ['cancelled by the person', { status: 'cancelled', endReason: 'user' }, []],
  ['the price ran away', { status: 'rejected', endReason: 'price_moved' }, [['order_price_moved', { symbol: 'BTC-USDT' }]]],
  ['the book was too thin', { status: 'cancelled', endReason: 'slippage_cap' }, [['order_slippage_cap', { symbol: 'BTC-USDT' }]]],
])('spot, %s', (_, change, messages) => {
  expect(told({ type: 'spot.updated', order: { ...spot, ...change } })).toEqual(messages);
});

test.each([
  ['a limit order opens', {}, [{ kind: 'open' }], ['position_opened']],
  ['a market order opens', { entrustment: 'market' }, [{ kind: 'open' }], []],
  ['closed by the person', { status: 'closed' }, [{ reason: 'user' }], []],
  ['take-profit', { status: 'closed' }, [{ reason: 'take_profit' }], ['position_take_profit']],
  ['stop-loss', { status: 'closed' }, [{ reason: 'stop_loss' }], ['position_stop_loss']],
  [
    'opened and liquidated in one look',
    { status: 'closed' },
    [{ kind: 'open' }, { reason: 'liquidation' }],
    ['position_opened', 'position_liquidation'],
  ],
  ['stop-out', { status: 'closed' }, [{ reason: 'stop_out' }], ['position_stop_out']],
  ['set-off', {}, [{ reason: 'set_off' }], ['position_set_off']],
  ['no margin when its price was met', { status: 'cancelled', cancelReason: 'margin' }, [], ['order_margin']],
  ['cancelled by the person', { status: 'cancelled', cancelReason: 'user' }, [], []],
  ['a stop was set', {}, [], []],
])('leverage, %s', (_, change, deals, kinds) => {
  const event = { type: 'leverage.updated', order: { ...position, ...change }, deals: deals.map((one) => ({ ...deal, ...one })) };
  expect(told(event).map(([kind]) => kind)).toEqual(kinds);
});
