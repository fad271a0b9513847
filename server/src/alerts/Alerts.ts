/** Price alerts: the calls, and the job that holds the tick log against them. */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Catalog } from '../catalog/Catalog';
import type { Messages } from '../content/messages';
import type { Handlers } from '../http/handler';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Db } from '../store/database';
import { parseRowId, rowId } from '../store/rowId';
import { batchSize, reachAlerts } from './reachAlerts';
import { maxAlerts, presentAlert, setAlert } from './setAlert';

export interface AlertsDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly messages: Pick<Messages, 'send'>;
  /** Called after a commit that wrote private events. */
  readonly wakeOutbox: () => void;
  /** Starts a round of a job in this process, if it runs there. */
  readonly wakeJob: (name: string) => void;
}

export interface Alerts {
  readonly handlers: Handlers;
  readonly job: Job;
  /** For anyone who hears recorded ticks: a new tick may reach alerts. */
  onTicks(): void;
}

const jobName = 'price-alerts';
/** Without a tick there is nothing to reach; this finds what a wake that was lost left. */
const everyMs = 1000;

export function createAlerts({ db, catalog, clock, messages, wakeOutbox, wakeJob }: AlertsDeps): Alerts {
  const wake = (): void => wakeJob(jobName);
  return {
    onTicks: wake,
    job: {
      name: jobName,
      everyMs,
      async run(signal) {
        if (!(await hasWork(db))) return;
        await sql`select mark_price_alerts()`.execute(db);
        for (let taken = batchSize; taken === batchSize && !signal.aborted;) {
          const judged = await reachAlerts(db, messages, clock.now());
          if (judged.reached > 0) wakeOutbox();
          taken = judged.taken;
        }
      },
    },
    handlers: {
      async alertList({ user, request }) {
        let mine = db.selectFrom('priceAlert').selectAll().where('userId', '=', rowId(user.userId));
        if (request.symbol !== undefined) mine = mine.where('symbolId', '=', request.symbol);
        return { items: (await mine.orderBy('id', 'desc').execute()).map(presentAlert), max: maxAlerts };
      },

      async alertSet({ user, request, nowMs }) {
        const alert = await setAlert({ db, catalog }, { userId: rowId(user.userId), request, nowMs });
        wake();
        return alert;
      },

      async alertDelete({ user, request }) {
        const id = parseRowId(request.id);
        if (id === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'id' } });
        await db.deleteFrom('priceAlert').where('id', '=', id).where('userId', '=', rowId(user.userId)).execute();
        return {};
      },
    },
  };
}

const strideTicks = 500;

/**
 * One question, because each beat of the prices asks it: an alert is due, or there are ticks to hold against some. Where no alert waits the cursor
 * follows in strides: an alert looks only at ticks after its own seq, whatever marked it.
 */
async function hasWork(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from price_alert where is_due)
      or exists (select from price_alert_cursor c join tick_head h using (symbol_id)
        where h.seq >= c.seq + ${strideTicks} or h.seq > c.seq and exists (select from price_alert a where a.symbol_id = c.symbol_id))`.execute(
    db,
  );
  return rows.length > 0;
}
