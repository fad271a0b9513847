/** Interest Treasure orders as collateral: what of an order is free, and what is locked. */
import { type Amount } from '@tessera/shared/money';
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
