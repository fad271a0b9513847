/** How far each walk through the book has come. It is in the database, so that a restart goes on where the last round ended. */
import type { Db } from '../store/database';

export interface CheckMarks {
  /** The last id that was looked at; 0 before the first. */
  read(rule: string): Promise<number>;
  keep(rule: string, reached: number, atMs: number): Promise<void>;
}

export function createCheckMarks(db: Db): CheckMarks {
  return {
    async read(rule) {
      const row = await db.selectFrom('ledgerCheck').select('checkedJournalId').where('rule', '=', rule).executeTakeFirst();
      return row?.checkedJournalId ?? 0;
    },

    async keep(rule, reached, atMs) {
      await db
        .insertInto('ledgerCheck')
        .values({ rule, checkedJournalId: reached, violations: 0, atMs })
        .onConflict((conflict) => conflict.column('rule').doUpdateSet({ checkedJournalId: reached, atMs }))
        .execute();
    },
  };
}
