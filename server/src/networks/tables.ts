/** Tables of this module (migration 0380). Sums are decimal text. */
import type { AddressKind } from './AssetNetwork';

export interface NetworkTables {
  network: { id: string; name: string; addressKind: AddressKind };
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
}
