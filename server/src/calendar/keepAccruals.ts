/** Writes the accruals in the transaction that books them. The table's key prevents a second booking of an order's day. */
import { toText, type Amount } from '@tessera/shared/money';
import { sql, type Selectable } from 'kysely';
import type { Tx } from '../store/database';
import type { AccrualTable } from './tables';

export type AccrualKind = Selectable<AccrualTable>['kind'];

export interface Accrued {
  /** Id of the order. */
  readonly ref: number;
  readonly day: number;
  readonly amount: Amount;
}

export async function keepAccruals(tx: Tx, kind: AccrualKind, accrued: readonly Accrued[], atMs: number): Promise<void> {
  if (accrued.length === 0) return;
  await sql`
    insert into accrual (kind, ref, day, amount, at_ms, user_id, mode)
    select ${kind}, ref, day, given.amount, ${atMs}::bigint, o.user_id, o.mode from unnest(
      ${accrued.map(({ ref }) => ref)}::bigint[], ${accrued.map(({ day }) => day)}::int[],
      ${accrued.map(({ amount }) => toText(amount))}::numeric[]) given (ref, day, amount)
    left join treasure_order o on ${kind} = 'treasure' and o.id = ref`.execute(tx);
}
