import { toText, amount } from '@tessera/shared/money';
import { aContractSummary, aForexPosition, aLeverageOrder, testStartMs } from '@tessera/shared/testing';
import { liveAccount } from './liveAccount';
import type { Valuing } from './useValuing';

const worth = (isolated: string, cross: string | undefined): Valuing => ({
  tickPriceOf: () => undefined,
  divisorOf: () => undefined,
  figuresOf: ({ marginMode }) => {
    const profit = marginMode === 'cross' ? cross : isolated;
    return profit === undefined ? undefined : ({ profit: amount(profit) } as ReturnType<Valuing['figuresOf']>);
  },
});
// 610 + 542.56 stand behind positions, 100 more behind a limit that waits.
const account = aContractSummary({ balance: '5000', usedMargin: '1152.56', frozen: '100' });
const positions = [aLeverageOrder(), aForexPosition()];

it('balance and used margin stay the server’s, equity follows the quotes', () => {
  const { balance, usedMargin, equity, available, free } = liveAccount(account, positions, worth('-100', '-42.5'), testStartMs);
  expect([balance, usedMargin, equity, available, free].map((figure) => figure && toText(figure))).toEqual([
    '5000',
    '1152.56',
    '4857.5',
    '3704.94',
    '3747.44',
  ]);
});
it('no live price for a cross position: what needs it is unknown', () => {
  const { equity, available, marginLevel, usedMargin } = liveAccount(account, positions, worth('1', undefined), testStartMs);
  expect([equity, available, marginLevel, toText(usedMargin)]).toEqual([undefined, undefined, undefined, '1152.56']);
});
it('before a closing the level is that of the higher margin', () => {
  const closingMargin = { leverage: 50, spans: [[0, 10_080] as [number, number]] };
  const level = (of: object) => liveAccount(account, [aForexPosition(of)], worth('0', '0'), testStartMs).marginLevel;
  // At 100 times counted as at 50: half the level.
  expect([level({}), level({ closingMargin })].map((figure) => figure && toText(figure))).toEqual(['7.906959', '3.953479']);
});
