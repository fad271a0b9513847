import { amount, divide, price, rate, subtract, toText } from '../money';
import { liquidationPriceOf } from './margin';
import { marginOf, noDivisor, notionalOf, profitOf, tradeFeeOf } from './position';
import { previewPosition, type PositionToPreview } from './preview';
import { nightsAt, rolloversBetween, swapOf } from './swap';

const usdt = { divisor: noDivisor, scale: 6 };
const noSpread = { below: price('0'), above: price('0') };
const noSwap = { mode: 'rate', perNight: rate('0') } as const;

/** 0.5 BTC at 60,000, 20x, maintenance 0.5 %, fee 0.055 %. */
const bitcoin = (change: Partial<PositionToPreview> = {}): PositionToPreview => ({
  direction: 'long',
  lots: amount('0.5'),
  contractSize: amount('1'),
  price: price('60000'),
  leverage: 20,
  feeRate: rate('0.00055'),
  maintenanceRate: rate('0.005'),
  marginMode: 'isolated',
  digits: 2,
  spread: noSpread,
  swap: noSwap,
  valuation: usdt,
  ...change,
});

it('opens 0.5 BTC at 60,000 with 20x: 1,500 margin, 16.50 fee, liquidation at 57,300 and 62,700', () => {
  const long = previewPosition(bitcoin());
  expect([long.notional, long.margin, long.openFee, long.cost].map(toText)).toEqual(['30000', '1500', '16.5', '1516.5']);
  expect(toText(long.liquidationPrice!)).toBe('57300');
  expect(toText(previewPosition(bitcoin({ direction: 'short' })).liquidationPrice!)).toBe('62700');
});

it('closes it at 61,200: +600.00, fee 16.83, +566.67 net, 40 % of the margin', () => {
  const size = bitcoin();
  const profit = profitOf('long', size, price('60000'), price('61200'), usdt);
  const closeFee = tradeFeeOf(notionalOf(size, price('61200'), usdt), size.feeRate, 6);
  expect([profit, closeFee].map(toText)).toEqual(['600', '16.83']);
  expect(toText(subtract(subtract(profit, amount('16.5')), closeFee))).toBe('566.67');
  expect(toText(divide(profit, amount('1500'), 4, 'down'))).toBe('0.4');
});

it('1 BTC at 20,000 with 50x is liquidated at 19,700', () => {
  expect(toText(liquidationPriceOf({ ...bitcoin(), lots: amount('1'), openPrice: price('20000'), margin: amount('400') })!)).toBe(
    '19700',
  );
});

it('1 lot EUR-USD at 1.10000, 1:100: 1,100 margin, a pip is 10, 25 pips are 250', () => {
  const size = { lots: amount('1'), contractSize: amount('100000') };
  expect(toText(marginOf(notionalOf(size, price('1.1'), usdt), 100, 6))).toBe('1100');
  expect(toText(profitOf('long', size, price('1.1'), price('1.1001'), usdt))).toBe('10');
  expect(toText(profitOf('long', size, price('1.1'), price('1.1025'), usdt))).toBe('250');
  expect(toText(profitOf('short', size, price('1.1'), price('1.1025'), usdt))).toBe('-250');
});

it('0.5 lot USD-JPY at 150.00, 1:100: 500 margin; 30 pips are 15,000 yen, 99.80 at 150.30', () => {
  const size = { lots: amount('0.5'), contractSize: amount('100000') };
  expect(toText(marginOf(notionalOf(size, price('150'), { divisor: price('150'), scale: 2 }), 100, 2))).toBe('500');
  expect(toText(profitOf('long', size, price('150'), price('150.3'), { divisor: price('1'), scale: 2 }))).toBe('15000');
  expect(toText(profitOf('long', size, price('150'), price('150.3'), { divisor: price('150.3'), scale: 2 }))).toBe('99.8');
  expect(toText(profitOf('long', size, price('150.3'), price('150'), { divisor: price('150'), scale: 2 }))).toBe('-100');
});

it('0.10 lot XAU-USD at 2,400: 240 margin at 1:100, +5.00 is +50.00', () => {
  const size = { lots: amount('0.1'), contractSize: amount('100') };
  expect(toText(marginOf(notionalOf(size, price('2400'), usdt), 100, 6))).toBe('240');
  expect(toText(profitOf('long', size, price('2400'), price('2405'), usdt))).toBe('50');
});

describe('swap', () => {
  const lot = { lots: amount('1'), contractSize: amount('100000') };
  const points = { mode: 'points', perNight: rate('-6.5'), digits: 5 } as const;
  const wednesday = 3;
  it('-6.5 points of 1 lot EUR-USD: -6.50 a night, -19.50 on the triple day', () => {
    expect(toText(swapOf(points, lot, amount('110000'), 1, usdt))).toBe('-6.5');
    const rollovers = rolloversBetween(Date.UTC(2026, 10, 16), Date.UTC(2026, 10, 23), 21 * 60);
    expect(rollovers.map((at) => toText(swapOf(points, lot, amount('110000'), nightsAt(at, wednesday), usdt)))).toEqual([
      '-6.5',
      '-6.5',
      '-19.5',
      '-6.5',
      '-6.5',
      '0',
      '0',
    ]);
  });
  it('a rate counts every night of the week', () => {
    const at = Date.UTC(2026, 10, 21, 8);
    expect(nightsAt(at, undefined)).toBe(1);
    expect(toText(swapOf({ mode: 'rate', perNight: rate('-0.0001'), digits: 2 }, lot, amount('30000.005'), 1, usdt))).toBe(
      '-3.000001',
    );
    expect(toText(swapOf({ mode: 'rate', perNight: rate('0.0001'), digits: 2 }, lot, amount('30000.005'), 1, usdt))).toBe('3');
  });
  it('a rollover at the opening instant is not counted, one at the end is', () => {
    const at = Date.UTC(2026, 10, 18, 21);
    expect(rolloversBetween(at, at + 86_400_000, 21 * 60)).toEqual([at + 86_400_000]);
    expect(rolloversBetween(at - 1, at, 21 * 60)).toEqual([at]);
    expect(rolloversBetween(at, at + 86_399_999, 21 * 60)).toEqual([]);
  });
});
