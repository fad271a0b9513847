import * as fc from 'fast-check';
import { sha256 } from './sha256';
import {
  createSimulatedPath,
  exponential,
  gaussian,
  simulatedTicks,
  slotsPerDay,
  stepsToText,
  textToSteps,
  type SimulatedDay,
} from './simulatedPath';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const aDay = (change: Partial<SimulatedDay> = {}): SimulatedDay => ({
  symbol: 'BTC-USDT',
  dayAtMs: 1_700_006_400_000,
  openSteps: 10_000_000,
  digits: 2,
  volatilityPpm: 25_000,
  activity: 64,
  openSlots: [[0, slotsPerDay]],
  ...change,
});

it('gives a slot the same tick whether it is reached directly, in order or backwards', () => {
  const slots = [0, 4, 8, 3_600, 3_604, 120_000, 345_596];
  const inOrder = createSimulatedPath(seed, aDay(), sha256);
  const backwards = createSimulatedPath(seed, aDay(), sha256);
  const forward = slots.map((slot) => inOrder.tickAt(slot));
  const reverse = [...slots]
    .reverse()
    .map((slot) => backwards.tickAt(slot))
    .reverse();
  expect(reverse).toEqual(forward);
  expect(slots.map((slot) => createSimulatedPath(seed, aDay(), sha256).tickAt(slot))).toEqual(forward);
});

it('draws the golden day: a change here changes what was published', () => {
  const path = createSimulatedPath(seed, aDay(), sha256);
  expect([0, 4, 172_800, 345_596].map((slot) => path.tickAt(slot)?.price)).toEqual([
    '100000',
    '100011.38',
    '99024.49',
    '99359.77',
  ]);
  expect(path.closeSteps()).toBe(9_935_639);
});

it('ticks at least once a second and at most four times, between the market hours only', () => {
  const day = aDay({ openSlots: [[316_800, 331_200]] });
  const ticks = [...simulatedTicks(seed, day, sha256)];
  const gaps = ticks.slice(1).map((tick, index) => tick.slot - (ticks[index]?.slot ?? 0));
  expect(ticks[0]).toMatchObject({ slot: 316_800, atMs: day.dayAtMs + 316_800 * 250, price: '100000' });
  expect(ticks[ticks.length - 1]?.slot).toBeLessThan(331_200);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(4);
  expect(Math.min(...gaps)).toBe(1);
  expect(createSimulatedPath(seed, day, sha256).tickAt(0)).toBeUndefined();
});

it('opens at the opening price, and ends where the next day opens', () => {
  const path = createSimulatedPath(seed, aDay({ openSlots: [[0, 3_600]] }), sha256);
  const last = path.tickAt(3_596)?.steps ?? 0;
  expect(path.tickAt(0)?.steps).toBe(10_000_000);
  expect(Math.abs(path.closeSteps() - last) / last).toBeLessThan(0.001);
});

it('moves by the volatility asked for, up as often as down', () => {
  const days = 400;
  const moves = Array.from({ length: days }, (_, index) => {
    const daySeed = sha256(Uint8Array.of(index & 255, index >> 8));
    return Math.log(createSimulatedPath(daySeed, aDay(), sha256).closeSteps() / 10_000_000);
  });
  const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / days);
  const ups = moves.filter((move) => move > 0).length;
  // Five standard errors: a false alarm is rarer than one in a million, and the seeds are fixed anyway.
  expect(Math.abs(deviation - 0.025)).toBeLessThan((5 * 0.025) / Math.sqrt(2 * days));
  expect(Math.abs(ups - days / 2)).toBeLessThan(5 * Math.sqrt(days / 4));
});

it('scatters short moves as a Brownian path does: variance grows with the span', () => {
  const path = createSimulatedPath(seed, aDay({ openSteps: 1_000_000_000 }), sha256);
  const at = (slot: number): number => Math.log(path.tickAt(slot)?.steps ?? 1);
  const variance = (span: number): number => {
    let sum = 0;
    for (let from = 0; from < 2_000; from++) sum += (at((from + 1) * span) - at(from * span)) ** 2;
    return sum / 2_000 / span;
  };
  const perSlot = 0.025 ** 2 / slotsPerDay;
  for (const span of [4, 20, 60, 160]) expect(Math.abs(variance(span) / perSlot - 1)).toBeLessThan(0.2);
});

it('changes the whole path with the seed or the symbol', () => {
  const price = (path: ReturnType<typeof createSimulatedPath>): string | undefined => path.tickAt(40_000)?.price;
  const one = price(createSimulatedPath(seed, aDay(), sha256));
  expect(price(createSimulatedPath(sha256(seed), aDay(), sha256))).not.toBe(one);
  expect(price(createSimulatedPath(seed, aDay({ symbol: 'ETH-USDT' }), sha256))).not.toBe(one);
});

it('draws a standardised deviate from a digest, and e to the x without the platform', () => {
  expect(gaussian(new Uint8Array(32))).toBeCloseTo(-6.928, 3);
  expect(gaussian(new Uint8Array(32).fill(255))).toBeCloseTo(6.928, 3);
  for (const x of [-0.5, -0.01, 0, 0.003, 0.4]) expect(exponential(x)).toBeCloseTo(Math.exp(x), 14);
});

it('turns steps to text and back without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 45 }), fc.integer({ min: 0, max: 8 }), (steps, digits) => {
      expect(textToSteps(stepsToText(steps, digits), digits)).toBe(steps);
    }),
  );
  expect(stepsToText(130_770, 5)).toBe('1.3077');
  expect(stepsToText(7, 5)).toBe('0.00007');
  expect(stepsToText(100, 2)).toBe('1');
});
