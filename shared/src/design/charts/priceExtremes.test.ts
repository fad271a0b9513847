import { contains, priceExtremes } from './priceExtremes';

const bars = [
  { low: 100, high: 110 },
  { low: 95, high: 105 },
];

describe('price extremes', () => {
  test('bars in sight: all of them, with air on both sides', () => {
    const range = priceExtremes(bars, { smallest: 0.01 });
    expect(range?.min).toBeCloseTo(95 - 1.2);
    expect(range?.max).toBeCloseTo(110 + 1.2);
  });

  test('a marked price nearby is brought into sight, one far away is not', () => {
    expect(priceExtremes(bars, { smallest: 0.01, alsoShow: [90] })?.min).toBeLessThan(90);
    expect(priceExtremes(bars, { smallest: 0.01, alsoShow: [20] })?.min).toBeGreaterThan(90);
  });

  test('a market that stands still: ten steps of height, not none', () => {
    const range = priceExtremes([{ low: 7, high: 7 }], { smallest: 0.5 });
    expect((range?.max ?? 0) - (range?.min ?? 0)).toBeCloseTo(5 * 1.16);
  });

  test('no bars: no range', () => {
    expect(priceExtremes([], { smallest: 0.01 })).toBeUndefined();
  });

  test('a bar that leaves the range is noticed', () => {
    const range = { min: 90, max: 112 };
    expect(contains(range, { low: 90, high: 112 })).toBe(true);
    expect(contains(range, { low: 91, high: 112.01 })).toBe(false);
  });
});
