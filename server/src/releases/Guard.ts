/** Looks at what all servers counted and carries out what guardDecision says. Runs on every server that has timed work. */
import { ReleaseProblem, type ReleaseStore } from '@tessera/release';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { guardDecision, guardThreshold, recentFailures, type GuardAction, type GuardMode } from './guardDecision';
import type { Outage } from './outage';
import { untilStopped } from './untilStopped';

const everyMs = 5000;
/** Enough to see when the present release became stable and what a guard did before. */
const logLength = 100;
const maxTries = 5;
/** A change that has begun may end. */
const stopGraceMs = 3000;

export function createGuard(parts: {
  readonly mode: GuardMode;
  readonly store: Pick<ReleaseStore, 'readPresence' | 'readLog'>;
  /** Halts or rolls back, by the guard. Rejects with a ReleaseProblem. */
  readonly act: (action: GuardAction) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly outage: Outage;
}): Job {
  const { mode, store, clock, log } = parts;
  const acted = parts.metrics.counter('release_guard_actions_total', 'Changes of the release pointer made by the guard', [
    'verb',
    'outcome',
  ]);

  async function decide(): Promise<GuardAction[]> {
    const nowMs = clock.now();
    const failures = recentFailures((await store.readPresence()).reports, nowMs);
    // The usual case: the log is not even read.
    if (failures.reduce((sum, { failed }) => sum + failed, 0) < guardThreshold.clients) return [];
    return guardDecision({ mode, failures, nowMs, log: await store.readLog(logLength) });
  }

  /** False when somebody changed the pointer meanwhile, often another server's guard. */
  async function carryOut(action: GuardAction): Promise<boolean> {
    try {
      await parts.act(action);
      acted.inc({ verb: action.verb, outcome: 'done' });
      log.warn({ ...action }, 'the guard changed the release pointer');
    } catch (error) {
      acted.inc({ verb: action.verb, outcome: 'failed' });
      if (error instanceof ReleaseProblem && error.kind === 'conflict') return false;
      log.error({ ...action, err: error }, 'the guard could not change the release pointer');
    }
    return true;
  }

  async function decideAndAct(): Promise<void> {
    for (let tries = 0; tries < maxTries; tries++) {
      // Each is for the pointer as it was judged, so after one that was done the next is judged again.
      let isMoved = false;
      for (const action of await decide()) isMoved ||= !(await carryOut(action));
      if (!isMoved) return;
    }
  }

  return {
    name: 'release-guard',
    everyMs,
    async run(signal) {
      try {
        await untilStopped(decideAndAct(), signal, stopGraceMs);
        parts.outage.ended();
      } catch (error) {
        if (!(error instanceof ReleaseProblem) || error.kind !== 'unreachable') throw error;
        parts.outage.failed(error);
      }
    },
  };
}
