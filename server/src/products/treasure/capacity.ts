/** The sum that all people keep in a product. Every change locks it, so that two simultaneous purchases cannot both take the last part. */
import { add, amount, compare, negate, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { AppError } from '@tessera/shared/errors';
import type { AccountMode } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import type { TreasureTerm } from './TreasureTerm';

export interface Taker {
  readonly userId: number;
  readonly mode: AccountMode;
}

/** Per person and mode. Bounds the daily bookings that one person can cause. */
export const openOrdersAtMost = 100;

/** Locks the product in this mode until the transaction ends: no other purchase or redemption runs. */
export async function holdTaken(tx: Tx, productId: number, mode: AccountMode): Promise<void> {
  enterLock(tx, 'capacity');
  await tx
    .insertInto('treasureTaken')
    .values({ productId, mode, taken: '0' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`select from treasure_taken where product_id = ${productId}::int and mode = ${mode} for update`.execute(tx);
}

/** Throws TREASURE_FULL; TREASURE_AMOUNT_ABOVE_MAX above the person's maximum; TREASURE_TOO_MANY. */
export async function requireRoom(db: Db | Tx, term: TreasureTerm, who: Taker, sum: Amount): Promise<void> {
  const { taken, held, open } = await takenOf(db, term, who);
  if (open >= openOrdersAtMost) throw new AppError('TREASURE_TOO_MANY', { params: { max: String(openOrdersAtMost) } });
  const { max, capacity, asset } = term;
  if (max !== undefined && compare(add(held, sum), max) > 0) {
    const left = compare(held, max) < 0 ? subtract(max, held) : zero;
    throw new AppError('TREASURE_AMOUNT_ABOVE_MAX', { params: { max: toText(left), asset } });
  }
  if (capacity !== undefined && compare(add(taken, sum), capacity) > 0) throw new AppError('TREASURE_FULL');
}

async function takenOf(db: Db | Tx, term: TreasureTerm, { userId, mode }: Taker) {
  const { rows } = await sql<{ taken: string; held: string; open: number }>`
    select coalesce((select taken from treasure_taken where product_id = ${term.id}::int and mode = ${mode}), 0) as taken,
      coalesce(sum(principal) filter (where product_id = ${term.id}::int), 0) as held, count(*) as open
    from treasure_order where user_id = ${userId} and mode = ${mode} and status in ('pending_review', 'in_custody')`.execute(db);
  const { taken = '0', held = '0', open = 0 } = rows[0] ?? {};
  return { taken: amount(taken), held: amount(held), open };
}

export interface Leaving {
  readonly productId: number;
  readonly mode: AccountMode;
  readonly amount: Amount;
}

/** Sorted by product, so that two batches cannot deadlock. */
export async function releaseTaken(tx: Tx, leaving: readonly Leaving[]): Promise<void> {
  if (leaving.length === 0) return;
  const sums = new Map<string, Leaving>();
  for (const one of leaving) {
    const key = `${one.productId} ${one.mode}`;
    sums.set(key, { ...one, amount: add(sums.get(key)?.amount ?? zero, one.amount) });
  }
  const ordered = [...sums.values()].sort((a, b) => a.productId - b.productId || (a.mode < b.mode ? -1 : 1));
  for (const { productId, mode } of ordered) await holdTaken(tx, productId, mode);
  for (const one of ordered) await addTaken(tx, { ...one, amount: negate(one.amount) });
}

/** The caller holds the row. */
export async function addTaken(tx: Tx, { productId, mode, amount: sum }: Leaving): Promise<void> {
  await sql`update treasure_taken set taken = taken + ${toText(sum)}::numeric where product_id = ${productId}::int and mode = ${mode}`.execute(
    tx,
  );
}
