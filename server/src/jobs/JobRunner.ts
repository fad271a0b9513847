/**
 * Timed work of this process. A job says how often it wants to run and does one round; rounds of one job never overlap, a
 * failed round is logged and counted and the next one comes as usual. What must happen exactly once across several nodes
 * is guarded in the job's own SQL (SKIP LOCKED, unique keys, leases), not here.
 */
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { repeat, type Repeating } from '../platform/timers';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** One round. May answer after how many ms the next one should come, for work that knows when it is due. */
  run(signal: AbortSignal): Promise<number | void>;
}

export interface JobRunner {
  /** Before start. */
  add(job: Job): void;
  start(): void;
  /** Waits for the rounds that are running. */
  stop(): Promise<void>;
  /** Starts the job's next round now: somebody knows that there is work. */
  wake(name: string): void;
}

export function createJobRunner({ log, metrics }: { readonly log: Log; readonly metrics: Metrics }): JobRunner {
  const jobs: Job[] = [];
  const running = new Map<string, Repeating>();
  const rounds = metrics.counter('job_rounds_total', 'Rounds of timed work by outcome', ['job', 'outcome']);
  const failing = metrics.gauge('job_unfinished', '1 while the last round of a job did not finish', ['job']);
  return {
    add: (job) => void jobs.push(job),
    start() {
      for (const job of jobs) {
        const round = async (signal: AbortSignal) => {
          const next = await job.run(signal);
          rounds.inc({ job: job.name, outcome: 'done' });
          failing.set({ job: job.name }, 0);
          return next;
        };
        const onError = (error: unknown) => {
          rounds.inc({ job: job.name, outcome: 'failed' });
          failing.set({ job: job.name }, 1);
          log.error({ err: error, job: job.name }, 'job round failed');
        };
        running.set(job.name, repeat(job.everyMs, round, onError));
      }
    },
    async stop() {
      await Promise.all([...running.values()].map((one) => one.stop()));
      running.clear();
    },
    wake: (name) => running.get(name)?.wake(),
  };
}
