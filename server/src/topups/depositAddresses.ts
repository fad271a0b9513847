/**
 * Addresses that people send to. Operators list them; each goes to one person for good, and a person has one on each network. Which
 * private key an address has is known to nobody here.
 */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';

export interface DepositAddress {
  readonly id: number;
  readonly network: string;
  readonly address: string;
}

export const addressesOf = (of: Db | Tx, userId: number): Promise<DepositAddress[]> =>
  of.selectFrom('depositAddress').select(['id', 'network', 'address']).where('userId', '=', userId).execute();

/** With the person held. Throws TOPUP_ADDRESSES_USED_UP. */
export async function giveAddress(
  tx: Tx,
  { userId, network, nowMs }: { readonly userId: number; readonly network: string; readonly nowMs: number },
): Promise<void> {
  enterLock(tx, 'order');
  // One that somebody else is being given at this moment is passed by.
  const { numAffectedRows = 0n } = await sql`
    update deposit_address set user_id = ${userId}::bigint, given_at_ms = ${nowMs}::bigint where id = (
      select id from deposit_address where network = ${network} and user_id is null and confirmed_by is not null
      order by id limit 1 for update skip locked)`.execute(tx);
  if (numAffectedRows === 0n) throw new AppError('TOPUP_ADDRESSES_USED_UP');
}

/** Below so many operators are told to list more. */
export const lowAddresses = 50;

export interface AddressStock {
  readonly network: string;
  readonly name: string;
  /** Confirmed, and nobody's yet. */
  readonly free: number;
  /** Of these the second operator has to enter them. */
  readonly unconfirmed: number;
  readonly given: number;
}

/** By network. */
export async function readAddressStock(db: Db): Promise<readonly AddressStock[]> {
  const { rows } = await sql<AddressStock>`
    select n.id as network, n.name,
      count(a.id) filter (where a.user_id is null and a.confirmed_by is not null) as free,
      count(a.id) filter (where a.confirmed_by is null) as unconfirmed, count(a.user_id) as given
    from network n left join deposit_address a on a.network = n.id group by n.id order by n.id`.execute(db);
  return rows;
}
