/** Limits that people set for themselves: the calls, and the job that tells when a raise begins. Orders ask holdLimits. */
import type { Handlers } from '../http/handler';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import { limitHandlers, type LimitDeps } from './limitHandlers';
import { tellLimits } from './tellLimits';

export interface PersonalLimits {
  readonly handlers: Handlers;
  readonly job: Job;
}

export const createPersonalLimits = (deps: LimitDeps & { readonly clock: Clock }): PersonalLimits => ({
  handlers: limitHandlers(deps),
  job: { name: 'begun-limits', everyMs: 15_000, run: async () => void (await tellLimits(deps, deps.clock.now())) },
});
