import type { Log } from './log';
import { withLimit } from './timers';

/** What has to stop, by its name in the log. */
export type StopStep = readonly [name: string, stop: () => Promise<unknown> | void];

/**
 * Runs the steps one after the other, each whatever became of the one before: what cannot stop, because the database is away or a
 * query hangs, must not keep the rest running. When `limitMs` is over, the steps that are left are begun and not waited for.
 */
export async function stopInOrder(steps: readonly StopStep[], { log, limitMs }: { log: Log; limitMs: number }): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (const [name, stop] of steps) {
    const leftMs = Math.max(0, deadline - performance.now());
    try {
      await withLimit(Promise.resolve(stop()), leftMs, () => new Error(`not done in ${Math.round(limitMs / 1000)} s`));
    } catch (error) {
      log.warn({ err: error, step: name }, 'a part did not stop in order');
    }
  }
}
