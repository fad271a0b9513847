/** Until the transaction ends: for what the server's own role may not write, or not even see. */
import { sql } from 'kysely';
import type { Tx } from '../store/database';
import { Refusal } from './Command';

export async function actAsOwner(tx: Tx): Promise<void> {
  await sql`set local role none`.execute(tx);
  const { rows } = await sql<{ isAllowed: boolean }>`select has_table_privilege('operator', 'select') as is_allowed`.execute(tx);
  if (rows[0]?.isAllowed !== true)
    throw new Refusal("only the database's owner may do this: set DATABASE_OWNER_URL beside DATABASE_URL");
}
