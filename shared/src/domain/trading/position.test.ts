import fc from 'fast-check';
import { stepsToText } from '../fairness';
import { add, amount, compare, multiply, negate, price, rate, subtract, toText, type Amount, type Price } from '../money';
import { isAtLevel, isLiquidated, liquidationPriceOf, lossUntilLevel, marginLevelOf } from './margin';
import { marginOf, noDivisor, notionalOf, profitOf, releasedMarginOf, tradeFeeOf, unitsOf, type Valuation } from './position';
import { swapOf } from './swap';

const scale = 6;
const unit = amount('0.000001');
const inSteps = (max: number, digits: number) => fc.integer({ min: 1, max }).map((steps) => stepsToText(steps, digits));
const prices = inSteps(20_000_000, 2).map(price);
const sizes = fc.record({
  lots: inSteps(100_000, 3).map(amount),
  contractSize: fc.constantFrom('0.001', '1', '100', '5000', '100000').map(amount),
});
const valuations = fc
  .oneof(fc.constant(noDivisor), inSteps(30_000, 2).map(price))
  .map((divisor): Valuation => ({ divisor, scale }));
const directions = fc.constantFrom('long' as const, 'short' as const);
const leverages = fc.integer({ min: 1, max: 500 });
const rates = inSteps(50_000, 6).map(rate);

/** What the house got out of a rounding: never below zero, and less than one unit. `owed` is what the user pays. */
const expectHousesFavour = (paid: Amount, exactTimesDivisor: Amount, divisor: Price) => {
  const gain = subtract(multiply(paid, divisor, 60, 'down'), exactTimesDivisor);
  expect(compare(gain, amount('0')) >= 0 && compare(gain, multiply(unit, divisor, 60, 'up')) < 0).toBe(true);
};

it('rounds notional, margin and fee up, by less than one unit', () => {
  fc.assert(
    fc.property(sizes, prices, valuations, leverages, rates, (size, at, valuation, leverage, feeRate) => {
      const notional = notionalOf(size, at, valuation);
      expectHousesFavour(notional, multiply(unitsOf(size), at, 60, 'down'), valuation.divisor);
      expectHousesFavour(marginOf(notional, leverage, scale), notional, price(String(leverage)));
      expectHousesFavour(tradeFeeOf(notional, feeRate, scale), multiply(notional, feeRate, 60, 'down'), noDivisor);
    }),
  );
});

it('rounds a gain down and a loss up, by less than one unit', () => {
  fc.assert(
    fc.property(directions, sizes, prices, prices, valuations, (direction, size, open, close, valuation) => {
      const profit = profitOf(direction, size, open, close, valuation);
      const move = direction === 'long' ? subtract(close, open) : subtract(open, close);
      expectHousesFavour(negate(profit), negate(multiply(unitsOf(size), move, 60, 'down')), valuation.divisor);
    }),
  );
});

it('rounds a swap charge up and a credit down', () => {
  const swaps = fc
    .integer({ min: -1000, max: 1000 })
    .map((tenths) => rate(stepsToText(Math.abs(tenths), 1)).times(tenths < 0 ? '-1' : '1'))
    .map((text) => rate(text.toFixed()));
  fc.assert(
    fc.property(swaps, sizes, valuations, fc.constantFrom(1, 3), (perNight, size, valuation, nights) => {
      const exact = multiply(
        multiply(multiply(unitsOf(size), perNight, 60, 'down'), rate('0.00001'), 60, 'down'),
        amount(String(nights)),
        60,
        'down',
      );
      const swap = swapOf({ mode: 'points', perNight, digits: 5 }, size, amount('1'), nights, valuation);
      expectHousesFavour(negate(swap), negate(exact), valuation.divisor);
    }),
  );
});

it('a long gains what a short loses, but for one unit', () => {
  fc.assert(
    fc.property(sizes, prices, prices, valuations, (size, open, close, valuation) => {
      const sum = add(profitOf('long', size, open, close, valuation), profitOf('short', size, open, close, valuation));
      expect(sum.lte('0') && sum.gte(negate(unit))).toBe(true);
      expect(profitOf('long', size, open, close, valuation).cmp(profitOf('short', size, close, open, valuation))).toBe(0);
    }),
  );
});

it('parts never bring more than the whole: profit, fee and released margin', () => {
  fc.assert(
    fc.property(
      directions,
      sizes,
      inSteps(100_000, 3).map(amount),
      prices,
      prices,
      valuations,
      rates,
      leverages,
      (direction, size, more, open, close, valuation, feeRate, leverage) => {
        const part = { ...size, lots: more };
        const whole = { ...size, lots: add(size.lots, more) };
        const profit = (of: typeof size) => profitOf(direction, of, open, close, valuation);
        expect(add(profit(size), profit(part)).lte(profit(whole))).toBe(true);
        const fee = (of: typeof size) => tradeFeeOf(notionalOf(of, close, valuation), feeRate, scale);
        expect(add(fee(size), fee(part)).gte(fee(whole))).toBe(true);
        const margin = marginOf(notionalOf(whole, open, valuation), leverage, scale);
        const released = releasedMarginOf(margin, more, whole.lots, scale);
        expect(released.lte(margin)).toBe(true);
        // The last part takes what is left: nothing is lost and nothing is made.
        expect(toText(add(released, releasedMarginOf(subtract(margin, released), size.lots, size.lots, scale)))).toBe(
          toText(margin),
        );
        const exact = multiply(margin, more, 60, 'down');
        const gain = subtract(exact, multiply(released, whole.lots, 60, 'down'));
        expect(gain.gte('0') && gain.lt(multiply(unit, whole.lots, 60, 'up'))).toBe(true);
      },
    ),
  );
});

describe('isolated liquidation', () => {
  const tick = price('0.01');
  const positions = fc
    .record({
      direction: directions,
      openPrice: prices,
      lots: inSteps(100_000, 3).map(amount),
      contractSize: fc.constantFrom('0.001', '1', '100').map(amount),
      maintenanceRate: inSteps(300, 4).map(rate),
      leverage: leverages,
      paidShare: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ leverage, paidShare, ...position }) => {
      const margin = marginOf(notionalOf(position, position.openPrice, { divisor: noDivisor, scale }), leverage, scale);
      // A swap may have taken part of the margin, down to less than the maintenance margin.
      return { ...position, digits: 2, margin: multiply(margin, rate(stepsToText(paidShare + 1, 2)), scale, 'down') };
    });
  const leftAt = (
    {
      direction,
      openPrice,
      margin,
      ...size
    }: { direction: 'long' | 'short'; openPrice: Price; margin: Amount; lots: Amount; contractSize: Amount },
    at: Price,
  ): Amount => {
    const move = direction === 'long' ? subtract(at, openPrice) : subtract(openPrice, at);
    return add(margin, multiply(unitsOf(size), move, 60, 'down'));
  };
  it('is the first tick at which no more than the maintenance margin is left: one tick nearer there is more', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const at = liquidationPriceOf(position);
        const maintenance = multiply(
          multiply(unitsOf(position), position.openPrice, 60, 'down'),
          position.maintenanceRate,
          60,
          'down',
        );
        if (at === undefined) {
          // Down to the last tick above zero a long keeps more than its maintenance margin.
          expect(position.direction).toBe('long');
          expect(leftAt(position, tick).gt(maintenance)).toBe(true);
          return;
        }
        const nearer = position.direction === 'long' ? add(at, tick) : subtract(at, tick);
        expect(leftAt(position, at).lte(maintenance)).toBe(true);
        expect(leftAt(position, nearer).gt(maintenance)).toBe(true);
        expect(isLiquidated(position.direction, at, at) && !isLiquidated(position.direction, nearer, at)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
  it('cannot happen to an unlevered long', () => {
    expect(
      liquidationPriceOf({
        direction: 'long',
        openPrice: price('100'),
        margin: amount('100.5'),
        maintenanceRate: rate('0.005'),
        lots: amount('1'),
        contractSize: amount('1'),
        digits: 2,
      }),
    ).toBeUndefined();
  });
});

describe('margin level', () => {
  const amounts = inSteps(1_000_000_000, 4).map(amount);
  const levels = inSteps(200, 2).map(rate);
  it('rises with equity and falls with margin', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (equity, margin, more) => {
        expect(marginLevelOf(add(equity, more), margin)!.gte(marginLevelOf(equity, margin)!)).toBe(true);
        expect(marginLevelOf(equity, add(margin, more))!.lte(marginLevelOf(equity, margin)!)).toBe(true);
      }),
    );
  });
  it('a level that is met stays met with less equity, and is met exactly when nothing can be lost any more', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, levels, (equity, margin, less, level) => {
        if (isAtLevel(equity, margin, level)) expect(isAtLevel(subtract(equity, less), margin, level)).toBe(true);
        expect(isAtLevel(equity, margin, level)).toBe(!lossUntilLevel(equity, margin, level).gt('0'));
        expect(isAtLevel(subtract(equity, lossUntilLevel(equity, margin, level)), margin, level)).toBe(true);
      }),
    );
  });
  it('there is none without margin, and no stop-out either', () => {
    expect(marginLevelOf(amount('5'), amount('0'))).toBeUndefined();
    expect(isAtLevel(amount('-5'), amount('0'), rate('0.5'))).toBe(false);
  });
});
