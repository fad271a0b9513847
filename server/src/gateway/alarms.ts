/** What went wrong between the gateway and us, for operators: in the table that the console shows, in the log, and as a figure. */
import { sql } from 'kysely';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Db } from '../store/database';

/** Of a message whose sender is proven: about a payment. */
export type PaymentFault =
  | 'unknown_payment'
  | 'wrong_id'
  | 'wrong_amount'
  | 'wrong_currency'
  | 'late'
  | 'out_of_order'
  /** Paid, and the book refused it: an operator decides. */
  | 'not_booked'
  /** Refunded or charged back, and the person no longer has it. */
  | 'reversal_short'
  | 'refused'
  | 'unanswered';
/** Of a message that anybody may have sent. */
export type CallbackFault = 'wrong_signature' | 'outside_window' | 'too_large' | 'unreadable';

export interface Alarm {
  readonly reason: PaymentFault | CallbackFault;
  readonly subject: string;
  readonly topUpId: number | null;
  readonly detail: string;
  readonly nowMs: number;
}

export interface GatewayAlarms {
  raise(alarm: Alarm): Promise<void>;
  /** Of strangers' messages: the first at once, then one row a minute however many come. Waits for nothing. */
  raiseOfStranger(reason: CallbackFault, nowMs: number): void;
}

const strangersEveryMs = 60_000;

export function createGatewayAlarms({
  db,
  log,
  metrics,
}: {
  readonly db: Db;
  readonly log: Log;
  readonly metrics: Metrics;
}): GatewayAlarms {
  const raised = metrics.counter('gateway_alarms_total', 'What the card gateway said that was not done, or did not say', [
    'reason',
  ]);
  const strangers = new Map<CallbackFault, { count: number; writtenMs: number }>();

  const write = ({ reason, subject, topUpId, detail, nowMs }: Alarm, times: number) =>
    db
      .insertInto('gatewayAlarm')
      .values({ reason, subject, topupId: topUpId, detail, times, firstAtMs: nowMs, lastAtMs: nowMs })
      .onConflict((conflict) =>
        conflict.columns(['reason', 'subject']).doUpdateSet({
          times: sql`gateway_alarm.times + excluded.times`,
          detail: sql`excluded.detail`,
          lastAtMs: sql`excluded.last_at_ms`,
        }),
      )
      .execute();

  return {
    async raise(alarm) {
      raised.inc({ reason: alarm.reason });
      const { reason, subject, detail } = alarm;
      log.error({ reason, payment: subject, detail }, 'the card gateway and the book do not agree');
      await write(alarm, 1);
    },

    raiseOfStranger(reason, nowMs) {
      raised.inc({ reason });
      const kept = strangers.get(reason) ?? { count: 0, writtenMs: 0 };
      strangers.set(reason, kept);
      kept.count += 1;
      if (nowMs - kept.writtenMs < strangersEveryMs) return;
      const { count } = kept;
      Object.assign(kept, { count: 0, writtenMs: nowMs });
      log.warn({ reason, count }, 'a callback that is not from the card gateway');
      const subject = new Date(nowMs).toISOString().slice(0, 10);
      const detail = 'A callback that is not from the gateway, or that it signs with another key.';
      write({ reason, subject, topUpId: null, detail, nowMs }, count).catch((error: unknown) =>
        log.error({ err: error, reason }, 'an alarm could not be kept'),
      );
    },
  };
}
