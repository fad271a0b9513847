/**
 * A published incident that is simply there, for tests of what it does: how two operators bring one about is incidents.test.ts's
 * subject, so their rules are laid down for this row.
 */
import type { Pool } from 'pg';

export interface GivenIncident {
  readonly symbol: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason?: string;
  readonly publishedAtMs: number;
}

/** Answers its id. */
export async function anIncident(owner: Pool, given: GivenIncident): Promise<number> {
  const client = await owner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    const { rows } = await client.query<{ id: string }>(
      'insert into incident (symbol, from_ms, to_ms, reason, published_at_ms) values ($1, $2, $3, $4, $5) returning id',
      [given.symbol, given.fromMs, given.toMs, given.reason ?? 'wrong source', given.publishedAtMs],
    );
    await client.query('commit');
    return Number(rows[0]?.id);
  } finally {
    client.release();
  }
}
