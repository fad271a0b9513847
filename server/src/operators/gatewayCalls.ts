import type { GatewayAlarmShown } from '@tessera/shared/operations';
import { readGatewayAlarms } from '../gateway/alarms';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { nextOf, usualLimit } from './nextOf';
import type { OperationHandlers } from './OperationHandler';

export function gatewayCalls({ db }: { readonly db: Db }) {
  return {
    async gatewayAlarms({ request: { cursor, limit = usualLimit } }) {
      const rows = await readGatewayAlarms(db, { before: cursor === undefined ? undefined : rowId(cursor), limit });
      const items = rows.map(({ id, reason, subject, detail, topUp, userId, times, firstAtMs, lastAtMs }): GatewayAlarmShown => ({
        id: String(id),
        reason,
        subject,
        detail,
        topUp,
        userId: userId === null ? null : String(userId),
        times,
        firstAtMs,
        lastAtMs,
      }));
      return { items, next: nextOf(rows, limit) };
    },
  } satisfies Partial<OperationHandlers>;
}
