/**
 * All accounts of people with their positions added up, both of one instant: what stands in margin and the orders that hold it are read
 * in one statement. In two, an order that is accepted between them would be in the one and not in the other: the margin in use would
 * come out below zero, or too high.
 */
import { amount, isZero } from '@tessera/shared/money';
import { sql } from 'kysely';
import { balancesOf, type Balance, type UserKind } from '../ledger/Ledger';
import type { Db, Tx } from '../store/database';
import {
  noPositions,
  sumsOfPositions,
  toPositionSums,
  type ContractOwner,
  type PositionSums,
  type SumsRow,
} from './contractFigures';

export interface OwnAccounts {
  /** By asset and kind. A kind that never held anything is not in the list. */
  readonly held: readonly Balance[];
  readonly positions: PositionSums;
}

/** `positions`: where the caller has valued them in the same transaction. */
export interface AskedOwner extends ContractOwner {
  readonly positions?: PositionSums | undefined;
}

/** In the order given. Only who has something in margin has an order to look up: for everybody else the cheap question is enough. */
export async function readAccounts(db: Db | Tx, owners: readonly AskedOwner[]): Promise<OwnAccounts[]> {
  const found = await balancesOf(db, owners);
  const holders = owners.filter(
    ({ positions }, index) =>
      positions === undefined && found[index]?.some(({ kind, balance }) => kind === 'margin' && !isZero(balance)) === true,
  );
  // Their balances once more: those above may be older than their orders are then.
  const together = await readTogether(db, holders);
  return owners.map(
    (owner, index) => together[holders.indexOf(owner)] ?? { held: found[index] ?? [], positions: owner.positions ?? noPositions },
  );
}

type Row = { readonly place: number } & (
  | (SumsRow & { readonly id: null })
  | { readonly id: number; readonly kind: string; readonly asset: string; readonly balance: string }
);

async function readTogether(db: Db | Tx, owners: readonly ContractOwner[]): Promise<OwnAccounts[]> {
  if (owners.length === 0) return [];
  const asked = sql`unnest(${owners.map(({ userId }) => userId)}::bigint[], ${owners.map(({ mode }) => mode)}::text[])
    with ordinality w (user_id, mode, place)`;
  const { rows } = await sql<Row>`
    select w.place, account.id, account.kind, account.asset, account.balance, null::bigint as orders, null::numeric as frozen,
      null::numeric as floating, null::numeric as cross_margin, null::numeric as cross_required, null::numeric as cross_floating,
      null::numeric as exposure
    from ${asked} join account on account.owner_id = w.user_id and account.mode = w.mode
    union all
    select place, null, null, null, null, orders, frozen, floating, cross_margin, cross_required, cross_floating, exposure
    from (${sumsOfPositions(asked)}) sums
    order by asset, kind`.execute(db);
  const found = owners.map(() => ({ held: [] as Balance[], positions: noPositions }));
  for (const row of rows) {
    const own = found[row.place - 1];
    if (own === undefined) continue;
    if (row.id === null) own.positions = toPositionSums(row);
    else own.held.push({ accountId: row.id, kind: row.kind as UserKind, asset: row.asset, balance: amount(row.balance) });
  }
  return found;
}
