/** Interest Treasure orders as collateral: what of an order is free, and what is locked. */
import { zero, type Amount } from '@tessera/shared/money';
import type { Owner } from '../../ledger/takeLocks';
import type { Db, Tx } from '../../store/database';

export interface FreeTreasure {
  readonly orderId: number;
  readonly amount: Amount;
}

/** undefined: no such order of this person. */
export function freeTreasure(_db: Db | Tx, _owner: Owner, _publicId: string): Promise<FreeTreasure | undefined> {
  return Promise.resolve(undefined);
}

/** Of all orders together, what is not locked. */
export const keptTreasure = (_db: Db | Tx, _owner: Owner): Promise<Amount> => Promise.resolve(zero);

export interface KeptOrder {
  readonly orderId: string;
  readonly asset: string;
  readonly principal: Amount;
  readonly locked: Amount;
  readonly endsAtMs: number;
}

export function listTreasure(
  _db: Db | Tx,
  _owner: Owner,
  _page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly KeptOrder[]; readonly total: number }> {
  return Promise.resolve({ items: [], total: 0 });
}
