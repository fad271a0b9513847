import { amount, toText } from '@tessera/shared/money';
import { balancesAfter, movable, transferProblem, type TransferBalances } from './transferProblem';

const balances: TransferBalances = {
  coin: [
    { asset: 'BTC', available: '3', frozen: '0' },
    { asset: 'USDT', available: '120.5', frozen: '7' },
  ],
  contract: {
    asset: 'USDT',
    balance: '80',
    floatingProfit: null,
    usedMargin: '11',
    availableMargin: '69',
    netEquity: '80',
    marginLevel: null,
    frozen: '0',
  },
};

describe('transfer', () => {
  it('nothing typed: asks for an amount', () => {
    expect(transferProblem(undefined, amount('120.5'))).toEqual({ code: 'empty' });
  });
  it('zero: refused', () => {
    expect(transferProblem(amount('0'), amount('120.5'))).toEqual({ code: 'zero' });
  });
  it('all that is available: fine; one unit more: says what is available', () => {
    expect(transferProblem(amount('120.5'), amount('120.5'))).toBeUndefined();
    const problem = transferProblem(amount('120.500001'), amount('120.5'));
    expect(problem?.code === 'tooMuch' && toText(problem.available)).toBe('120.5');
  });
  it('coin account: only the contract account’s asset may move; frozen money stays', () => {
    expect(toText(movable(balances, 'coin'))).toBe('120.5');
  });
  it('contract account: only free margin may move, and never less than nothing', () => {
    expect(toText(movable(balances, 'contract'))).toBe('69');
    expect(toText(movable({ ...balances, contract: { ...balances.contract, availableMargin: '-4' } }, 'contract'))).toBe('0');
  });
  it('preview: shows both balances after; nothing for an impossible amount', () => {
    const after = balancesAfter(amount('20.25'), amount('120.5'), amount('69'));
    expect(after && [toText(after.from), toText(after.to)]).toEqual(['100.25', '89.25']);
    expect(balancesAfter(amount('200'), amount('120.5'), amount('69'))).toBeUndefined();
  });
});
