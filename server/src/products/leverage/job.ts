/**
 * The worker's loop: finds the accounts to which something may have happened since the last round, judges each in its own
 * transaction, then moves the cursor. An account that cannot be booked is set aside for a while with the place it stands
 * at, so that it holds up nobody else. Any number of workers may run the same round: what one did the other finds done.
 */
import { AppError } from '@tessera/shared/errors';
import type { Job } from '../../jobs/JobRunner';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { Db } from '../../store/database';
import { isTransient } from '../../store/idempotency';
import type { Owner } from './booking';
import { findRound, moveCursor, setAside, type Round } from './findAccounts';
import { settleAccount } from './settleAccount';

export const executionJobName = 'leverage-execution';
const longestPauseMs = 1000;
/** Something waits for a tick or for the clock. */
const shortPauseMs = 150;
const setAsideMs = 30_000;
/** Accounts judged at the same time: their transactions spend most of their time on the way to the database. */
const abreast = 4;

export interface ExecutionParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Called after a commit that wrote private events. */
  readonly wakeOutbox: () => void;
}

export interface ExecutionRound {
  readonly accounts: number;
  readonly events: number;
}

export function createExecution({ db, clock, log, metrics, wakeOutbox }: ExecutionParts): {
  readonly job: Job;
  readonly runRound: () => Promise<ExecutionRound>;
} {
  const deals = metrics.counter('leverage_deals_total', 'Openings and closings by what triggered them', ['trigger']);
  const delay = metrics.histogram(
    'leverage_decision_delay_seconds',
    'From the deciding tick to the booked deal',
    [0.25, 0.5, 1, 2, 5, 30, 120],
  );
  const failed = metrics.counter(
    'leverage_accounts_set_aside_total',
    'Accounts that could not be judged and are tried again later',
  );

  async function judge(owner: Owner, cursorMs: number): Promise<number> {
    let events = 0;
    for (;;) {
      const nowMs = clock.now();
      const { bookings, isUnfinished } = await settleAccount(db, owner, cursorMs, nowMs);
      for (const deal of bookings.flatMap((booking) => booking.deals)) {
        deals.inc({ trigger: deal.trigger.kind });
        delay.observe(Math.max(0, clock.now() - deal.fill.tick.atMs) / 1000);
      }
      events += bookings.length;
      if (bookings.length > 0) wakeOutbox();
      if (!isUnfinished) return events;
    }
  }

  async function judgeOrSetAside(owner: Owner, round: Round): Promise<number> {
    try {
      return await judge(owner, round.cursorMs);
    } catch (error) {
      // Nothing can be booked for anybody: no account is at fault, and the cursor stays.
      if (isTransient(error) || (error instanceof AppError && error.code === 'WALLET_FUNDS_READ_ONLY')) throw error;
      failed.inc();
      log.error({ err: error, account: owner }, 'an account could not be judged');
      await setAside(db, owner, round.cursorMs, clock.now() + setAsideMs);
      return 0;
    }
  }

  async function runRound(): Promise<ExecutionRound> {
    const round = await findRound(db, clock.now());
    const waiting = [...round.owners];
    let events = 0;
    const work = async (): Promise<void> => {
      for (let owner = waiting.shift(); owner !== undefined; owner = waiting.shift()) {
        // Not `events += await`: that reads the sum before the others have added to it.
        const happened = await judgeOrSetAside(owner, round);
        events += happened;
      }
    };
    await Promise.all(Array.from({ length: abreast }, work));
    await moveCursor(db, round.heads);
    return { accounts: round.owners.length, events };
  }

  return {
    runRound,
    job: {
      name: executionJobName,
      everyMs: longestPauseMs,
      async run(signal) {
        while (!signal.aborted) {
          const { accounts, events } = await runRound();
          // What was opened just now is looked at once more; what only waits is not hurried.
          if (events === 0) return accounts > 0 ? shortPauseMs : longestPauseMs;
        }
        return undefined;
      },
    },
  };
}
