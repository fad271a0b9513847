/** Updates deposits whose rows the caller holds, all in one statement. */
import { sql } from 'kysely';
import type { Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import type { TreasureRow } from './orderRow';

export async function keepOrders(tx: Tx, rows: readonly TreasureRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update treasure_order o set principal = g.principal, earned = g.earned, rewards = g.rewards, carry = g.carry, penalties = g.penalties,
      status = g.status, end_kind = g.end_kind, reason = g.reason, decided_at_ms = g.decided_at_ms, start_day = g.start_day,
      next_day = g.next_day, ended_at_ms = g.ended_at_ms
    from unnest(
      ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ principal }) => principal)}::numeric[],
      ${rows.map(({ earned }) => earned)}::numeric[], ${rows.map(({ rewards }) => rewards)}::numeric[],
      ${rows.map(({ carry }) => carry)}::numeric[], ${rows.map(({ penalties }) => penalties)}::numeric[],
      ${rows.map(({ status }) => status)}::text[], ${rows.map(({ endKind }) => endKind)}::text[],
      ${rows.map(({ reason }) => reason)}::text[], ${rows.map(({ decidedAtMs }) => decidedAtMs)}::bigint[],
      ${rows.map(({ startDay }) => startDay)}::int[], ${rows.map(({ nextDay }) => nextDay)}::int[],
      ${rows.map(({ endedAtMs }) => endedAtMs)}::bigint[]
    ) g (id, principal, earned, rewards, carry, penalties, status, end_kind, reason, decided_at_ms, start_day, next_day, ended_at_ms)
    where o.id = g.id`.execute(tx);
}

/** Locks the row until the transaction ends. */
export async function holdOrder(tx: Tx, id: number): Promise<TreasureRow> {
  enterLock(tx, 'order');
  return tx.selectFrom('treasureOrder').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}
