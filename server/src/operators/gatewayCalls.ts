import type { GatewayAlarmShown } from '@tessera/shared/operations';
import { sql } from 'kysely';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { doneOf } from './alarmCalls';
import { nextOf, usualLimit } from './nextOf';
import type { OperationHandlers } from './OperationHandler';

export function gatewayCalls({ db }: { readonly db: Db }) {
  return {
    async gatewayAlarms({ request: { state = 'open', cursor, limit = usualLimit } }) {
      const done = doneOf('gateway', sql`gateway_alarm.id::text`, sql`gateway_alarm.times::text`);
      let query = db
        .selectFrom('gatewayAlarm')
        .leftJoin('topup', 'topup.id', 'gatewayAlarm.topupId')
        .selectAll('gatewayAlarm')
        .select(['topup.publicId as topUp', 'topup.userId', done.as('done')])
        .orderBy('gatewayAlarm.id', 'desc')
        .limit(limit);
      if (state === 'open') query = query.where(done, 'is', null);
      if (cursor !== undefined) query = query.where('gatewayAlarm.id', '<', rowId(cursor));
      const rows = await query.execute();
      const items = rows.map(({ id, topupId: _, userId, ...row }): GatewayAlarmShown => ({
        ...row,
        id: String(id),
        userId: userId === null ? null : String(userId),
      }));
      return { items, next: nextOf(rows, limit) };
    },
  } satisfies Partial<OperationHandlers>;
}
