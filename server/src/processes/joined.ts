/** Its processes are one exchange to anyone who looks at it from outside. */
import { AggregatorRegistry } from 'prom-client';
import type { Checks } from '../ops/healthPages';
import type { Metrics } from '../platform/metrics';
import type { Problems } from './messages';
import type { Companion } from './Companion';

/** A check fails when it fails in one of them. */
export function joinedProblems(own: Checks, { worker, ...others }: Problems): Checks {
  const joined = { ...own, worker };
  return { ...joined, ...Object.fromEntries(Object.entries(others).map(([name, problem]) => [name, own[name] ?? problem])) };
}

/** All processes' figures, each with the name of its process. */
export async function figuresOf({ registry }: Metrics, companions: readonly Pick<Companion, 'metrics'>[]): Promise<string> {
  if (companions.length === 0) return registry.metrics();
  const figures = await Promise.all([registry.getMetricsAsJSON(), ...companions.map((one) => one.metrics())]);
  return AggregatorRegistry.aggregate(figures.map((one) => [...one])).metrics();
}
