import type { AccountMode } from './wire';

/** Demo money carries its own code wherever it is shown, so that it cannot be taken for real money: USDT → dUSDT. */
export const shownAsset = (asset: string, mode: AccountMode): string => (mode === 'demo' ? `d${asset}` : asset);
