/**
 * Judges contract accounts: finds those to which something may have happened since the last round, judges each in its own
 * transaction, then moves the cursor. An account that is set aside keeps, in its row, the place it stands at.
 */
import { createWorker, inParallel, maxPauseMs, type RoundContext, type WorkerDeps } from '../../execution/createWorker';
import type { Job } from '../../jobs/JobRunner';
import type { Owner } from './booking';
import { findRound, hasWork, moveCursor, setAside } from './findAccounts';
import { settleAccount } from './settleAccount';

export const executionJobName = 'leverage-execution';
/** Something waits for a tick or for the clock. */
const shortPauseMs = 150;
const concurrency = 4;

export interface ExecutionRound {
  readonly accounts: number;
  readonly events: number;
}

/** An account and where everybody else was judged to, when it could not be. */
interface Judged {
  readonly owner: Owner;
  readonly cursorMs: number;
}

export function createExecution(deps: WorkerDeps): { readonly job: Job; readonly runRound: () => Promise<ExecutionRound> } {
  const { db, clock, metrics, wakeOutbox } = deps;
  const deals = metrics.counter('leverage_deals_total', 'Openings and closings by what triggered them', ['trigger']);
  const delay = metrics.histogram(
    'leverage_decision_delay_seconds',
    'From the deciding tick to the booked deal',
    [0.25, 0.5, 1, 2, 5, 30, 120],
  );

  /** Answers how much happened. */
  async function judge({ owner, cursorMs }: Judged): Promise<number> {
    let events = 0;
    for (;;) {
      const { bookings, isUnfinished } = await settleAccount(db, owner, cursorMs, clock.now());
      for (const deal of bookings.flatMap((booking) => booking.deals)) {
        deals.inc({ trigger: deal.trigger.kind });
        delay.observe(Math.max(0, clock.now() - deal.fill.tick.atMs) / 1000);
      }
      events += bookings.length;
      if (bookings.length > 0) wakeOutbox();
      if (!isUnfinished) return events;
    }
  }

  async function judgeAll({ nowMs, signal, attempt }: RoundContext<Judged>): Promise<ExecutionRound> {
    const { owners, cursorMs, heads } = await findRound(db, nowMs);
    let events = 0;
    await inParallel(owners, concurrency, signal, async (owner) => {
      const one = { owner, cursorMs };
      // Not `events += await`: that reads the sum before the others have added to it.
      const happened = (await attempt(one, () => judge(one))) ?? 0;
      events += happened;
    });
    // A round that was cut short has not seen everybody.
    if (!signal.aborted) await moveCursor(db, heads);
    return { accounts: owners.length, events };
  }

  const worker = createWorker<Judged>(deps, {
    name: executionJobName,
    subject: 'a contract account',
    setAside: ({ owner, cursorMs }, untilMs) => setAside(db, owner, cursorMs, untilMs),
    begin: async () => ((await hasWork(db)) ? undefined : maxPauseMs),
    async round(context) {
      const { accounts, events } = await judgeAll(context);
      // What was opened just now is looked at once more; what only waits is not hurried.
      if (events > 0) return undefined;
      return accounts > 0 ? shortPauseMs : maxPauseMs;
    },
  });
  const runRound = async () => ((await hasWork(db)) ? judgeAll(worker.context()) : { accounts: 0, events: 0 });
  return { job: worker.job, runRound };
}
