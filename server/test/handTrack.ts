/** A track as a hand makes it: slow start, quick middle, slow end, a little unsteady. */
export function handTrack(x: number): string {
  const steps = 24;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    const eased = t * t * (3 - 2 * t);
    return `${Math.round(step * 31 + (step % 3) * 4)}:${Math.round(x * eased)}`;
  }).join(',');
}
