/**
 * What the processes of an exchange tell each other over the channel between parent and child. Only hints and reports: the
 * database is the truth, and anyone who misses a message finds the same there a moment later.
 */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Checks } from '../ops/healthPages';

export type MetricFigures = readonly MetricObjectWithValues<MetricValue<string>>[];

export type ToCompanion =
  /** There is work for these jobs. */
  | { readonly kind: 'wake'; readonly jobs: readonly string[] }
  | { readonly kind: 'askMetrics'; readonly id: number }
  /** What is wrong with the exchange, for who shows it. */
  | { readonly kind: 'problems'; readonly problems: Checks };

/** A problem by the name of its check, in English for health pages. */
export type Problems = Readonly<Record<string, string>>;

export type FromCompanion =
  /** With the port that it listens on, where it does. */
  | { readonly kind: 'started'; readonly port?: number }
  | { readonly kind: 'health'; readonly problems: Problems }
  /** Ticks were written; private events were committed. */
  | { readonly kind: 'written'; readonly what: readonly ('ticks' | 'outbox')[] }
  | { readonly kind: 'metrics'; readonly id: number; readonly figures: MetricFigures };
