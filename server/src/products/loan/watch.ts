/** Which ticks may concern a loan: none, all of them from an instant on, or those that cross a price. */
import { sql } from 'kysely';
import type { Tx } from '../../store/database';

/** What is owed or locked has changed: every tick that was not held against it yet is looked at. */
export async function markDue(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update loan l set is_due = true, looked_at_ms = case when l.is_due then l.looked_at_ms else greatest(l.looked_at_ms, (
      select min(t.at_ms) from loan_collateral c join loan_cursor k using (symbol_id) join tick t on t.symbol_id = k.symbol_id and t.seq = k.seq
      where c.loan_id = l.id)) end
    where l.id = any (${ids}::bigint[])`.execute(tx);
}

/** Ticks decide nothing about it any more. */
export async function forgetWatch(tx: Tx, loanId: number): Promise<void> {
  await tx.updateTable('loanCollateral').set({ watchBelow: null, watchAbove: null }).where('loanId', '=', loanId).execute();
}

/** The ticks of its markets are held against loans from now on. */
export async function followMarkets(tx: Tx, loanId: number): Promise<void> {
  await sql`
    insert into loan_cursor (symbol_id, seq) select h.symbol_id, h.seq from tick_head h
    where exists (select from loan_collateral c where c.loan_id = ${loanId} and c.symbol_id = h.symbol_id)
      and not exists (select from loan_cursor c where c.symbol_id = h.symbol_id) order by 1 on conflict do nothing`.execute(tx);
}
