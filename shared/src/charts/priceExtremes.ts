/** The vertical range: the bars in sight with air above and below, and room for the volume at the bottom. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

const air = 0.08;
/** The part of the plot's height that belongs to the volume columns. */
export const volumePart = 0.18;

export function priceExtremes(
  lowHighs: Iterable<{ readonly low: number; readonly high: number }>,
  options: { readonly hasVolume: boolean; readonly alsoShow?: readonly number[]; readonly smallest: number },
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
  const top = middle + height / 2 + height * air;
  const bottom = middle - height / 2 - height * air;
  const part = options.hasVolume ? volumePart : 0;
  return { min: bottom - ((top - bottom) * part) / (1 - part), max: top };
}

export const contains = (range: PriceRange, bar: { readonly low: number; readonly high: number }): boolean =>
  bar.low >= range.min && bar.high <= range.max;
