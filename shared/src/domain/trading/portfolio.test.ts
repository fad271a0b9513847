import { amount, price, toText } from '../money';
import { portfolioParts, portfolioTotal, type HeldSum, type OwnedCoin } from './portfolio';

const contract = { asset: 'USDT', usedMargin: '0', floatingProfit: null, netEquity: '0' };
const held = (kind: string, asset: string, balance: string): HeldSum => ({ kind, asset, balance: amount(balance) });
const coin = (asset: string, available: string, collateral?: string): OwnedCoin => ({
  asset,
  available,
  frozen: '0',
  collateral,
});
const valued = (coins: readonly OwnedCoin[], accounts: readonly HeldSum[] = []) => {
  const parts = portfolioParts(coins, contract, (asset) => (asset === 'BTC' ? price('100000') : undefined), accounts);
  const total = portfolioTotal(parts);
  return [...parts.map(({ part, value }) => [part, value && toText(value)]), total && toText(total)];
};

it('what is locked for a loan counts where it came from, what is owed below zero: locking changes no total', () => {
  const before = [coin('BTC', '1'), coin('USDT', '10')];
  expect(valued(before, [held('deposit', 'USDT', '500')])).toEqual([
    ['coin', '100010'],
    ['contract', '0'],
    ['treasure', '500'],
    '100510',
  ]);
  const accounts = [
    held('deposit', 'USDT', '100'),
    held('collateral', 'USDT', '400'),
    held('collateral', 'BTC', '0.4'),
    held('loan', 'USDT', '-1000.5'),
  ];
  // 1,000 came in, and 0.5 of interest is owed from the start.
  expect(valued([coin('BTC', '0.6'), coin('USDT', '1010')], accounts)).toEqual([
    ['coin', '101010'],
    ['contract', '0'],
    ['treasure', '500'],
    ['loans', '-1000.5'],
    '100509.5',
  ]);
  // The app has the coins' own word of it; that of the funding asset is deposits.
  expect(valued([coin('BTC', '0.6', '0.4'), coin('USDT', '1010', '400')])[0]).toEqual(['coin', '101010']);
});

it('a locked coin that nobody prices makes the sum unknown', () => {
  expect(valued([coin('USDT', '10')], [held('collateral', 'ETH', '1')])).toEqual([
    ['coin', undefined],
    ['contract', '0'],
    undefined,
  ]);
});
