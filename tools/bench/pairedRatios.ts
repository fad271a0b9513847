/**
 * Ratios that a noisy machine can tell: reference and candidate run in turns, which of them first is drawn, and each pair
 * gives one ratio. The median is the figure, the range says how much to trust it; a reference that drifts by more than a
 * quarter between its first and last third is named.
 */
export interface Ratios {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly pairs: number;
  readonly reference: number;
  readonly candidate: number;
  readonly hasDrifted: boolean;
}

/** Both answer their figure (a rate, a time); the ratio is candidate ÷ reference. */
export async function pairedRatios(
  reference: () => Promise<number>,
  candidate: () => Promise<number>,
  pairs = 9,
): Promise<Ratios> {
  const found: { reference: number; candidate: number }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (Math.random() < 0.5) {
      const first = await reference();
      found.push({ reference: first, candidate: await candidate() });
    } else {
      const first = await candidate();
      found.push({ reference: await reference(), candidate: first });
    }
  }
  const ratios = found.map((pair) => pair.candidate / pair.reference);
  const references = found.map((pair) => pair.reference);
  const third = Math.max(1, Math.floor(pairs / 3));
  const drift = median(references.slice(-third)) / median(references.slice(0, third));
  return {
    median: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    pairs,
    reference: median(references),
    candidate: median(found.map((pair) => pair.candidate)),
    hasDrifted: drift > 1.25 || drift < 0.8,
  };
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function report(name: string, unit: string, ratios: Ratios, target: string): void {
  const figure = (value: number): string => value.toFixed(value < 10 ? 2 : 0);
  console.log(`\n${name}`);
  console.log(`  ours ${figure(ratios.candidate)} ${unit}, reference ${figure(ratios.reference)} ${unit}`);
  console.log(
    `  ratio ${ratios.median.toFixed(2)} (${ratios.min.toFixed(2)} to ${ratios.max.toFixed(2)}, ${ratios.pairs} pairs); target ${target}`,
  );
  if (ratios.hasDrifted) console.log('  the reference drifted by more than a quarter: the machine is too busy for this figure');
}
