/**
 * What deposits ask a person to trade before money leaves, and what of it he has traded, in USDT. Both are sums that the database keeps:
 * what was traded is counted where orders end and deals are written (migration 0384), so reading them costs one row whatever the person did before.
 */
import { amount, max, min, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import type { Db, Tx } from '../store/database';

export interface Turnover {
  readonly have: Amount;
  readonly need: Amount;
}

/**
 * The condition of a deposit, frozen with it. Called in the transaction that credits it, after the posting; again with the same `ref` it
 * adds nothing.
 */
export async function addTurnoverNeed(
  tx: Tx,
  added: { readonly userId: number; readonly ref: string; readonly need: Amount; readonly nowMs: number },
): Promise<void> {
  const { userId, ref, need, nowMs } = added;
  await tx
    .insertInto('turnoverNeed')
    .values({ userId, ref, need: toText(need), atMs: nowMs })
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .execute();
}

/** Of the conditions that are not met yet; zero of zero where there is none. */
export async function readTurnover(db: Db | Tx, userId: number): Promise<Turnover> {
  const row = await db.selectFrom('turnover').selectAll().where('userId', '=', userId).executeTakeFirst();
  if (row === undefined) return { have: zero, need: zero };
  const [done, base, needed] = [amount(row.done), amount(row.base), amount(row.needed)];
  const need = subtract(needed, base);
  return { have: min(need, max(zero, subtract(done, base))), need };
}
