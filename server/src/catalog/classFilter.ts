/** The two families of markets of the specification: coins by themselves, forex and metals together. */
import type { AssetClass } from '@tessera/shared/contract';

export type ClassFilter = (assetClass: AssetClass) => boolean;
export const isCrypto: ClassFilter = (assetClass) => assetClass === 'crypto';
export const isForexOrMetal: ClassFilter = (assetClass) => assetClass !== 'crypto';
export const isAnyClass: ClassFilter = () => true;
