/**
 * What the two processes of an exchange tell each other over the channel between parent and child. Only hints and reports: the
 * database is the truth, and anyone who misses a message finds the same there a moment later.
 */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

export type MetricFigures = readonly MetricObjectWithValues<MetricValue<string>>[];

export type ToWorker =
  /** There is work for these jobs. */
  { readonly kind: 'wake'; readonly jobs: readonly string[] } | { readonly kind: 'askMetrics'; readonly id: number };

/** A problem by the name of its check, in English for health pages. */
export type Problems = Readonly<Record<string, string>>;

export type FromWorker =
  | { readonly kind: 'started' }
  | { readonly kind: 'health'; readonly problems: Problems }
  /** Ticks were written; private events were committed. */
  | { readonly kind: 'written'; readonly what: readonly ('ticks' | 'outbox')[] }
  | { readonly kind: 'metrics'; readonly id: number; readonly figures: MetricFigures };
