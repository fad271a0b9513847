import { inForce } from '../catalog/inForce';
import { amount } from '@tessera/shared/money';
import type { Db } from '../store/database';
import type { AssetNetwork } from './AssetNetwork';

/** In force at a version of the catalogue, by asset, then network. */
export async function readNetworks(db: Db, version: number): Promise<readonly AssetNetwork[]> {
  const rows = await db
    .selectFrom('assetNetwork')
    .innerJoin('network', 'network.id', 'assetNetwork.network')
    .selectAll('assetNetwork')
    .select(['network.name', 'network.addressKind', 'network.chainId'])
    .where(inForce(version))
    .orderBy('asset')
    .orderBy('network')
    .execute();
  return rows.map((row) => ({
    asset: row.asset,
    network: row.network,
    name: row.name,
    addressKind: row.addressKind,
    chainId: row.chainId ?? undefined,
    tokenContract: row.tokenContract ?? undefined,
    decimals: row.decimals ?? undefined,
    hasTopUp: row.hasTopup,
    hasWithdrawal: row.hasWithdrawal,
    topUpMin: amount(row.topupMin),
    confirmations: row.confirmations,
    minutes: row.minutes,
    withdrawalMin: amount(row.withdrawalMin),
    withdrawalMax: amount(row.withdrawalMax),
    withdrawalFee: amount(row.withdrawalFee),
  }));
}
