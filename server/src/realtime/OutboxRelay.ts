/**
 * Carries committed outbox rows to anyone who listens (the sockets of this node), each row once, in order of id.
 *
 * Ids are drawn before commit, so a smaller id may become visible after a larger one. The relay therefore remembers not
 * an id but a transaction horizon: everything below the oldest transaction that ran when it last looked has been seen.
 * It reads from that horizon on and leaves out the ids it has relayed. Nothing is skipped, however late it commits.
 */
import type { AccountMode, PrivateEvent, PrivateEventBody } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { repeat, type Repeating } from '../platform/timers';
import type { Db } from '../store/database';
import { deleteInSteps } from '../store/deleteInSteps';
import { toPrivateEvent } from './outbox';

/** The safety net when nobody woke us: another process wrote the event. */
const pollMs = 500;
const forgetRoundMs = 600_000;
const keptMs = 7 * 86_400_000;

export type PrivateEventListener = (to: { readonly userId: string; readonly mode: AccountMode }, event: PrivateEvent) => void;

export interface OutboxRelay {
  start(listener: PrivateEventListener): Promise<void>;
  /** Relays now: call it after the commit of a transaction that appended. */
  wake(): void;
  stop(): Promise<void>;
}

interface OutboxRow {
  readonly id: number | null;
  readonly txid: string;
  readonly userId: number;
  readonly mode: AccountMode;
  readonly seq: number;
  readonly atMs: number;
  readonly body: PrivateEventBody;
  /** The oldest transaction that was still running for this look. */
  readonly horizon: string;
}

export function createOutboxRelay(options: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}): OutboxRelay {
  const { db, clock, log, metrics } = options;
  const lag = metrics.histogram('outbox_lag_seconds', 'From an event to its relay', [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]);
  /** Transaction of each relayed row at or above the horizon, by id. */
  const relayed = new Map<number, bigint>();
  let horizon = 0n;
  let timers: Repeating[] = [];

  async function look(listener: PrivateEventListener): Promise<void> {
    const { rows } = await sql<OutboxRow>`
      select o.id, o.txid, o.user_id, o.mode, o.seq, o.at_ms, o.body, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
      from (values (1)) one (x) left join outbox o on o.txid >= ${String(horizon)}::xid8 order by o.id`.execute(db);
    for (const row of rows) {
      if (row.id === null || relayed.has(row.id)) continue;
      relayed.set(row.id, BigInt(row.txid));
      lag.observe(Math.max(0, clock.now() - row.atMs) / 1000);
      listener({ userId: String(row.userId), mode: row.mode }, toPrivateEvent(row));
    }
    horizon = BigInt(rows[0]?.horizon ?? horizon);
    for (const [id, txid] of relayed) if (txid < horizon) relayed.delete(id);
  }

  return {
    async start(listener) {
      const { rows } = await sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(
        db,
      );
      horizon = BigInt(rows[0]?.horizon ?? '0');
      timers = [
        repeat(
          pollMs,
          () => look(listener),
          (error) => log.warn({ err: error }, 'private events could not be relayed; they wait'),
        ),
        repeat(
          forgetRoundMs,
          () => forgetOldEvents(db, clock.now() - keptMs),
          (error) => log.warn({ err: error }, 'old events stay'),
        ),
      ];
    },
    wake: () => timers[0]?.wake(),
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
      timers = [];
    },
  };
}

export const forgetOldEvents = (db: Db, beforeMs: number): Promise<void> =>
  deleteInSteps(db, 'outbox', sql`at_ms < ${beforeMs}::bigint`);
