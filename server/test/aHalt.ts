/** Trading of a market that is simply halted, for tests of what that does: who may halt it is incidents.test.ts's subject. */
import type { Pool } from 'pg';

export async function aHalt(owner: Pool, symbol: string, fromMs: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(
      `insert into halt (symbol, from_ms, reason, halted_by, halted_role) values ($1, $2, 'wrong source', 1, 'trading')`,
      [symbol, fromMs],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
