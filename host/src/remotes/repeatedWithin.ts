import type { RemoteClock } from './RemoteClock';

/** Counts what befalls a version: true from the second time on within `ms` of the time before. */
export function repeatedWithin(ms: number, clock: RemoteClock): (version: string) => boolean {
  const lastAt = new Map<string, number>();
  return (version) => {
    const before = lastAt.get(version);
    const at = clock.now();
    lastAt.set(version, at);
    return before !== undefined && at - before < ms;
  };
}
