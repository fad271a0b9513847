import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database';

export const rowsPerStep = 5000;

/** Deletes rows some thousands at a time: no statement grows with what was left, and none holds its locks for long. */
export async function deleteInSteps(
  db: Db,
  table: string,
  condition: RawBuilder<unknown>,
  rowsAtOnce: number = rowsPerStep,
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${condition} limit ${rowsAtOnce} for update skip locked))`.execute(db);
    if (numAffectedRows < BigInt(rowsAtOnce)) return;
  }
}
