/** Figures about the running server, in the Prometheus text format. Each app has its own registry, so tests do not share. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  /** Asking twice for one name answers the same instrument. */
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(name: string, help: string, labels?: readonly string[]): Gauge;
  histogram(name: string, help: string, buckets: readonly number[], labels?: readonly string[]): Histogram;
}

export function createMetrics(options: {
  readonly collectProcess: boolean;
  /** Names this process in every figure, where several are shown together. */
  readonly process?: string | undefined;
}): Metrics {
  const registry = new Registry();
  if (options.process !== undefined) registry.setDefaultLabels({ process: options.process });
  if (options.collectProcess) collectDefaultMetrics({ register: registry });
  function once<T>(name: string, make: () => T): T {
    return (registry.getSingleMetric(name) as T | undefined) ?? make();
  }
  return {
    registry,
    counter: (name, help, labels = []) =>
      once(name, () => new Counter({ name, help, labelNames: [...labels], registers: [registry] })),
    gauge: (name, help, labels = []) =>
      once(name, () => new Gauge({ name, help, labelNames: [...labels], registers: [registry] })),
    histogram: (name, help, buckets, labels = []) =>
      once(name, () => new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers: [registry] })),
  };
}
