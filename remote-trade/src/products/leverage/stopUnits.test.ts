import { amount, price, toText } from '@tessera/shared/money';
import type { PositionOfStop } from '@tessera/shared/trading';
import { isBehindLiquidation, stopFigures, stopPriceOf, stopRuleKey, type StopUnit } from './stopUnits';

/** 0.2 BTC at 61,000 with 610 of margin. */
const bitcoin: PositionOfStop = {
  direction: 'long',
  openPrice: price('61000'),
  lots: amount('0.2'),
  contractSize: amount('1'),
  margin: amount('610'),
  valuation: { divisor: price('1'), scale: 6 },
  digits: 2,
  pipSize: price('0.1'),
};
/** Half a lot of USD-JPY at 154.000, the dollar at 154. */
const yen: PositionOfStop = {
  direction: 'short',
  openPrice: price('154'),
  lots: amount('0.5'),
  contractSize: amount('100000'),
  margin: amount('500'),
  valuation: { divisor: price('154'), scale: 6 },
  digits: 3,
  pipSize: price('0.01'),
};

it.each<[string, PositionOfStop, 'takeProfit' | 'stopLoss', StopUnit, string, string | undefined]>([
  ['a price is itself', bitcoin, 'takeProfit', 'price', '63000', '63000'],
  ['+20 % of 610 is 122, 610 apart', bitcoin, 'takeProfit', 'percent', '20', '61610'],
  ['a loss of 100 is 500 below', bitcoin, 'stopLoss', 'profit', '100', '60500'],
  ['150 pips below', bitcoin, 'stopLoss', 'pips', '150', '60985'],
  ['a short gains below', yen, 'takeProfit', 'pips', '40', '153.6'],
  ['a short loses above; yen converted', yen, 'stopLoss', 'profit', '100', '154.308'],
  ['no price below zero', bitcoin, 'stopLoss', 'profit', '12200', undefined],
])('%s', (_, position, side, unit, figure, expected) => {
  const at = stopPriceOf(position, side, unit, amount(figure));
  expect(at && toText(at)).toBe(expected);
});

it('and back: profit, share of the margin, pips, signed', () => {
  const { profit, percent, pips } = stopFigures(bitcoin, price('60500'));
  expect([toText(profit), percent && toText(percent), toText(pips)]).toEqual(['-100', '-0.1639', '-5000']);
  const short = stopFigures(yen, price('153.6'));
  expect([toText(short.profit), short.percent && toText(short.percent), toText(short.pips)]).toEqual([
    '129.870129',
    '0.2597',
    '40',
  ]);
});

it.each([
  ['long', '90', '91', true],
  ['long', '91', '91', true],
  ['long', '92', '91', false],
  ['short', '110', '109', true],
  ['short', '108', '109', false],
] as const)('%s, stop-loss %s, liquidation %s: behind it %s', (direction, stopLoss, liquidation, expected) => {
  expect(isBehindLiquidation(direction, price(stopLoss), price(liquidation))).toBe(expected);
  expect(isBehindLiquidation(direction, price(stopLoss), undefined)).toBe(false);
});

it.each([
  ['long', 'takeProfit', 'takeProfitAbove'],
  ['long', 'stopLoss', 'stopLossBelow'],
  ['short', 'takeProfit', 'takeProfitBelow'],
  ['short', 'stopLoss', 'stopLossAbove'],
] as const)('%s %s: %s', (direction, side, key) => {
  expect(stopRuleKey(direction, side)).toBe(key);
});
