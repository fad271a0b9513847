/**
 * Once a day, just after midnight (UTC) or as soon as somebody is there: takes all balances, makes the tree, publishes its root. One
 * process at a time does so; any of the steps may be cut off and is taken up again.
 */
import { sql } from 'kysely';
import { untilNextDayMs } from '../calendar/days';
import { createLease } from '../feed/Lease';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Db, Tx } from '../store/database';
import { buildTree } from './buildTree';
import { madeDay, missedDay, publishDay } from './publishDay';
import { takeDay, unpublishedDays } from './takenDays';

export interface LiabilityJobDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Of this process. */
  readonly holder: string;
}

const leaseName = 'liabilities';
const leaseLifeMs = 60_000;
const everyMs = 60_000;
const forgottenAtOnce = 5000;

export function liabilityJob({ db, clock, log, holder }: LiabilityJobDeps): Job {
  const lease = createLease(db, leaseName, holder, leaseLifeMs);

  async function work(epoch: number, signal: AbortSignal): Promise<void> {
    const mayGoOn = async () => !signal.aborted && (await lease.renew(epoch, clock.now()));
    // Holding the lease's row makes a new holder wait, and an old one see that it is over.
    const holdLease = async (tx: Tx): Promise<boolean> => {
      const { rows } = await sql`select from lease where name = ${leaseName} and epoch = ${epoch}::bigint for share`.execute(tx);
      return rows.length > 0;
    };
    if (await takeDay(db, holdLease, clock.now())) log.info('liabilities of the day are taken');
    for (const taken of await unpublishedDays(db)) {
      const root = taken.takenAtMs === null ? undefined : await buildTree(db, taken, mayGoOn);
      if (taken.takenAtMs !== null && root === undefined) return;
      const toPublish = taken.takenAtMs === null || root === undefined ? missedDay(taken.day) : madeDay(taken, root);
      if (!(await mayGoOn())) return;
      if (await publishDay(db, holdLease, toPublish, clock.now()))
        log.info({ day: taken.day, root: root?.hash }, 'liabilities of a day are published');
    }
    while (await mayGoOn()) {
      const { rows } = await sql<{ gone: number }>`select forget_liabilities(${forgottenAtOnce}) as gone`.execute(db);
      if ((rows[0]?.gone ?? 0) === 0) return;
    }
  }

  return {
    name: 'liabilities',
    everyMs,
    async run(signal) {
      const epoch = await lease.acquire(clock.now());
      if (epoch !== undefined)
        try {
          await work(epoch, signal);
        } finally {
          await lease.release(epoch);
        }
      return Math.min(everyMs, untilNextDayMs(clock.now()));
    },
  };
}
