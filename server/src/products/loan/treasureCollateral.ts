/** Interest Treasure orders as collateral: what is free, what is locked, and where it returns to. */
import { AppError } from '@tessera/shared/errors';
import { add, amount, subtract, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import { dayMs } from '../../calendar/days';
import { treasureNumber } from '../../funds/treasureNumber';
import type { Owner } from '../../ledger/takeLocks';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import { parseRowId } from '../../store/rowId';
import type { CollateralOfLoan } from './loanRow';
import type { Pledge } from './posting';

interface KeptOrder {
  readonly id: number;
  readonly asset: string;
  readonly principal: Amount;
  readonly locked: Amount;
  readonly endsAtMs: number;
}

/** All orders in custody, newest first; their number per person is bounded. Without those that allow no early redemption, because they could not be redeemed. */
async function readKept(db: Db | Tx, { userId, mode }: Owner): Promise<KeptOrder[]> {
  const { rows } = await sql<{ id: number; asset: string; principal: string; locked: string; endDay: number }>`
    select o.id, o.asset, o.principal, o.start_day + o.days as end_day, coalesce((
      select sum(c.amount) from loan_collateral c join loan l on l.id = c.loan_id where c.order_id = o.id and l.ended_at_ms is null), 0) as locked
    from treasure_order o where o.user_id = ${userId} and o.mode = ${mode} and o.status = 'in_custody' and o.penalty is not null
    order by o.bought_at_ms desc, o.id desc`.execute(db);
  return rows.map(({ id, asset, principal, locked, endDay }) => ({
    ...{ id, asset, principal: amount(principal), locked: amount(locked), endsAtMs: endDay * dayMs },
  }));
}

interface FreeTreasure {
  readonly orderId: number;
  readonly amount: Amount;
}

/** undefined: the person has no such order that can be collateral. */
export async function freeTreasure(db: Db | Tx, owner: Owner, publicId: string): Promise<FreeTreasure | undefined> {
  const id = parseRowId(publicId);
  const found = (await readKept(db, owner)).find((one) => one.id === id);
  return found === undefined ? undefined : { orderId: found.id, amount: subtract(found.principal, found.locked) };
}

/** The part of all orders together that is not locked. */
export async function keptTreasure(db: Db | Tx, owner: Owner): Promise<Amount> {
  return (await readKept(db, owner)).reduce((sum, { principal, locked }) => add(sum, subtract(principal, locked)), zero);
}

interface Named {
  readonly orderId: string;
  readonly orderNumber: string;
}

export async function listTreasure(
  db: Db | Tx,
  owner: Owner,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly (Omit<KeptOrder, 'id'> & Named)[]; readonly total: number }> {
  const all = await readKept(db, owner);
  const items = all.slice(offset, offset + limit).map(({ id, ...one }) => ({
    ...{ orderId: String(id), orderNumber: treasureNumber(id) },
    ...one,
  }));
  return { items, total: all.length };
}

type Ordered = Pick<CollateralOfLoan, 'orderId'>;

/** Locks the orders until the transaction ends: no redemption, no booking of days, no further locking. Sorted by id, and after their loan has been locked. */
export async function holdTreasure(tx: Tx, collateral: readonly Ordered[]): Promise<ReadonlySet<number>> {
  const ids = collateral.flatMap(({ orderId }) => orderId ?? []);
  if (ids.length === 0) return new Set();
  enterLock(tx, 'order');
  const rows = await tx
    .selectFrom('treasureOrder')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.flatMap(({ id, status }) => (status === 'in_custody' ? [id] : [])));
}

/** Call it after writing the rows of the collateral: of two transactions that lock the same order, the second one gets TREASURE_REDEEM_EXCEEDS_HOLDING. */
export async function requireKept(tx: Tx, owner: Owner, collateral: readonly Ordered[]): Promise<void> {
  const inCustody = await holdTreasure(tx, collateral);
  const orders = collateral.flatMap(({ orderId }) => orderId ?? []);
  if (orders.length === 0) return;
  const kept = new Map((await readKept(tx, owner)).map((one) => [one.id, one]));
  for (const id of orders) {
    const order = kept.get(id);
    if (!inCustody.has(id) || order === undefined || order.locked.gt(order.principal))
      throw new AppError('TREASURE_REDEEM_EXCEEDS_HOLDING');
  }
}

/** What is locked, and where it returns to: as coins if an order has ended meanwhile. Locks the orders. */
export async function pledgesOf(tx: Tx, collateral: readonly CollateralOfLoan[]): Promise<Pledge[]> {
  const inCustody = await holdTreasure(tx, collateral);
  return collateral.map(({ kind, asset, orderId, amount: sum }) => ({
    ...{ kind, asset, amount: amount(sum), isOver: orderId !== null && !inCustody.has(orderId) },
  }));
}
