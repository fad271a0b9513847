/** An address that is well written, and where money would be lost all the same, or come back to the exchange itself. */
import { AppError } from '@tessera/shared/errors';
import type { Catalog } from '../catalog/Catalog';
import type { Db, Tx } from '../store/database';

export interface AddressDeps {
  readonly catalog: Pick<Catalog, 'networks'>;
  /** As houseWallets says them. */
  readonly wallets: readonly string[];
}

/**
 * One that people top up by: money sent there would come back as somebody's top-up. Operators may have listed it without its checksum.
 */
const isOfPeople = async (db: Db | Tx, address: string): Promise<boolean> =>
  (await db
    .selectFrom('depositAddress')
    .select('id')
    .where('address', 'in', [address, address.toLowerCase()])
    .executeTakeFirst()) !== undefined;

/** Throws WITHDRAWAL_ADDRESS_WRONG for the contract of a token, WITHDRAWAL_ADDRESS_OURS for a wallet or a deposit address of the exchange. */
export async function refuseAddress(
  db: Db | Tx,
  { catalog, wallets }: AddressDeps,
  { address, network }: { readonly address: string; readonly network: string },
): Promise<void> {
  const networks = catalog.networks();
  // The same address on another chain is nobody's wallet either. The case of letters counts on Tron alone.
  if (networks.some(({ tokenContract }) => tokenContract === address || tokenContract === address.toLowerCase())) {
    const name = networks.find((one) => one.network === network)?.name ?? network;
    throw new AppError('WITHDRAWAL_ADDRESS_WRONG', { params: { network: name } });
  }
  if (wallets.includes(address.toLowerCase()) || (await isOfPeople(db, address))) throw new AppError('WITHDRAWAL_ADDRESS_OURS');
}
