/** The vertical range: the bars in sight with air above and below. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

const air = 0.08;

export function priceExtremes(
  lowHighs: Iterable<{ readonly low: number; readonly high: number }>,
  options: { readonly alsoShow?: readonly number[]; readonly smallest: number },
): PriceRange | undefined {
  let low = Infinity;
  let high = -Infinity;
  for (const bar of lowHighs) {
    if (bar.low < low) low = bar.low;
    if (bar.high > high) high = bar.high;
  }
  if (low > high) return undefined;
  // A marked price just out of sight is brought into it; one far away would squeeze the bars flat.
  const reach = Math.max(high - low, options.smallest * 10);
  for (const price of options.alsoShow ?? []) {
    if (price < low && price > low - reach) low = price;
    if (price > high && price < high + reach) high = price;
  }
  // A market that stood still must not be drawn as a wild one.
  const height = Math.max(high - low, options.smallest * 10);
  const middle = (low + high) / 2;
  return { min: middle - height / 2 - height * air, max: middle + height / 2 + height * air };
}

export const contains = (range: PriceRange, bar: { readonly low: number; readonly high: number }): boolean =>
  bar.low >= range.min && bar.high <= range.max;
