import type { AlarmDone, AlarmKind } from '@tessera/shared/operations';
import { sql, type Expression } from 'kysely';
import { appendAudit } from '../ops/audit';
import { toReviewError } from '../reviews/reviewError';
import type { Db } from '../store/database';
import { toOperatorError } from './operatorError';
import type { OperationHandlers } from './OperationHandler';

export function alarmCalls({ db }: { readonly db: Db }) {
  return {
    async alarmsDone({ request: { kind, ref, seen, reason }, operator, nowMs }) {
      await db
        .transaction()
        .execute(async (tx) => {
          const details = { seen, reason };
          await appendAudit(tx, { actor: operator.name, action: 'alarms.done', subject: `${kind} ${ref}`, details, nowMs });
          await sql`select mark_alarm_done(${operator.sessionHash}, ${kind}, ${ref}, ${seen}, ${reason}, ${nowMs}::bigint)`.execute(
            tx,
          );
        })
        .catch((error: unknown) => {
          throw toOperatorError(toReviewError(error));
        });
      return {};
    },
  } satisfies Partial<OperationHandlers>;
}

/** What an operator said of an alarm that still says `says`; null: it is open. For a column of a query. */
export const doneOf = (kind: AlarmKind, ref: Expression<string>, says: Expression<string>) => sql<AlarmDone>`(
  select json_build_object('by', n.name, 'reason', d.reason, 'atMs', d.at_ms)
  from alarm_done d join operator_name n on n.id = d.operator_id
  where d.kind = ${kind} and d.ref = ${ref} and d.seen = ${says})`;
