/** Limits that people set for themselves: the calls, and the jobs that tell when a raise begins and keep breaks. Orders ask holdLimits. */
import type { Handlers } from '../http/handler';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Receipts } from '../record/Receipts';
import { cancelInBreaks } from './cancelInBreaks';
import { limitHandlers, type LimitDeps } from './limitHandlers';
import { tellLimits } from './tellLimits';

export interface PersonalLimits {
  readonly handlers: Handlers;
  readonly jobs: readonly Job[];
}

interface PersonalLimitsDeps extends Omit<LimitDeps, 'wakeBreaks'> {
  readonly clock: Clock;
  readonly receipts: Receipts;
  /** Starts a round of a job in this process, if it runs there. */
  readonly wakeJob: (name: string) => void;
}

const breaksJobName = 'orders-in-breaks';

export const createPersonalLimits = (deps: PersonalLimitsDeps): PersonalLimits => ({
  handlers: limitHandlers({ ...deps, wakeBreaks: () => deps.wakeJob(breaksJobName) }),
  jobs: [
    { name: 'begun-limits', everyMs: 15_000, run: async () => void (await tellLimits(deps, deps.clock.now())) },
    {
      name: breaksJobName,
      everyMs: 15_000,
      run: async () => {
        if ((await cancelInBreaks(deps)) > 0) deps.wakeOutbox();
      },
    },
  ],
});
