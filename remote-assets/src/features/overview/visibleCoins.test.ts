import { visibleCoins } from './visibleCoins';

const empty = { asset: 'ETH', available: '0', frozen: '0' };
const frozenOnly = { asset: 'BTC', available: '0', frozen: '0.5' };
const held = { asset: 'USDT', available: '12.5', frozen: '0' };

describe('coin rows', () => {
  it('held assets come before empty ones', () => {
    expect(visibleCoins([empty, frozenOnly, held], { hidesZero: false, search: '' })).toEqual([frozenOnly, held, empty]);
  });
  it('hiding zero balances keeps what is frozen, and what is locked as collateral', () => {
    const locked = { asset: 'SOL', available: '0', frozen: '0', collateral: '3' };
    expect(visibleCoins([empty, frozenOnly, locked, held], { hidesZero: true, search: '' })).toEqual([frozenOnly, locked, held]);
  });
  it('a search finds by any part of the name, however it is typed', () => {
    expect(visibleCoins([empty, frozenOnly, held], { hidesZero: false, search: ' t' })).toEqual([frozenOnly, held, empty]);
    expect(visibleCoins([empty, frozenOnly, held], { hidesZero: false, search: 'usd' })).toEqual([held]);
    expect(visibleCoins([empty, frozenOnly, held], { hidesZero: true, search: 'eth' })).toEqual([]);
  });
});
