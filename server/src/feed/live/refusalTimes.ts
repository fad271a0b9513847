/** What was refused of one symbol and when, as far back as a pause is asked about. */
import type { PauseReason } from '../PriceFeed';

/** A long pause repeats its reason; only its last instant is kept, so these reach far. */
const maxSpans = 200;

export interface RefusalTimes {
  add(why: PauseReason, atMs: number): void;
  /** The reason that was given last in the time; undefined when nothing was refused in it. */
  lastBetween(fromMs: number, toMs: number): PauseReason | undefined;
}

export function createRefusalTimes(): RefusalTimes {
  const spans: { readonly why: PauseReason; readonly fromMs: number; toMs: number }[] = [];
  return {
    add(why, atMs) {
      const last = spans[spans.length - 1];
      if (last?.why === why && atMs - last.toMs <= maxStepMs) last.toMs = atMs;
      else spans.push({ why, fromMs: atMs, toMs: atMs });
      if (spans.length > maxSpans) spans.shift();
    },
    lastBetween: (fromMs, toMs) => spans.findLast((span) => span.fromMs <= toMs && span.toMs >= fromMs)?.why,
  };
}

/** Refusals of one pause follow one another; after a longer silence another one begins. */
const maxStepMs = 1_000;
