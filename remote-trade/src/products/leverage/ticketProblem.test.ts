import { amount, price } from '@tessera/shared/money';
import { ticketProblem, type TicketInputs } from './ticketProblem';

const fine: TicketInputs = {
  marketState: 'trading',
  isOffline: false,
  isPriceLive: true,
  entrustment: 'market',
  leverage: 50,
  leverageMax: undefined,
  lots: amount('0.2'),
  lotRules: { min: amount('0.1'), step: amount('0.02'), max: amount('5') },
  notional: amount('1000'),
  minNotional: amount('7'),
  asset: 'USDT',
  positions: 79,
  maxPositions: 80,
  heldNotional: amount('1001'),
  exposure: { max: amount('5000'), left: amount('1001') },
  limitPrice: undefined,
  tickSize: price('0.01'),
  cost: amount('100'),
  available: amount('100'),
};

describe('the leverage ticket', () => {
  it('cost exactly what is available: no problem', () => {
    expect(ticketProblem(fine)).toBeUndefined();
  });
  it.each<[string, Partial<TicketInputs>, object]>([
    ['offline', { isOffline: true, isPriceLive: false }, { code: 'offline' }],
    ['market halted', { marketState: 'halted' }, { code: 'marketHalted' }],
    ['market closed', { marketState: 'closed' }, { code: 'marketClosed' }],
    ['market closing', { marketState: 'closing' }, { code: 'marketClosing' }],
    ['price old', { isPriceLive: false }, { code: 'stale' }],
    [
      'leverage before a closing',
      { leverageMax: 49 },
      { problem: { code: 'ORDER_LEVERAGE_BEFORE_CLOSING', params: { max: '49' } } },
    ],
    ['no lots', { lots: undefined }, { code: 'lots' }],
    ['below the least', { lots: amount('0.08') }, { field: 'lots', problem: { code: 'ORDER_QUANTITY_BELOW_MIN' } }],
    ['above the most', { lots: amount('5.02') }, { field: 'lots', problem: { code: 'ORDER_QUANTITY_ABOVE_MAX' } }],
    ['between two steps', { lots: amount('0.21') }, { field: 'lots', problem: { code: 'ORDER_QUANTITY_STEP' } }],
    [
      'worth less than the least',
      { notional: amount('6.99') },
      { field: 'lots', problem: { code: 'ORDER_TOTAL_BELOW_MIN', params: { min: '7', asset: 'USDT' } } },
    ],
    ['no room for another', { positions: 80 }, { problem: { code: 'ORDER_TOO_MANY_POSITIONS', params: { max: '80' } } }],
    [
      'more at stake than is allowed',
      { heldNotional: amount('1001.01') },
      { field: 'lots', problem: { code: 'ORDER_EXPOSURE_LIMIT', params: { left: '1001', max: '5000', asset: 'USDT' } } },
    ],
    ['a limit without its price', { entrustment: 'limit' }, { code: 'limitPrice' }],
    [
      'a limit between two ticks',
      { entrustment: 'limit', limitPrice: price('61000.001') },
      { field: 'limitPrice', problem: { code: 'ORDER_PRICE_STEP' } },
    ],
    ['one unit too dear', { cost: amount('100.000001') }, { code: 'insufficient' }],
  ])('%s', (_, change, expected) => {
    expect(ticketProblem({ ...fine, ...change })).toMatchObject(expected);
  });
  it('a closed market is said before everything else', () => {
    expect(ticketProblem({ ...fine, marketState: 'closed', isPriceLive: false, lots: undefined })).toEqual({
      code: 'marketClosed',
    });
  });
  it('available not known: left to the server', () => {
    expect(ticketProblem({ ...fine, available: undefined, cost: amount('9999') })).toBeUndefined();
  });
});
