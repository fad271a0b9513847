/** Tables of this module (migrations 0380, 0389). Sums are decimal text. */
import type { AddressKind } from './AssetNetwork';

export interface NetworkTables {
  network: { id: string; name: string; addressKind: AddressKind; chainId: number | null };
  assetNetwork: AssetNetworkTable;
}

export interface AssetNetworkTable {
  asset: string;
  network: string;
  sinceVersion: number;
  untilVersion: number | null;
  hasTopup: boolean;
  hasWithdrawal: boolean;
  topupMin: string;
  confirmations: number;
  minutes: number;
  withdrawalMin: string;
  withdrawalMax: string;
  withdrawalFee: string;
  tokenContract: string | null;
  decimals: number | null;
}
