/**
 * Addresses that people send to. Operators list them, or they come from an extended public key; each goes to one person for good, and a person
 * has one on each network. Which private key an address has is known to nobody here.
 */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { DepositKey } from '../chain/deriveAddress';
import type { Db, Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';

export interface DepositAddress {
  readonly id: number;
  readonly network: string;
  readonly address: string;
  /** Of a derived one: what was added to the published point of its key, and the entry of the public record that has it. */
  readonly tweak: string | null;
  readonly recordSeq: number | null;
}

export const addressesOf = (of: Db | Tx, userId: number): Promise<DepositAddress[]> =>
  of
    .selectFrom('depositAddress as address')
    .leftJoin('depositKey as key', 'key.id', 'address.keyId')
    .select(['address.id', 'address.network', 'address.address', 'address.keyTweak as tweak', 'key.recordSeq'])
    .where('address.userId', '=', userId)
    .execute();

/** The next place of the key. With the person held. */
export async function deriveAddress(
  tx: Tx,
  key: DepositKey,
  { userId, network, nowMs }: { readonly userId: number; readonly network: string; readonly nowMs: number },
): Promise<void> {
  enterLock(tx, 'order');
  const { id, index } = await tx
    .updateTable('depositKey')
    .set((row) => ({ nextIndex: row('nextIndex', '+', 1) }))
    .where('network', '=', network)
    .where('fingerprint', '=', key.fingerprint)
    .returning((row) => ['id', row('nextIndex', '-', 1).as('index')])
    .executeTakeFirstOrThrow();
  const { address, tweak } = key.addressAt(index);
  await sql`select add_derived_address(${id}::bigint, ${index}, ${tweak}, ${address}, ${userId}::bigint, ${nowMs}::bigint)`.execute(
    tx,
  );
}

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
  /** They come from a key, and are never used up. */
  readonly isDerived: boolean;
}

/** Those that are listed, by network. */
export async function readAddressStock(db: Db): Promise<readonly AddressStock[]> {
  const { rows } = await sql<AddressStock>`
    select n.id as network, n.name,
      count(a.id) filter (where a.user_id is null and a.confirmed_by is not null) as free,
      count(a.id) filter (where a.confirmed_by is null) as unconfirmed, count(a.user_id) as given,
      exists (select from deposit_key k where k.network = n.id) as is_derived
    from network n left join deposit_address a on a.network = n.id and a.key_id is null group by n.id order by n.id`.execute(db);
  return rows;
}
