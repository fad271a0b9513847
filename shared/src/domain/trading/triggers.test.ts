import fc from 'fast-check';
import { stepsToText } from '../fairness';
import { add, compare, price, subtract, type Price } from '../money';
import { askOf, bidOf, closingPrice, openingPrice } from './sides';
import { hasMovedAgainst, isLimitMet, isStopLossMet, isTakeProfitMet, stopMet } from './triggers';
import { isLiquidated } from './margin';

const prices = fc.integer({ min: 10, max: 100_000 }).map((steps) => price(stepsToText(steps, 2)));
const moves = fc.integer({ min: 0, max: 5000 }).map((steps) => price(stepsToText(steps, 2)));
const spreads = fc
  .record({ below: fc.integer({ min: 0, max: 9 }), above: fc.integer({ min: 0, max: 9 }) })
  .map(({ below, above }) => ({ below: price(stepsToText(below, 2)), above: price(stepsToText(above, 2)) }));
const directions = fc.constantFrom('long' as const, 'short' as const);
const better = (direction: 'long' | 'short', at: Price, move: Price): Price =>
  direction === 'long' ? add(at, move) : subtract(at, move);
const worse = (direction: 'long' | 'short', at: Price, move: Price): Price =>
  better(direction === 'long' ? 'short' : 'long', at, move);
const isPrice = (at: Price): boolean => at.gt('0.09');

it('a stop-loss or liquidation met at a price is met at every worse one, a take-profit at every better one', () => {
  fc.assert(
    fc.property(directions, prices, prices, moves, spreads, (direction, stop, at, move, spread) => {
      const [lower, higher] = [worse(direction, at, move), better(direction, at, move)];
      if (isPrice(lower) && isStopLossMet(direction, stop, at, spread))
        expect(isStopLossMet(direction, stop, lower, spread)).toBe(true);
      if (isPrice(lower) && isLiquidated(direction, at, stop)) expect(isLiquidated(direction, lower, stop)).toBe(true);
      if (isPrice(higher) && isTakeProfitMet(direction, stop, at, spread))
        expect(isTakeProfitMet(direction, stop, higher, spread)).toBe(true);
    }),
  );
});

it('a limit is met exactly where the opening price is the limit or better, and stays met at a cheaper opening', () => {
  fc.assert(
    fc.property(directions, prices, prices, moves, spreads, (direction, limit, at, move, spread) => {
      const opening = openingPrice(direction, at, spread);
      expect(isLimitMet(direction, limit, at, spread)).toBe(direction === 'long' ? opening.lte(limit) : opening.gte(limit));
      const cheaper = worse(direction, at, move);
      if (isPrice(cheaper) && isLimitMet(direction, limit, at, spread))
        expect(isLimitMet(direction, limit, cheaper, spread)).toBe(true);
    }),
  );
});

it('every price meets a stop-loss or a take-profit that both stand at it, and the stop-loss counts first', () => {
  fc.assert(
    fc.property(directions, prices, prices, spreads, (direction, stop, at, spread) => {
      const met = stopMet({ direction, takeProfit: stop, stopLoss: stop, liquidationPrice: undefined }, at, spread);
      expect(met).toBe(isStopLossMet(direction, stop, at, spread) ? 'stop_loss' : 'take_profit');
      expect(
        stopMet({ direction, takeProfit: undefined, stopLoss: undefined, liquidationPrice: undefined }, at, spread),
      ).toBeUndefined();
    }),
  );
});

it('liquidation counts before the stop-loss that the same tick meets', () => {
  const spread = { below: price('0.5'), above: price('0.5') };
  const stops = { direction: 'long', takeProfit: price('120'), stopLoss: price('95'), liquidationPrice: price('90') } as const;
  expect(stopMet(stops, price('89'), spread)).toBe('liquidation');
  // The bid is 89.75, but liquidation looks at the tick's price.
  expect(stopMet(stops, price('90.25'), spread)).toBe('stop_loss');
  expect(stopMet(stops, price('95.5'), spread)).toBe('stop_loss');
  expect(stopMet(stops, price('95.51'), spread)).toBeUndefined();
  expect(stopMet(stops, price('120.5'), spread)).toBe('take_profit');
  expect(stopMet(stops, price('120.49'), spread)).toBeUndefined();
});

it('opening and closing at one tick never earns anything', () => {
  fc.assert(
    fc.property(directions, prices, spreads, (direction, at, spread) => {
      const side = compare(closingPrice(direction, at, spread), openingPrice(direction, at, spread));
      expect(direction === 'long' ? side <= 0 : side >= 0).toBe(true);
      expect(compare(bidOf(at, spread), askOf(at, spread))).not.toBe(1);
      expect(bidOf(at, spread).gt('0')).toBe(true);
    }),
  );
});

it.each([
  [true, '100', '100.1', false],
  [true, '100', '100.11', true],
  [true, '100', '1', false],
  [false, '100', '99.9', false],
  [false, '100', '99.89', true],
  [false, '100', '900', false],
])('buying: %p, seen %s, now %s: moved against the person %p', (isBuying, seen, now, expected) => {
  expect(hasMovedAgainst(isBuying, price(seen), price(now), price('0.1'))).toBe(expected);
});
