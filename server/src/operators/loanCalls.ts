import type { LoanAlarmShown } from '@tessera/shared/operations';
import { sql } from 'kysely';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { doneOf } from './alarmCalls';
import { nextOf, usualLimit } from './nextOf';
import type { OperationHandlers } from './OperationHandler';

export function loanCalls({ db }: { readonly db: Db }) {
  return {
    async loansAlarms({ request: { state = 'open', cursor, limit = usualLimit } }) {
      const done = doneOf('loan_price', sql`loan_price_alarm.id::text`, sql`loan_price_alarm.loans::text`);
      let query = db.selectFrom('loanPriceAlarm').selectAll().select(done.as('done')).orderBy('id', 'desc').limit(limit);
      if (state === 'open') query = query.where(done, 'is', null);
      if (cursor !== undefined) query = query.where('id', '<', rowId(cursor));
      const rows = await query.execute();
      const items = rows.map(({ id, symbolId, ...row }): LoanAlarmShown => ({ ...row, id: String(id), symbol: symbolId }));
      return { items, next: nextOf(rows, limit) };
    },
  } satisfies Partial<OperationHandlers>;
}
